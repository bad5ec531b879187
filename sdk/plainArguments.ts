import * as pulumi from "@pulumi/pulumi";
import { InvalidArgumentError } from "../provider/errors/plan.js";
import { pathText } from "../provider/schema/normalForm.js";
import type { GivenArgs } from "./given.js";
import { programError } from "./programError.js";

type Path = readonly (string | number)[];

/**
 * The arguments, if every value in them can be passed to the engine: the Pulumi SDK leaves out functions, alters dates and
 * binary data, and fails with errors of its own that name neither resource nor argument. What is only known later is checked
 * when it is known.
 *
 * @param label The resource for messages: `Container "web"`.
 * @throws pulumi.RunError that names the resource, the argument, and what to do.
 */
export function plainArguments(label: string, args: unknown): GivenArgs {
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
  const membersOf = (value: object, path: Path, inside: readonly object[]): GivenArgs => {
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
  if (pulumi.Output.isInstance(args) || args instanceof Promise) {
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
  const isLater = pulumi.Output.isInstance(value) || value instanceof Promise || pulumi.Resource.isInstance(value);
  return (
    isLater ||
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
