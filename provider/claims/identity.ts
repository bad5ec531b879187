import type { Fields } from "../schema/field.js";
import { at, hasUnknown, isAbsent, UNKNOWN, type Values } from "../schema/json.js";
import { normalId, normalName } from "../schema/normalForm.js";
import { wireName } from "../values/wire.js";

/** The parts of a definition that say what identifies a resource. */
export interface Identified {
  readonly kind: string;
  readonly args: Fields;
  /** What identifies a resource: the ID that the platform assigns, or its path parameters (`place`). */
  readonly identity: "id" | "place";
  /** Arguments that are path parameters of the create call: changing one replaces the resource. */
  readonly pathArgs: readonly string[];
  /** Argument that is the resource's name, unique in its place; below free-form JSON, its path: `body.name`. */
  readonly nameArg: string | undefined;
  /** The place of a resource whose path is one of its arguments, in a form that is the same for all spellings; if it is known. */
  readonly placeIn?: ((values: Values) => string | undefined) | undefined;
  /**
   * The path parameter that is the ID of an existing resource, where a program may omit it: then it creates a new one, which its name
   * identifies.
   */
  readonly existingArg?: string | undefined;
}

/** Whether the place in these values says which resource they are of. */
export function isPlaced({ identity, existingArg }: Identified, values: Values): boolean {
  return identity === "place" && (existingArg === undefined || !isAbsent(values[existingArg]));
}

/**
 * What identifies a resource, on whatever platform: its kind and ID, or its place if there is only one per place. Platforms assign
 * UUIDs: the same one is the same resource, whatever connection leads to it.
 */
export function identityOf(definition: Identified, id: string, values: Values = {}): string {
  const { kind, identity, pathArgs, existingArg } = definition;
  const place = definition.placeIn?.(values);
  if (place !== undefined) return `${kind} ${place}/${normalId(id)}`;
  const hasOnlyPlace = identity === "place" && existingArg === undefined;
  const isByPlace = hasOnlyPlace && pathArgs.every((name) => typeof values[name] === "string");
  return `${kind} ${normalId(isByPlace ? `/${pathArgs.map((name) => values[name]).join("/")}` : id)}`;
}

/** The ID of the resource that a program adopts, as the platform spells it. */
export function adoptedId({ args }: Identified, adoptId: string): string {
  const isUuid = args.adoptId?.type === "string" && args.adoptId.format === "guid";
  return isUuid ? normalId(adoptId) : adoptId;
}

/** The ID of a resource that is identified by its place: the last path parameter. */
export function placeId(definition: Identified, values: Values): string | undefined {
  const place = values[definition.pathArgs.at(-1) ?? ""];
  return isPlaced(definition, values) && typeof place === "string" ? place : undefined;
}

/** Whether it is known where the resource is. */
export function isKnownPlace({ pathArgs }: Identified, values: Values): boolean {
  return pathArgs.every((name) => !hasUnknown(values[name]));
}

/** The name in the arguments, if the kind has names and it is known. */
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

/** Whether the platform treats two names as the same. */
export function isSameName(definition: Identified, one: string, other: string): boolean {
  return comparable(definition, one) === comparable(definition, other);
}

/** The form of a name that is the same for all names that the platform treats as the same. */
function comparable({ nameArg, args }: Identified, name: string): string {
  return args[nameArg ?? ""]?.compared === "ignoring case" ? normalName(name) : name;
}

/**
 * Arguments that together only one resource of the kind can have: its place and, if several share a place, its name. A name that is
 * unique everywhere is enough.
 */
export function identifyingArgs(definition: Identified, values: Values): readonly string[] {
  const { pathArgs, nameArg, existingArg } = definition;
  if (isPlaced(definition, values)) return pathArgs;
  if (nameArg === undefined) return [];
  const place = pathArgs.filter((name) => name !== existingArg);
  return isUniqueEverywhere(definition) ? [nameArg] : [...place, nameArg];
}

/** Whether no two resources of the platform have the same name, whatever place they are in. */
export function isUniqueEverywhere({ nameArg, args }: Identified): boolean {
  return args[nameArg ?? ""]?.identifies === "everywhere";
}

/** What those arguments are, in one text; nothing if the kind has none, or if one of them is not known. */
export function identityKey(definition: Identified, values: Values): string | undefined {
  const names = identifyingArgs(definition, values);
  const place = definition.placeIn?.(values);
  if (place !== undefined) {
    const name = nameOf(definition, values);
    return name === undefined ? undefined : JSON.stringify([definition.kind, place, name]);
  }
  const given = names.map((name) => values[name]);
  const known = given.filter((value) => typeof value === "string" && value !== UNKNOWN) as string[];
  if (names.length === 0 || known.length < names.length) return undefined;
  const texts = known.map((text, index) =>
    names[index] === definition.nameArg ? comparable(definition, text) : normalId(text),
  );
  return JSON.stringify([definition.kind, ...texts]);
}
