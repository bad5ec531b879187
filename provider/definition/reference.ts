import type { Field } from "../schema/field.js";
import { textFormats } from "../schema/textFormats.js";
import { placeOptions } from "./optionNames.js";
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
