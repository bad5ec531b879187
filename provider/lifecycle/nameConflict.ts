import type { Scope } from "../definition/resourceDefinition.js";
import { ConflictError, NameTakenError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Values } from "../schema/json.js";
import { findByName } from "./read.js";

/** Rethrows a conflict over a name with the resource that has it. If that is `own`, the conflict is over something else. */
export async function explainConflict(scope: Scope, args: Values, error: unknown, own?: string): Promise<never> {
  if (!(error instanceof ConflictError) || scope.definition.nameArg === undefined) throw error;
  const existing = await findByName(scope, args).catch(() => undefined);
  if (existing === undefined && isServed(scope.definition.api.list, scope.platform.endpoints)) throw error;
  if (existing !== undefined && existing.id === own) throw error;
  const { id, created_at: createdAt } = existing ?? {};
  throw new NameTakenError(
    error.failure,
    typeof id === "string" ? { id, ...(typeof createdAt === "string" ? { createdAt } : {}) } : undefined,
  );
}
