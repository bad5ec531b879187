import { nameOf } from "../ownership/identity.js";
import { type Field, fieldsWithin, isSecretMember, walk } from "../schema/field.js";
import { textFormats } from "../schema/formats.js";
import { isAbsent, UNKNOWN, type Value, type Values } from "../schema/json.js";
import type { ResourceDefinition } from "./kind.js";

/** The kind's name in references: the first segment of its paths, `container` of `/container/{id}`. */
export function referenceName({ api }: Pick<ResourceDefinition, "api">): string | undefined {
  return /^\/(\w+)\/\{id\}$/.exec(api.delete?.path ?? "")?.[1];
}

/** The kinds that a field may refer to, by their names in references. */
export function refersTo(field: Field): readonly string[] {
  if (field.type !== "string" || field.format === undefined) return [];
  const format = textFormats[field.format];
  return "refersTo" in format ? (format.refersTo ?? []) : [];
}

/** An argument that takes a resource in place of an ID. */
export interface ResourceArgument {
  readonly name: string;
  readonly kind: string;
}

/** The argument that takes the resource of an ID: `registry` for `registryId`. Nothing if there is none. */
export function resourceArgument(name: string, field: Field): ResourceArgument | undefined {
  const kind = kindNamedBy(field);
  return kind === undefined || !name.endsWith("Id") ? undefined : { name: name.slice(0, -"Id".length), kind };
}

/** The kind of the resources that may be items of a list of IDs. */
export function itemKind(item: Field): string | undefined {
  return item.type === "object" && item.members.id !== undefined ? kindNamedBy(item.members.id) : undefined;
}

/** The kind of the resource that a field has the ID of. */
export function kindNamedBy({ idOf }: Field): string | undefined {
  return idOf === undefined || idOf.kind === "service" || idOf.kind === "same kind" ? undefined : idOf.kind;
}

/** The IDs of resources of a kind in a value, at any depth. */
export function idsNamedIn(field: Field, value: Value | undefined, kind: string): Value[] {
  return walk(field, value).flatMap((each) =>
    kindNamedBy(each.field) === kind && !isAbsent(each.value) ? [each.value] : [],
  );
}

/** Whether changing this argument replaces the resource, whatever the API can update. */
export function forcesReplacement(definition: ResourceDefinition, arg: string): boolean {
  return isParent(definition, arg) || definition.args[arg]?.onUpdate === "replace";
}

/** Whether the argument is the resource's place. A replacement in another parent may have the same name. */
export function isParent({ pathArgs }: ResourceDefinition, arg: string): boolean {
  return pathArgs.includes(arg) || arg === "connection";
}

/** What identifies a resource in messages if its arguments don't. */
interface Naming {
  readonly id?: string | undefined;
  readonly resourceName?: string | undefined;
}

/** Kind and name of a resource, for messages: `Variable "db-url" (DATABASE_URL)`, with the platform's name if that's another one. */
export function labelOf(definition: ResourceDefinition, values: Values, { id, resourceName }: Naming = {}): string {
  const { kind, pathArgs, nameArg } = definition;
  const name = nameOf(definition, values);
  const field = definition.args[nameArg ?? ""];
  const isShown = name !== undefined && field !== undefined && !isSecretMember(field, values);
  const label = labelNamed(kind, resourceName, isShown ? name : undefined);
  if (label !== undefined) return label;
  const [parent = ""] = pathArgs.slice(-1);
  const place = values[parent];
  if (nameArg === undefined && typeof place === "string" && place !== UNKNOWN) return `${kind} (${parent} ${place})`;
  return id === undefined ? kind : `${kind} with id ${id}`;
}

/** The same for known names: the one in the program, and the one on the platform. Nothing without either. */
export function labelNamed(kind: string, resourceName: string | undefined, name?: string): string | undefined {
  const own = name?.trim();
  if (resourceName === undefined || resourceName === own) return own === undefined ? undefined : `${kind} "${own}"`;
  return `${kind} "${resourceName}"${own === undefined ? "" : ` (${own})`}`;
}

/**
 * Arguments whose text in a clone may be a secret of its source. What the clone sets replaces it, unless the update merges the value.
 */
export function copiedTexts({ args }: Pick<ResourceDefinition, "args">, specified: Values): string[] {
  const isCopied = ({ local, whenOmitted }: Field) => !local && !whenOmitted?.isResourceName;
  return Object.entries(args)
    .filter(([name, field]) => isCopied(field) && holdsText(field) && (isAbsent(specified[name]) || isMerged(field)))
    .map(([name]) => name);
}

/** Whether an update merges the value: an object, or objects in arrays. */
export function isMerged(field: Field): boolean {
  const [item] =
    field.type === "array" ? fieldsWithin(field).filter((each) => each.field.type !== "array") : [{ field }];
  return item?.field.type === "object";
}

/** Whether the field may contain free text, and so a secret. */
export function holdsText(field: Field): boolean {
  const isText = (each: Field) =>
    each.type === "string" && (each.format === undefined || textFormats[each.format].isFree);
  const all = [field, ...fieldsWithin(field).map((each) => each.field)];
  return all.some((each) => each.type === "json" || each.type === "record" || isText(each));
}
