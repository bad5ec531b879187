/** What the SDK and the provider both do with the arguments of a program. */
import { UNKNOWN, type Values } from "../schema/json.js";

/** The arguments, with pending ones as unknown. */
export function withPending(args: Values, pending: readonly string[]): Values {
  return pending.length === 0 ? args : { ...args, ...Object.fromEntries(pending.map((name) => [name, UNKNOWN])) };
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

/** The argument, or the entry of one, that a path in `ignoreChanges` or `replaceOnChanges` names. */
export function entryOf(path: string): { readonly arg: string; readonly key?: string } {
  const [, arg = path, name, quoted] = /^([^.[\]"]+)(?:\.([^.[\]"]+)|\["((?:[^"\\]|\\.)*)"\])?$/.exec(path) ?? [];
  const key = name ?? quoted?.replace(/\\(.)/g, "$1");
  return key === undefined || key === "*" ? { arg } : { arg, key };
}
