import { identityOf, placeId } from "../claims/identity.js";
import type { Comparison } from "../definition/comparison.js";
import type { Created, Scope } from "../definition/resourceDefinition.js";
import { AdoptionError, UnexpectedAnswerError } from "../errors/index.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";
import { requireMatch } from "./mismatch.js";
import { PartialFailure } from "./partialFailure.js";

/** Updates a resource that was just created. A failure keeps it in the state, so that the next update continues. */
export async function updateCreated(scope: Scope, comparison: Comparison): Promise<Created> {
  const { id, state } = comparison;
  try {
    return { id, state: await scope.verbs.update(scope, comparison) };
  } catch (error) {
    throw new PartialFailure(scope.label, { id, state }, "updating it after creation", error);
  }
}

/** Treats a response as lost if it does not identify what was created, or describes a resource in another place. */
export function requireId(
  scope: Scope,
  doing: string,
  place: Values,
  call: (calling: Scope) => Promise<Value | undefined>,
) {
  const { definition, platform, label } = scope;
  return async (calling: Scope): Promise<Value | undefined> => {
    const response = await call(calling);
    const id = idIn(response);
    if (id !== undefined) {
      requireMatch({ definition }, response as Values, place, definition.pathArgs, `${doing} ${label}`);
      // Another resource with the same name and content, whose own response was lost, must not claim this one, or already has.
      const holder = platform.holdings.created(identityOf(definition, id), scope);
      if (holder === undefined) return response;
      throw new AdoptionError(label, id, `${holder} of this stack already manages it.`, [], ["declare it once"]);
    }
    throw new UnexpectedAnswerError(
      `${doing} ${label}`,
      "the response has no ID",
      "look for it in the platform's console before you run again: it may have been created.",
    );
  };
}

function idIn(response: Value | undefined): string | undefined {
  return isObject(response) && typeof response.id === "string" && response.id !== "" ? response.id : undefined;
}

/** The resource that the response to a create describes. One that is identified by its place needs no ID in the response. */
export function createdFrom({ definition }: Scope, args: Values, response: Value | undefined): Created {
  const id = idIn(response) ?? placeId(definition, args) ?? "";
  return { id, state: membersFromWire(definition.body, isObject(response) ? response : {}, args) };
}
