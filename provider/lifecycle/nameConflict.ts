import type { StackResource } from "../claims/holders.js";
import { isSameName, isUniqueEverywhere, nameOf } from "../claims/identity.js";
import { earlierHolder } from "../claims/stateHolders.js";
import type { ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
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
  if (existing === undefined && isUniqueEverywhere(scope.definition))
    throw await takenElsewhere(scope, args, nameArg, error);
  if (existing === undefined && isServed(api.list, scope.platform.endpoints)) throw error;
  if (existing !== undefined && existing.id === own) throw error;
  const name = nameOf(scope.definition, args)?.trim() ?? "web";
  throw new NameTakenError(error.failure, nameArg, name, await factsOf(scope, existing));
}

/** No list has what another place holds. The state has it if the stack manages it. */
async function takenElsewhere(scope: Scope, args: Values, nameArg: string, conflict: ConflictError): Promise<Error> {
  const { definition, platform, urn } = scope;
  const name = nameOf(definition, args);
  if (name === undefined) return conflict;
  const [holder] = await platform.holders
    .matching(urn, (other) => isNamesake(definition, other, name) && other.urn !== urn)
    .catch(() => []);
  if (holder === undefined) return conflict;
  return new NameTakenError(conflict.failure, nameArg, name, { id: holder.id, heldBy: "other", urn: holder.urn });
}

function isNamesake(definition: ResourceDefinition, { kind, values }: StackResource, name: string): boolean {
  const other = nameOf(definition, values);
  return kind === definition.kind && other !== undefined && isSameName(definition, name, other);
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
