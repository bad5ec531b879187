import * as pulumi from "@pulumi/pulumi";
import { schemaToken, typeToken } from "../provider/definition/names.js";
import {
  DECLARED,
  IGNORED,
  LOOKUPS,
  MANAGED,
  PENDING,
  PROVIDER,
  RESOURCE_NAME,
  SECRET_ENTRIES,
  SECRETS,
} from "../provider/engine/hints.js";
import { entryOf } from "../provider/values/secrets.js";
import {
  pendingArguments,
  prepare,
  type SecretNames,
  secretEntries,
  secretNames,
  withSelections,
} from "./engineArguments.js";
import { namesOf, type Outline } from "./outline.js";
import { usedByLookups } from "./program.js";
import { type ProgramArgs, withTexts } from "./programArguments.js";
import type { Transformed } from "./pulumiInternals.js";

type Options = pulumi.CustomResourceOptions;

export interface Registration {
  readonly inputs: ProgramArgs;
  readonly options: Options;
  /** Which of it is secret; nothing if it's only read. */
  readonly secrets: SecretNames | undefined;
}

interface Declared {
  readonly outline: Outline;
  readonly name: string;
  readonly isNative: boolean;
  readonly args: ProgramArgs;
  readonly options: Options;
}

/** The arguments with the SDK's hints for the provider, such as `__provider` and what the program marks as secret. */
export function registrationOf(declared: Declared, before?: SecretNames): Registration {
  const { outline, name, isNative, args, options } = declared;
  const { kind, nameArg } = outline;
  const prepared = prepare(outline, name, args);
  const own = secretNames(outline, withSelections(outline, args, prepared), options.additionalSecretOutputs);
  // A transformation may drop options, including `additionalSecretOutputs`.
  const secrets = before === undefined ? own : Promise.all([before, own]).then((names) => [...new Set(names.flat())]);
  const hints = {
    [SECRETS]: markedSecret(outline, secrets),
    [SECRET_ENTRIES]: secretEntries(outline, args),
    [IGNORED]: ignoredEntries(outline, options),
    [PENDING]: pendingArguments(prepared).catch(() => undefined),
  };
  const forDynamic = {
    [LOOKUPS]: usedByLookups(secrets),
    [DECLARED]: urnOf(kind, name, options),
    ...(nameArg === undefined ? { [RESOURCE_NAME]: name } : {}),
    [PROVIDER]: providerText(kind),
  };
  return {
    inputs: { ...unresolved(outline, isNative), ...withTexts(prepared), ...hints, ...(isNative ? {} : forDynamic) },
    options: withSecretPaths(outline, withoutDeletedWith(options)),
    secrets,
  };
}

/** The same for a resource that's only read: its arguments are the state that the program knows. */
export function readingOf({ outline, isNative, args, options }: Omit<Declared, "name">): Registration {
  const own = isNative ? {} : { [PROVIDER]: providerText(outline.kind) };
  return { inputs: { ...unresolved(outline, isNative), ...withTexts(args), ...own }, options, secrets: undefined };
}

export function tokenOf(kind: string, isNative: boolean): string {
  return isNative ? schemaToken(kind) : typeToken(kind);
}

/** The registration after transformations, which may have changed arguments and options. */
export function transformed(declared: Declared, before: Registration, { props, opts }: Transformed): Registration {
  const { inputs, options, secrets } = before;
  if (props === inputs && opts === options) return before;
  if (secrets === undefined) return { inputs: props, options: opts, secrets };
  // The hints are computed again. An output without a value doesn't count as an argument.
  const args = Object.entries(props as ProgramArgs).filter(
    ([name, value]) => !name.startsWith("__") && value !== undefined,
  );
  return registrationOf({ ...declared, args: Object.fromEntries(args), options: opts }, secrets);
}

/** The URN of a resource before its registration, as a plain promise: an output would depend on the parent's children. */
function urnOf(kind: string, name: string, { parent }: Options): Promise<string> {
  const urn = pulumi.createUrn(name, typeToken(kind), parent);
  return new Promise((resolve) => void urn.apply(resolve));
}

/** Every output must be listed at registration, or Pulumi never resolves it. */
function unresolved(outline: Outline, isNative: boolean): Record<string, undefined> {
  const derived = isNative && outline.versions !== undefined ? ["deployable"] : [];
  return Object.fromEntries([...namesOf(outline), ...derived, MANAGED].map((name) => [name, undefined]));
}

/** The paths in `ignoreChanges` of entries that the state may have in another argument. */
function ignoredEntries({ args }: Outline, { ignoreChanges = [] }: Options): string | undefined {
  const paths = ignoreChanges.filter((path) => args[entryOf(path).arg]?.secretsIn !== undefined);
  return paths.length === 0 ? undefined : JSON.stringify(paths);
}

/**
 * Pulumi would remove a resource with `deletedWith` from the state without a call to the provider, even if the platform doesn't delete it
 * with the other one. Without the option, Pulumi deletes both.
 */
function withoutDeletedWith({ deletedWith: _, ...options }: Options): Options {
  return options;
}

/** The options, extended by the paths at which the state has secret entries. */
function withSecretPaths({ args }: Outline, options: Options): Options {
  const { replaceOnChanges } = options;
  if (replaceOnChanges === undefined) return options;
  const paths = replaceOnChanges.flatMap((path) => {
    const { arg } = entryOf(path);
    const { secretsIn } = args[arg] ?? {};
    return secretsIn === undefined ? [path] : [path, `${secretsIn}${path.slice(arg.length)}`];
  });
  return { ...options, replaceOnChanges: [...new Set(paths)] };
}

/**
 * The names of the properties that are secret in this program and not always; nothing if there are none. The provider has them
 * encrypted in the state, whatever a transform does with what the program marks, and never shows their values.
 */
async function markedSecret(outline: Outline, secrets: SecretNames): Promise<string | undefined> {
  const known = namesOf(outline);
  const names = (await secrets).filter((name) => known.includes(name) && outline.args[name]?.secret !== true);
  return names.sort().join(",") || undefined;
}

/** Name by which programs and the provider text in the state find this package. */
export const packageName = "pulumi-app-platform";

/**
 * The provider text in the state. It is stored with every resource and evaluated by refresh and destroy, including those of
 * later versions. It never changes, and it is short, since the engine writes it with every step.
 */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("${packageName}/runtime").provider("${kind}")`;
}
