import type { Created, Scope, Verbs } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { NameTakenError, OutcomeUnknownError } from "../errors/index.js";
import type { Values } from "../schema/json.js";
import { membersToWire } from "../schema/wire.js";
import { adopt } from "./adopt.js";
import { clone } from "./clone.js";
import { createdFrom, requireId } from "./created.js";
import { createOnce, findCreated } from "./createOnce.js";
import { explainConflict } from "./nameConflict.js";
import { send } from "./request.js";

/** Creates a resource: a new one, a clone that is then updated, or an existing one that is adopted. */
export const create = createAs(createNew);

/** A create that uses `createNew` for new resources, for a kind whose create call alone is not enough. */
export function createAs(createNew: (scope: Scope, args: Values) => Promise<Created>): Verbs["create"] {
  return async (scope, args) => {
    const { definition, platform } = scope;
    if (typeof args.adoptId === "string") return adopt(scope, args.adoptId, args);
    try {
      return await (typeof args.cloneFrom === "string" ? clone(scope, args.cloneFrom, args) : createNew(scope, args));
    } catch (error) {
      const existing = error instanceof NameTakenError ? error.existing : undefined;
      if (
        existing === undefined ||
        existing.isOfStack ||
        platform.onExisting !== "adopt" ||
        definition.api.save !== undefined
      )
        throw error;
      return adopt(scope, existing.id, args);
    }
  };
}

/** Sends the create call, or the save call of a kind that has one. */
export async function createNew(scope: Scope, args: Values): Promise<Created> {
  const { definition } = scope;
  const { create, save } = definition.api;
  const body = membersToWire(definition.args, args, definition.pathArgs);
  if (save !== undefined) {
    // Updates use the same call, so it may be sent again whatever its outcome.
    const response = await send(scope, save, args, "Saving", body, true).catch((error) => reportLostSave(scope, error));
    return createdFrom(scope, args, response);
  }
  const once = (calling: Scope) => send(calling, create, args, "Creating", body);
  const response = await createOnce(
    scope,
    findCreated(scope, args, () => args),
    requireId(scope, "Creating", once),
  ).catch((error) => explainConflict(scope, args, error));
  return createdFrom(scope, args, response);
}

/** Reports a save whose responses were all lost: it may have happened, but saving again does no harm. */
function reportLostSave({ label }: Scope, error: unknown): never {
  if (!(error instanceof AppPlatformError) || !error.mayBeDone) throw error;
  throw new OutcomeUnknownError(
    label,
    [error],
    [
      "run `pulumi up` again: it saves the same settings again and duplicates nothing",
      "if you no longer want it, look for it in the platform's console",
    ],
  );
}
