import * as pulumi from "@pulumi/pulumi";
import { InvalidArgumentError } from "../provider/errors/plan.js";
import { pathText } from "../provider/schema/equality.js";
import { isAbsent, isObject } from "../provider/schema/json.js";
import { outlineOfType } from "./kinds.js";
import type { Outline, ValueOutline } from "./outline.js";
import { programError } from "./program.js";
import { pulumiTypeOf } from "./pulumiInternals.js";

type Path = readonly (string | number)[];

/**
 * The arguments, if every value in them can be passed to the engine: the Pulumi SDK leaves out functions, alters dates and
 * binary data, and fails with errors of its own that name neither resource nor argument. What is only known later is checked
 * when it is known.
 *
 * @param label The resource for messages: `Container "web"`.
 * @throws pulumi.RunError that names the resource, the argument, and what to do.
 */
export function plainArguments(label: string, args: unknown): ProgramArgs {
  const refuse = (path: Path, expected: string): never => {
    throw programError(new InvalidArgumentError(label, { path: pathText(path), expected }));
  };
  const plain = (value: unknown, path: Path, around: readonly object[]): unknown => {
    const wrong = unusable(value);
    if (wrong !== undefined) return refuse(path, wrong);
    if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return value;
    if (pulumi.Output.isInstance(value)) return value.apply((known) => plain(known, path, []));
    if (value instanceof Promise) return value.then((known) => plain(known, path, []));
    if (around.includes(value)) refuse(path, "must not contain itself: pass the values without the cycle");
    const inside = [...around, value];
    if (Array.isArray(value)) return value.map((item, index) => plain(item, [...path, index], inside));
    return membersOf(value, path, inside);
  };
  const membersOf = (value: object, path: Path, inside: readonly object[]): ProgramArgs => {
    if (Object.hasOwn(value, "__proto__")) refuse([...path, "__proto__"], "must not be set: the Pulumi SDK loses it");
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, plain(member, [...path, name], inside)] as const),
    );
  };
  const wrong = unusableArguments(args);
  return wrong === undefined ? membersOf(args as object, [], [args as object]) : refuse([], wrong);
}

/** What must hold for a resource's arguments as a whole; nothing if it does. */
function unusableArguments(args: unknown): string | undefined {
  if (isLater(args)) {
    return "must be an object, not an output or a promise: pass an object whose members are outputs";
  }
  if (args === null || typeof args !== "object" || Array.isArray(args)) {
    return `must be an object; got ${args === null || typeof args !== "object" ? String(args) : "an array"}`;
  }
  if (pulumi.Resource.isInstance(args) || "__pulumiResource" in args) {
    return "must not be those of another resource, which also contain its outputs: pass each argument";
  }
  return unusable(args);
}

/** What must hold for a value, with what to do; nothing if the engine gets it as it is. */
function unusable(value: unknown): string | undefined {
  switch (typeof value) {
    case "function":
      return "must not be a function: pass the value that it returns, or omit the argument";
    case "symbol":
      return "must not be a symbol: pass a string";
    case "bigint":
      return "must not be a BigInt: pass a number or a string";
    case "number":
      return Number.isFinite(value) ? undefined : `must be a finite number; got ${value}`;
    case "object":
      return value === null || isPlain(value) ? undefined : unusableObject(value);
    default:
      return undefined;
  }
}

function isPlain(value: object): boolean {
  return (
    isLater(value) ||
    pulumi.Resource.isInstance(value) ||
    Array.isArray(value) ||
    (!isAsset(value) && tagOf(value) === "Object" && Object.getPrototypeOf(value) !== null)
  );
}

function unusableObject(value: object): string {
  if (value instanceof Date) return "must not be a Date: pass a string, for example `date.toISOString()`";
  if (ArrayBuffer.isView(value)) {
    return 'must not be binary data: pass a string, for example `buffer.toString("base64")`';
  }
  if (isAsset(value)) return "must not be an asset: read the file and pass its text";
  const tag = tagOf(value);
  if (Object.getPrototypeOf(value) === null) {
    return "must be an object with a prototype: copy it with `{ ...value }`";
  }
  return `must be a plain object or an array; got a ${tag}: pass its values as an object or an array`;
}

function isAsset(value: object): boolean {
  return pulumi.asset.Asset.isInstance(value) || pulumi.asset.Archive.isInstance(value);
}

/** The kind of an object: `Object` for plain ones and instances of a program's own classes, otherwise `Date`, `Map` and so on. */
function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/**
 * The arguments with the ID of each resource that the program passes instead of it: `registryId` for `registry`, and `{ id }` for a
 * resource that is an item of a list.
 *
 * @param label The resource for messages: `Container "web"`.
 * @throws pulumi.RunError for another kind of resource, and for an ID next to it that isn't its own. What is only known later is
 *   checked when it is known.
 */
