import { isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";

/**
 * What the SDK tells both doors about a resource's arguments, as inputs beside them. No state contains these.
 */

/**
 * The arguments that the program itself marks as secret, such as `description,storage`. A dynamic provider gets plain values, which
 * would otherwise show in errors and diffs, and transforms in an inline program hand their arguments back without marks.
 */
export const SECRETS = "__secrets";

/**
 * The entries of arguments whose values the program marks as secret, such as `{ variables: { TOKEN: "…" } }`, or `true` for all of
 * an argument.
 */
export const SECRET_ENTRIES = "__secretEntries";

/** The paths in `ignoreChanges` of entries that the state may have in another argument, as JSON. */
export const IGNORED = "__ignored";

/**
 * The names of the arguments that depend on a resource that isn't part of this run, such as `environmentId,ports`. In a preview, such
 * a value is unknown; in an update, the engine omits it.
 */
export const PENDING = "__pending";

export interface ProgramHints {
  readonly secrets: readonly string[];
  readonly secretEntries: Values;
  readonly ignored: readonly string[];
  readonly pending: readonly string[];
}

/** Separates what the SDK tells from the arguments. */
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
      ignored: textIn(ignored, (text) => JSON.parse(text) as string[]),
      pending: textIn(pending, (text) => text.split(",")),
    },
  };
}

/** The arguments, with those as unknown that depend on a resource that isn't part of this run. */
export function withPending(args: Values, pending: readonly string[]): Values {
  return pending.length === 0 ? args : { ...args, ...Object.fromEntries(pending.map((name) => [name, UNKNOWN])) };
}

/** What a path in `ignoreChanges` or `replaceOnChanges` names: an argument, or one entry of it. */
export function entryOf(path: string): { readonly arg: string; readonly key?: string } {
  const [, arg = path, name, quoted] = /^([^.[\]"]+)(?:\.([^.[\]"]+)|\["((?:[^"\\]|\\.)*)"\])?$/.exec(path) ?? [];
  const key = name ?? quoted?.replace(/\\(.)/g, "$1");
  return key === undefined || key === "*" ? { arg } : { arg, key };
}

function textIn(value: Value | undefined, read: (text: string) => string[]): readonly string[] {
  return typeof value === "string" ? read(value) : [];
}

/** The arguments with the resource's Pulumi name where the kind has a name and the program gives none. */
export function withDefaultName<T>(
  fields: Readonly<Record<string, { readonly defaultsToResourceName?: boolean }>>,
  args: Readonly<Record<string, T>>,
  resourceName: string,
): Readonly<Record<string, T | string>> {
  const named = Object.keys(fields).filter((name) => fields[name]?.defaultsToResourceName);
  return { ...args, ...Object.fromEntries(named.map((name) => [name, args[name] ?? resourceName])) };
}
