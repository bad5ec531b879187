import type { Values } from "../schema/json.js";
import { RESOURCE_NAME } from "../schema/resourceName.js";
import { isSecretMember } from "../schema/secrecy.js";
import { UNKNOWN } from "../schema/unknown.js";
import { nameOf } from "./identity.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** Kind and name of a resource, for messages: `Container "web"`. */
export function labelOf(definition: ResourceDefinition, values: Values, id?: string): string {
  const { kind, pathArgs, nameArg } = definition;
  const name = nameOf(definition, values);
  const field = definition.args[nameArg ?? ""];
  if (name !== undefined && field !== undefined && !isSecretMember(field, values)) return `${kind} "${name.trim()}"`;
  const resourceName = values[RESOURCE_NAME];
  if (nameArg === undefined && typeof resourceName === "string") return `${kind} "${resourceName}"`;
  const [parent = ""] = pathArgs.slice(-1);
  const place = values[parent];
  if (nameArg === undefined && typeof place === "string" && place !== UNKNOWN) return `${kind} (${parent} ${place})`;
  return id === undefined ? kind : `${kind} with id ${id}`;
}
