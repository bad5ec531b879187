import { nameOf } from "../claims/identity.js";
import { earlierHolder } from "../claims/stateHolders.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { ConflictError, NameTakenError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Values } from "../schema/json.js";
import { findByName, findListedByName } from "./read.js";

/** Rethrows a conflict over a name with the resource that has it. If that is `own`, the conflict is over something else. */
export async function explainConflict(scope: Scope, args: Values, error: unknown, own?: string): Promise<never> {
  // What is saved in its place is not created under a name.
  const { api, nameArg } = scope.definition;
  if (!(error instanceof ConflictError) || nameArg === undefined || api.save !== undefined) throw error;
  const existing = await findExisting(scope, args).catch(() => undefined);
  if (existing === undefined && isServed(api.list, scope.platform.endpoints)) throw error;
  if (existing !== undefined && existing.id === own) throw error;
  const name = nameOf(scope.definition, args)?.trim() ?? "web";
  throw new NameTakenError(error.failure, nameArg, name, await factsOf(scope, existing));
}

/** Where everything may be adopted, one list serves for all resources in a place. */
async function findExisting(scope: Scope, args: Values): Promise<Values | undefined> {
  const listed = scope.platform.onExisting === "adopt" ? await findListedByName(scope, args) : undefined;
  return listed ?? findByName(scope, args);
}

async function factsOf(scope: Scope, existing: Values | undefined) {
  const { id, created_at: createdAt } = existing ?? {};
  if (typeof id !== "string") return undefined;
  const heldBy = await earlierHolder(scope, id);
  return { id, ...(heldBy && { heldBy }), ...(typeof createdAt === "string" ? { createdAt } : {}) };
}
