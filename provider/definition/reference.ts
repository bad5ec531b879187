import { nameOf } from "../claims/identity.js";
import type { Field } from "../schema/field.js";
import { isSecretMember } from "../schema/field.js";
import type { Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/json.js";
import { textFormats } from "../schema/textFormats.js";
import { placeOptions } from "./names.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** How references name a kind: by the first segment of its paths, `container` of `/container/{id}`. Nothing if it has none. */
export function referenceName({ api }: Pick<ResourceDefinition, "api">): string | undefined {
  return /^\/(\w+)\/\{id\}$/.exec(api.delete?.path ?? "")?.[1];
}

/** The names of the kinds that a field may refer to; none if it isn't a reference. */
export function refersTo(field: Field): readonly string[] {
  if (field.type !== "string" || field.format === undefined) return [];
  const format = textFormats[field.format];
  return "refersTo" in format ? (format.refersTo ?? []) : [];
}

/** Whether changing this argument replaces the resource, regardless of what the API can update. */
export function forcesReplacement(definition: ResourceDefinition, arg: string): boolean {
  return isPlace(definition, arg) || definition.args[arg]?.onUpdate === "replace";
}

/** Whether the argument says where the resource is. A replacement in another place may have the same name. */
export function isPlace({ pathArgs }: ResourceDefinition, arg: string): boolean {
  return pathArgs.includes(arg) || placeOptions.includes(arg);
}

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
