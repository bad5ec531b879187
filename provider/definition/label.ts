import { nameOf } from "../claims/identity.js";
import type { Values } from "../schema/json.js";
import { isSecretMember } from "../schema/secrecy.js";
import { UNKNOWN } from "../schema/unknown.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** What identifies a resource where its arguments do not. */
interface Naming {
  readonly id?: string | undefined;
  /** Its name in the program. */
  readonly resourceName?: string | undefined;
}

/** Kind and name of a resource, for messages: `Container "web"`. */
export function labelOf(definition: ResourceDefinition, values: Values, { id, resourceName }: Naming = {}): string {
  const { kind, pathArgs, nameArg } = definition;
  const name = nameOf(definition, values);
  const field = definition.args[nameArg ?? ""];
  if (name !== undefined && field !== undefined && !isSecretMember(field, values)) return `${kind} "${name.trim()}"`;
  if (nameArg === undefined && resourceName !== undefined) return `${kind} "${resourceName}"`;
  const [parent = ""] = pathArgs.slice(-1);
  const place = values[parent];
  if (nameArg === undefined && typeof place === "string" && place !== UNKNOWN) return `${kind} (${parent} ${place})`;
  return id === undefined ? kind : `${kind} with id ${id}`;
}
