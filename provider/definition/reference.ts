import { nameOf } from "../claims/identity.js";
import { type Field, fieldsInside, inside, isSecretMember } from "../schema/field.js";
import { isAbsent, UNKNOWN, type Value, type Values } from "../schema/json.js";
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

/** What a program may give in place of an ID: the resource, under a name of its own. */
export interface ResourceArgument {
  readonly name: string;
  readonly kind: string;
}

/** The argument for the resource that an ID names: `registry` beside `registryId`. Nothing if it has none. */
export function resourceArgument(name: string, field: Field): ResourceArgument | undefined {
  const kind = kindNamedBy(field);
  return kind === undefined || !name.endsWith("Id") ? undefined : { name: name.slice(0, -"Id".length), kind };
}

/** The kind of the resources that may be given as items: those whose IDs the items have. Nothing if there are none. */
export function itemKind(item: Field): string | undefined {
  return item.type === "object" && item.members.id !== undefined ? kindNamedBy(item.members.id) : undefined;
}

/** The kind that a field states by its name for an ID. */
export function kindNamedBy({ idOf }: Field): string | undefined {
  return idOf === undefined || idOf.kind === "service" || idOf.kind === "same kind" ? undefined : idOf.kind;
}

/** The IDs of resources of a kind that a value has, at any depth. */
export function idsNamedIn(field: Field, value: Value | undefined, kind: string): Value[] {
  if (kindNamedBy(field) === kind && !isAbsent(value)) return [value as Value];
  return inside(field, value).flatMap((inner) => idsNamedIn(inner.field, inner.value, kind));
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
  if (field === undefined && resourceName !== undefined) return `${kind} "${resourceName}"`;
  const [parent = ""] = pathArgs.slice(-1);
  const place = values[parent];
  if (nameArg === undefined && typeof place === "string" && place !== UNKNOWN) return `${kind} (${parent} ${place})`;
  return id === undefined ? kind : `${kind} with id ${id}`;
}

/** Names of the arguments whose values in a clone may be secrets of its source: what the clone gives replaces them, unless it is merged. */
export function copiedTexts({ args }: Pick<ResourceDefinition, "args">, given: Values): string[] {
  const isCopied = ({ local, whenOmitted }: Field) => !local && !whenOmitted?.isResourceName;
  return Object.entries(args)
    .filter(([name, field]) => isCopied(field) && holdsText(field) && (isAbsent(given[name]) || isMerged(field)))
    .map(([name]) => name);
}

/** Whether an update merges the value: of an object, and of objects in arrays. */
export function isMerged(field: Field): boolean {
  return field.type === "object" || (field.type === "array" && isMerged(field.item));
}

/** Whether free text, and so a secret, may be anywhere inside the field. */
export function holdsText(field: Field): boolean {
  if (field.type === "string") return field.format === undefined || textFormats[field.format].isFree;
  return field.type === "json" || field.type === "record" || fieldsInside(field).some(holdsText);
}
