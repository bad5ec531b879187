import { identifyingArgs, identityKey } from "../definition/identity.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { DuplicateNameError } from "../errors/index.js";
import type { Values } from "../schema/json.js";

/** Rejects a resource that another resource of the program already declares under the same name in the same place. */
export function refusedAsDuplicate({ definition, platform, label }: Scope, args: Values, urn: unknown): Error[] {
  const key = identityKey(definition, args);
  if (key === undefined || typeof urn !== "string") return [];
  const other = platform.declarations.declared(key, urn);
  return other === undefined ? [] : [new DuplicateNameError(label, other, identifyingArgs(definition))];
}
