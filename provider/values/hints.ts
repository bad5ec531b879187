import { isObject, parseJson, textsIn, UNKNOWN, type Value, type Values } from "../schema/json.js";

/** What the SDK passes to both doors about a resource's arguments, as extra inputs. They are never stored in the state. */

/**
 * Names of arguments that the program marks as secret: `description,storage`. Dynamic providers receive plain values, which would show in
 * errors and diffs, and transforms in an inline program return their arguments without marks.
 */
export const SECRETS = "__secrets";

/** Secret entries of arguments, such as `{ variables: { TOKEN: "…" } }`, or `true` for a whole argument. */
export const SECRET_ENTRIES = "__secretEntries";

/** Paths in `ignoreChanges` to entries that the state may have in another argument, as JSON. */
export const IGNORED = "__ignored";

/**
 * Names of arguments that depend on a resource outside of this run: `environmentId,ports`. In a preview, such values are unknown; in an
 * update, the engine omits them.
 */
export const PENDING = "__pending";

export interface ProgramHints {
  readonly secrets: readonly string[];
  readonly secretEntries: Values;
  readonly ignored: readonly string[];
  readonly pending: readonly string[];
}

/** Separates the SDK's hints from the arguments. */
export function hintsApart(given: Values): { readonly values: Values; readonly hints: ProgramHints } {
  const {
    [SECRETS]: secrets,
    [SECRET_ENTRIES]: secretEntries,
    [IGNORED]: ignored,
    [PENDING]: pending,
    ...values
  } = given;
  return {
    values,
    hints: {
      secrets: textIn(secrets, (text) => text.split(",").filter(Boolean)),
      secretEntries: isObject(secretEntries) ? (secretEntries as Values) : {},
      ignored: textIn(ignored, (text) => textsIn(parseJson(text) as Value | undefined)),
      pending: textIn(pending, (text) => text.split(",")),
    },
  };
}

/** The arguments, with pending ones as unknown. */
export function withPending(args: Values, pending: readonly string[]): Values {
  return pending.length === 0 ? args : { ...args, ...Object.fromEntries(pending.map((name) => [name, UNKNOWN])) };
}

/** The argument, or the entry of one, that a path in `ignoreChanges` or `replaceOnChanges` names. */
export function entryOf(path: string): { readonly arg: string; readonly key?: string } {
  const [, arg = path, name, quoted] = /^([^.[\]"]+)(?:\.([^.[\]"]+)|\["((?:[^"\\]|\\.)*)"\])?$/.exec(path) ?? [];
  const key = name ?? quoted?.replace(/\\(.)/g, "$1");
  return key === undefined || key === "*" ? { arg } : { arg, key };
}

function textIn(value: Value | undefined, read: (text: string) => readonly string[]): readonly string[] {
  return typeof value === "string" ? read(value) : [];
}

/** Sets the name to the resource's Pulumi name if the kind has a name and the program doesn't set it. */
export function withDefaultName<T>(
  fields: Readonly<Record<string, { readonly whenOmitted?: { readonly isResourceName?: true } }>>,
  args: Readonly<Record<string, T>>,
  resourceName: string,
): Readonly<Record<string, T | string>> {
  const named = Object.keys(fields).filter((name) => fields[name]?.whenOmitted?.isResourceName);
  return { ...args, ...Object.fromEntries(named.map((name) => [name, args[name] ?? resourceName])) };
}

/**
 * Output of a dynamic resource that a program manages: its revision, then the names of the values that are secret only because the program
 * marks them, or has marked them (`9f2c51d07a3be864;description`). Empty if there are none, and `null` for a resource that is only read.
 */
export const MANAGED = "__managed";

/**
 * Output after a partial failure: what the program specified before, as JSON, since some of it may not be removed yet. Always secret, since
 * it may contain secrets.
 */
export const PREVIOUS = "__previous";

/** Output of both providers: the location of the platform on which the resource was last seen. */
export const LOCATION = "__location";

/** Output: what the platform stores instead of some values that were sent, as JSON. Always secret, since these may be. */
export const NORMALIZED = "__normalized";

/** The values of an output in JSON. */
export function jsonIn(value: Value | undefined): Values | undefined {
  return typeof value === "string" ? (parseJson(value) as Values) : undefined;
}

/** An output in JSON, if there is anything to remember. */
export function jsonOutput(name: string, values: Values | undefined): Values {
  const isEmpty = values === undefined || Object.keys(values).length === 0;
  return isEmpty ? {} : { [name]: JSON.stringify(values) };
}

const separator = ";";

/** The revision in `__managed`; nothing for a resource that is only read. */
export function revisionIn(managed: unknown): string | undefined {
  return partOf(managed, 0) || undefined;
}

/** The text of `__managed`. */
export function managedWith(revision: string | undefined, secrets: readonly string[] = []): string {
  const names = secrets.join(",");
  return `${revision ?? ""}${names === "" ? "" : `${separator}${names}`}`;
}

/** Names of values that the program marks as secret, or has marked. */
export function secretsIn(managed: unknown): readonly string[] {
  return (partOf(managed, 1) ?? "").split(",").filter(Boolean);
}

function partOf(managed: unknown, index: number): string | undefined {
  return typeof managed === "string" && managed !== UNKNOWN ? managed.split(separator)[index] : undefined;
}

export function locationIn({ [LOCATION]: location }: Values): string | undefined {
  return typeof location === "string" ? location : undefined;
}