export function resourcesAsIds(label: string, { args: outlines }: Outline, args: ProgramArgs): ProgramArgs {
  const refuse = (path: Path, expected: string, got: string): never => {
    throw programError(new InvalidArgumentError(label, { path: pathText(path), expected, got }));
  };
  const idOf = (kind: string, value: unknown, path: Path): unknown => {
    if (isLater(value)) return outputOf(value).apply((known) => idOf(kind, known, path));
    if (isAbsent(value)) return undefined;
    // A resource in an output of another one.
    if (isObject(value) && !pulumi.Resource.isInstance(value) && "id" in value) return value.id;
    const specified = kindOf(value);
    return specified === kind
      ? (value as pulumi.CustomResource).id
      : refuse(path, `must be a resource of the kind ${kind}`, specified ?? "something else");
  };
  const onlyId = (resource: unknown, id: unknown, kind: string, path: Path): unknown => {
    const own = idOf(kind, resource, path);
    if (isAbsent(id)) return own;
    return pulumi
      .all([own, id])
      .apply(([named, specified]) =>
        isAbsent(named) || isAbsent(specified) || isSameId(named, specified)
          ? (specified ?? named)
          : refuse(path, `must be the ${kind} that ${path.at(-1)}Id names, or be omitted`, String(named)),
      );
  };
  const membersOf = (
    members: Readonly<Record<string, ValueOutline>>,
    specified: ProgramArgs,
    path: Path,
  ): ProgramArgs => {
    const result = Object.fromEntries(
      Object.entries(specified).map(([name, value]) => [name, convert(members[name], value, [...path, name])]),
    );
    for (const [name, { idOf: kind }] of Object.entries(members)) {
      const sibling = name.replace(/Id$/, "");
      if (kind === undefined || sibling === name || !(sibling in specified)) continue;
      delete result[sibling];
      const id = onlyId(specified[sibling], specified[name], kind, [...path, sibling]);
      if (id !== undefined) result[name] = id;
    }
    return result;
  };
  const convert = (field: ValueOutline | undefined, value: unknown, path: Path): unknown => {
    if (field === undefined || isAbsent(value) || !holdsIds(field)) return value;
    if (isLater(value)) return outputOf(value).apply((known) => convert(field, known, path));
    const { item, members = {} } = field;
    if (Array.isArray(value)) return value.map((each, index) => convert(item, each, [...path, index]));
    const kind = members.id?.idOf;
    if (kind !== undefined && pulumi.Resource.isInstance(value)) return { id: idOf(kind, value, path) };
    return typeof value === "object" ? membersOf(members, value as ProgramArgs, path) : value;
  };
  return membersOf(outlines, args, []);
}

function holdsIds({ idOf, item, members }: ValueOutline): boolean {
  return idOf !== undefined || (item !== undefined && holdsIds(item)) || Object.values(members ?? {}).some(holdsIds);
}

/** Whether a value is only known later. */
export function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** An output of any value. */
export function outputOf(value: unknown): pulumi.Output<unknown> {
  return pulumi.output(value) as pulumi.Output<unknown>;
}

/** The kind of a resource of this package; for others, their type. Nothing for what isn't a resource. */
function kindOf(value: unknown): string | undefined {
  if (!pulumi.CustomResource.isInstance(value)) return undefined;
  const type = pulumiTypeOf(value);
  return outlineOfType(type)?.kind ?? type;
}

function isSameId(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

/**
 * The ID of a resource that a program reads: without one, the Pulumi SDK would create a resource. An unknown ID is checked once it's
 * known.
 *
 * @throws pulumi.RunError that names the resource and says what to do.
 */
export function idToRead(kind: string, name: string, id: pulumi.Input<pulumi.ID>): pulumi.Input<pulumi.ID> {
  const present = (known: unknown): pulumi.ID => {
    if (typeof known === "string" && known !== "") return known;
    const expected = `must be the ID of the ${kind} that ${kind}.get reads; to create one, use new ${kind}`;
    throw programError(new InvalidArgumentError(`${kind} "${name}"`, { path: "id", expected }));
  };
  return isLater(id) ? pulumi.output(id).apply(present) : present(id);
}

/**
 * The Pulumi SDK makes a text of each argument for its debugging, which fails for an object that has a member `toString`, such as a
 * variable of that name: as an output, it has no text.
 */
export function withTexts(args: ProgramArgs): ProgramArgs {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, hasText(value) ? value : pulumi.output(value)]),
  );
}

function hasText(value: unknown): boolean {
  try {
    return `${value}` !== undefined;
  } catch {
    return false;
  }
}

/** Arguments as a program sets them. */
export type ProgramArgs = Readonly<Record<string, unknown>>;

/** What a lookup looks for: one resource of a kind, all of them, or a text of one. */
export type Target = "one" | "all" | { readonly document: string };

/** Arguments of a lookup: where to look and, for a single resource, its name or ID. */
export interface LookupArgs {
  readonly [argument: string]: unknown;
  readonly connection?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** A resource in an output of another one, which a program may pass on with its ID. */
export interface ResourceOutput {
  readonly id: pulumi.Input<string>;
  /** Only resources have a URN. */
  readonly urn?: undefined;
}
