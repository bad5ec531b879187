import { chooserOf, type Field } from "../schema/field.js";
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
  fields: Readonly<Record<string, { readonly whenOmitted?: { readonly isResourceName?: true } }>>,
  args: Readonly<Record<string, T>>,
  resourceName: string,
): Readonly<Record<string, T | string>> {
  const named = Object.keys(fields).filter((name) => fields[name]?.whenOmitted?.isResourceName);
  return { ...args, ...Object.fromEntries(named.map((name) => [name, args[name] ?? resourceName])) };
}

/** The arguments with the name of the one that is given where several exclude each other and the program does not say which it is. */
export function withChosen<T>(
  fields: Readonly<Record<string, Pick<Field, "onWire">>>,
  args: Readonly<Record<string, T>>,
): Readonly<Record<string, T | string>> {
  const chosen = Object.entries(fields).flatMap(([name, field]) => {
    const chooser = args[name] === undefined ? undefined : chooserOf(field);
    return chooser === undefined ? [] : [[chooser, name] as const];
  });
  return { ...Object.fromEntries(chosen), ...args };
}

/**
 * Outputs: the arguments that the program gives, such as `+cpu,ports(@8080(name),@9090),source(image())`, without those that are
 * required (see `dynamic/givenText.ts`). A revision may follow, and then the names of secret values.
 *
 * The engine passes only the outputs to `read`. To return the matching inputs, which `ignoreChanges` and drift detection need,
 * the provider must know which outputs the program manages; and an update must know which of them the program no longer gives.
 * It stores names, and the keys that identify items or, if these are secret, their places, so that no other value is stored twice.
 */
export const MANAGED = "__managed";

/** Output of the native provider that keeps, after a partial failure, which arguments were given before: some are still to be removed. */
export const GIVEN = "__given";

/** Separates the description of the given arguments, the revision and names of secrets: `name,cpu;9f2c51d07a3be864;description`. */
const separator = ";";

/** The revision in a state's `__managed`; nothing if there is none: the resource is only read. */
export function revisionIn(managed: unknown): string | undefined {
  return typeof managed === "string" ? managed.split(separator)[1] || undefined : undefined;
}

export function withoutRevision(managed: string): string {
  return managed.split(separator)[0] as string;
}

/** `__managed` with the revision, if there is one, and the names of the values that are secret only because the program marks them. */
export function withRevision(described: string, revision: string | undefined, secrets: readonly string[] = []): string {
  const parts = [described, revision ?? "", secrets.join(",")];
  while (parts.at(-1) === "") parts.pop();
  return parts.length === 0 ? "" : parts.join(separator);
}

/** Names of the values that are secret because the program marks them, or has marked them. */
export function secretsIn(managed: unknown): readonly string[] {
  return typeof managed === "string" ? (managed.split(separator)[2] ?? "").split(",").filter(Boolean) : [];
}
