import type { Made, Scope } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { NameTakenError, OutcomeUnknownError } from "../errors/index.js";
import { isAbsent, type Values } from "../schema/json.js";
import { membersToWire } from "../schema/wire.js";
import { adopt } from "./adopt.js";
import { clone } from "./clone.js";
import { edited, identified, withId } from "./created.js";
import { createOnce, lookForMade } from "./createOnce.js";
import { explainConflict } from "./nameConflict.js";
import { send } from "./request.js";

/** Makes a resource: a new one, a clone that is then edited, or one that exists and is taken over. */
export async function create(scope: Scope, args: Values): Promise<Made> {
  if (typeof args.adoptId === "string") return adopt(scope, args.adoptId, args);
  try {
    return typeof args.cloneFrom === "string" ? await clone(scope, args.cloneFrom, args) : await make(scope, args);
  } catch (error) {
    if (error instanceof NameTakenError && scope.platform.onExisting === "adopt" && error.existing !== undefined) {
      return adopt(scope, error.existing.id, args);
    }
    throw error;
  }
}

async function make(scope: Scope, args: Values): Promise<Made> {
  const { definition } = scope;
  const call = definition.api.create;
  const body = membersToWire(definition.args, args, [...definition.pathArgs, ...definition.editOnly]);
  const doing = call.method === "PUT" ? "Taking over" : "Creating";
  // A call that saves, rather than makes, may be repeated: the edit is the same call.
  const isSaving = call.path === definition.api.update?.path;
  const once = (calling: Scope) => send(calling, call, args, doing, body, isSaving || undefined);
  const answer = await (isSaving
    ? once(scope).catch((error) => explainLostSave(scope, error))
    : createOnce(
        scope,
        lookForMade(scope, args, () => withoutEditOnly(scope, args)),
        withId(scope, doing, once),
      )
  ).catch((error) => explainConflict(scope, args, error));
  const made = identified(scope, args, answer);
  return definition.editOnly.some((name) => !isAbsent(args[name])) ? edited(scope, made, args) : made;
}

/** What the create's body says: the rest follows by an edit. */
function withoutEditOnly({ definition }: Scope, args: Values): Values {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !definition.editOnly.includes(name)));
}

/** What a save whose answers were all lost means: it may be done, but to do it once more does no harm. */
function explainLostSave({ subject }: Scope, error: unknown): never {
  if (!(error instanceof AppPlatformError) || !error.mayBeDone) throw error;
  throw new OutcomeUnknownError(
    subject,
    [error],
    [
      "run `pulumi up` again: it saves the same once more, and nothing is made twice",
      "if it is not wanted any more, look for it in the platform's console",
    ],
  );
}
