import { placeId } from "../definition/identity.js";
import type { Created, Scope } from "../definition/resourceDefinition.js";
import { AdoptionError, UnexpectedAnswerError } from "../errors/index.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { membersFromWire } from "../schema/wire.js";
import { PartialFailure } from "./partialFailure.js";

/** The resource after the edit that its making needs; a failure keeps it in the state, so that the next update goes on. */
export async function updateCreated(scope: Scope, made: Created, args: Values): Promise<Created> {
  try {
    return { id: made.id, state: await scope.verbs.update(scope, made.id, made.state, args) };
  } catch (error) {
    throw new PartialFailure(scope.label, made, "editing it afterwards", error);
  }
}

/** A call that makes something, whose answer counts as lost where it does not say what was made. */
export function withId(
  { platform, label }: Scope,
  doing: string,
  call: (calling: Scope) => Promise<Value | undefined>,
) {
  return async (calling: Scope): Promise<Value | undefined> => {
    const answer = await call(calling);
    const id = idIn(answer);
    if (id !== undefined) {
      // A resource of the same name and content, whose own answer was lost, must not take this for its own; or it has.
      const holder = platform.ownership.created(id, label);
      if (holder === undefined) return answer;
      throw new AdoptionError(label, id, `${holder} of this stack holds it already.`, [], ["declare it once"]);
    }
    throw new UnexpectedAnswerError(
      `${doing} ${label}`,
      "the answer names no id",
      "look for it in the platform's console before you run again: it may have been made.",
    );
  };
}

function idIn(answer: Value | undefined): string | undefined {
  return isObject(answer) && typeof answer.id === "string" && answer.id !== "" ? answer.id : undefined;
}

/** The resource that an answer to a create describes. What is saved in its place is known by it, whatever the answer says. */
export function createdFrom({ definition }: Scope, args: Values, answer: Value | undefined): Created {
  const id = idIn(answer) ?? placeId(definition, args) ?? "";
  return { id, state: membersFromWire(definition.body, isObject(answer) ? answer : {}, args) };
}
