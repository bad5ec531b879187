import { placeId } from "../definition/identity.js";
import type { Created, Scope } from "../definition/resourceDefinition.js";
import { AdoptionError, UnexpectedAnswerError } from "../errors/index.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { membersFromWire } from "../schema/wire.js";
import { PartialFailure } from "./partialFailure.js";

/** The resource after the edit that its making needs; a failure keeps it in the state, so that the next update goes on. */
export async function updateCreated(scope: Scope, created: Created, args: Values): Promise<Created> {
  try {
    return { id: created.id, state: await scope.verbs.update(scope, created.id, created.state, args) };
  } catch (error) {
    throw new PartialFailure(scope.label, created, "editing it afterwards", error);
  }
}

/** A call that makes something, whose answer counts as lost where it does not say what was made. */
export function requireId(
  { platform, label }: Scope,
  doing: string,
  call: (calling: Scope) => Promise<Value | undefined>,
) {
  return async (calling: Scope): Promise<Value | undefined> => {
    const response = await call(calling);
    const id = idIn(response);
    if (id !== undefined) {
      // A resource of the same name and content, whose own answer was lost, must not take this for its own; or it has.
      const holder = platform.ownership.created(id, label);
      if (holder === undefined) return response;
      throw new AdoptionError(label, id, `${holder} of this stack holds it already.`, [], ["declare it once"]);
    }
    throw new UnexpectedAnswerError(
      `${doing} ${label}`,
      "the answer names no id",
      "look for it in the platform's console before you run again: it may have been made.",
    );
  };
}

function idIn(response: Value | undefined): string | undefined {
  return isObject(response) && typeof response.id === "string" && response.id !== "" ? response.id : undefined;
}

/** The resource that an answer to a create describes. What is saved in its place is known by it, whatever the answer says. */
export function createdFrom({ definition }: Scope, args: Values, response: Value | undefined): Created {
  const id = idIn(response) ?? placeId(definition, args) ?? "";
  return { id, state: membersFromWire(definition.body, isObject(response) ? response : {}, args) };
}
