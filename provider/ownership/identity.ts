import { idOf, normalId, normalName } from "../schema/equality.js";
import { type Fields, wireName } from "../schema/field.js";
import { at, hasUnknown, isAbsent, UNKNOWN, type Values } from "../schema/json.js";

/** The parts of a definition that identify a resource. */
export interface Identified {
  readonly kind: string;
  readonly args: Fields;
  /** By the ID from the platform, by the path parameters (`place`), or by its name in them (`name`), which is its Pulumi ID then. */
  readonly identity: "id" | "place" | "name";
  /** Path parameters of the create call: changing one replaces the resource. */
  readonly pathArgs: readonly string[];
  /** Argument with the resource's name, unique in its parent; in free-form JSON, its path: `body.name`. */
  readonly nameArg: string | undefined;
  /** The place of a resource whose path is an argument, in one form for all its spellings; nothing if it isn't known. */
  readonly parentIn?: ((values: Values) => string | undefined) | undefined;
  /** The path parameter with the ID of an existing resource. A program that omits it creates a new one, which its name identifies. */
  readonly existingArg?: string | undefined;
}

/** Whether the parent in these values identifies the resource. */
export function isIdentifiedByParent({ identity, existingArg }: Identified, values: Values): boolean {
  return identity === "place" && (existingArg === undefined || !isAbsent(values[existingArg]));
}

/**
 * The identity of a resource on any platform: its kind with its ID; with the parent if that or the name in it identifies the resource.
 * IDs are UUIDs, so the same ID is the same resource, whatever connection leads to it.
 */
export function identityOf(definition: Identified, id: string, values: Values = {}): string {
  const { kind, identity, pathArgs, existingArg } = definition;
  const parent = definition.parentIn?.(values);
  if (parent !== undefined) return `${kind} ${parent}/${normalId(id)}`;
  const own = idKey(definition, id);
  const isInParent = identity !== "id" && existingArg === undefined;
  if (!isInParent || !pathArgs.every((name) => typeof values[name] === "string")) return `${kind} ${own}`;
  const names = [...pathArgs.map((name) => normalId(String(values[name]))), ...(identity === "name" ? [own] : [])];
  return `${kind} /${names.join("/")}`;
}

/** The ID of the resource that a response describes. */
export function idInResponse(definition: Identified, response: Values): string | undefined {
  return definition.identity === "name" ? nameInResponse(definition, response) : idOf(response.id);
}

/** The ID in one form, however it's written. */
export function idKey(definition: Identified, id: string): string {
  return definition.identity === "name" ? comparable(definition, id) : normalId(id);
}

/** The ID in `adoptId`, as the platform spells it. */
export function adoptedId({ args }: Identified, adoptId: string): string {
  const isUuid = args.adoptId?.type === "string" && args.adoptId.format === "guid";
  return isUuid ? normalId(adoptId) : adoptId;
}

/** The ID of a resource that its arguments identify: the last path parameter, or the name. */
export function idInArguments(definition: Identified, values: Values): string | undefined {
  if (definition.identity === "name") return nameOf(definition, values);
  const parent = values[definition.pathArgs.at(-1) ?? ""];
  return isIdentifiedByParent(definition, values) && typeof parent === "string" ? parent : undefined;
}

/** Whether all path parameters are known. */
export function isKnownParent({ pathArgs }: Identified, values: Values): boolean {
  return pathArgs.every((name) => !hasUnknown(values[name]));
}

/** The name in the arguments; nothing if it isn't known, or if the kind has no names. */
export function nameOf({ nameArg }: Identified, values: Values): string | undefined {
  const name = nameArg === undefined ? undefined : at(values, nameArg);
  return typeof name === "string" && name !== UNKNOWN ? name : undefined;
}

/** The name of a resource in a response. */
export function nameInResponse({ nameArg, args }: Identified, response: Values): string | undefined {
  if (nameArg === undefined) return undefined;
  const field = args[nameArg];
  const [, ...below] = nameArg.split(".");
  const name = field === undefined ? at(response, below.join(".")) : response[wireName(nameArg, field)];
  return typeof name === "string" ? name : undefined;
}

export function isSameName(definition: Identified, one: string, other: string): boolean {
  return comparable(definition, one) === comparable(definition, other);
}

/** The same form for all spellings of a name that the platform treats as the same. */
function comparable({ nameArg, args }: Identified, name: string): string {
  return args[nameArg ?? ""]?.compared === "ignoring case" ? normalName(name) : name;
}

/**
 * Arguments that no two resources of the kind share together: the parent and, if a parent has several, the name. A name that is unique
 * everywhere is enough.
 */
export function identifyingArgs(definition: Identified, values: Values): readonly string[] {
  const { pathArgs, nameArg, existingArg } = definition;
  if (isIdentifiedByParent(definition, values)) return pathArgs;
  if (nameArg === undefined) return [];
  const parent = pathArgs.filter((name) => name !== existingArg);
  return isUniqueEverywhere(definition) ? [nameArg] : [...parent, nameArg];
}

/** Whether names are unique on the whole platform. */
export function isUniqueEverywhere({ nameArg, args }: Identified): boolean {
  return args[nameArg ?? ""]?.identifies === "everywhere";
}

/** Their values as one text; nothing if the kind has none, or if one isn't known. */
export function identityKey(definition: Identified, values: Values): string | undefined {
  const names = identifyingArgs(definition, values);
  const parent = definition.parentIn?.(values);
  if (parent !== undefined) {
    const name = nameOf(definition, values);
    return name === undefined ? undefined : JSON.stringify([definition.kind, parent, name]);
  }
  const specified = names.map((name) => values[name]);
  const known = specified.filter((value) => typeof value === "string" && value !== UNKNOWN) as string[];
  if (names.length === 0 || known.length < names.length) return undefined;
  const texts = known.map((text, index) =>
    names[index] === definition.nameArg ? comparable(definition, text) : normalId(text),
  );
  return JSON.stringify([definition.kind, ...texts]);
}
