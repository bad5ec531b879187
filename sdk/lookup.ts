import * as pulumi from "@pulumi/pulumi";
import { allOf, manyName, schemaToken } from "../provider/definition/names.js";
import { AppPlatformError } from "../provider/errors/appPlatformError.js";
import { encodingsOf } from "../provider/platform/environment.js";
import { isSecretMember } from "../provider/schema/field.js";
import { isAbsent, isObject } from "../provider/schema/json.js";
import { redactTexts } from "../provider/values/redact.js";
import { outlineOfLookup } from "./kinds.js";
import type { ValueOutline } from "./outline.js";
import { forgetLists, programError } from "./program.js";
import { isLater, type LookupArgs, type ProgramArgs, type Target } from "./programArguments.js";
import { Provider } from "./provider.js";
import { awaitedIds, type StoredOutput } from "./pulumiInternals.js";
import { warnOfLookupOptions } from "./resourceOptions.js";

/** All resources of a kind in one place. */
export function lookUpAll<T>(kind: string, args: LookupArgs, options?: pulumi.InvokeOptions): Promise<T[]> {
  return lookUpNow(kind, "all", args, options) as Promise<T[]>;
}

/** The resource of a kind with the given name or ID. */
export function lookUpOne<T>(kind: string, args: LookupArgs, options?: pulumi.InvokeOptions): Promise<T> {
  return lookUpNow(kind, "one", args, options) as Promise<T>;
}

/** A text that belongs to a resource. */
export function lookUpDocument<T>(
  kind: string,
  document: string,
  args: LookupArgs,
  options?: pulumi.InvokeOptions,
): Promise<T> {
  return lookUpNow(kind, { document }, args, options) as Promise<T>;
}

async function lookUpNow(
  kind: string,
  target: Target,
  args: LookupArgs,
  options?: pulumi.InvokeOptions,
): Promise<unknown> {
  const isExplicit = explicitProvider(options) !== undefined;
  if (!isExplicit) warnOfLookupOptions(options);
  if (isMocked()) return mocked(kind, target, args);
  if (isExplicit) return providerLookup(kind, target).now(args, options);
  // The code that sends requests is loaded with the first lookup: most programs have none.
  return inProgram(async () => (await import("./find.js")).find(kind, target, args));
}

/** The same for arguments that may be outputs. The text is secret. */
export function lookUpDocumentOutput<T>(
  kind: string,
  document: string,
  args: pulumi.Input<object>,
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<T> {
  const find = (_kind: string, specified: LookupArgs) => lookUpDocument<T>(kind, document, specified);
  return pulumi.secret(lookUpLater({ kind, target: { document }, find }, args, options)) as pulumi.Output<T>;
}

/**
 * A lookup's work, with errors as programs show them. Pulumi waits for it, as for lookups of its own: an inline program whose
 * results are ready ends without waiting for promises, and a failure after that would be lost.
 */
async function inProgram<T>(work: () => Promise<T>): Promise<T> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppPlatformError ? programError(error) : error;
  } finally {
    done();
  }
}

/**
 * A lookup whose arguments may be outputs. It runs when all resources that it depends on exist, and not at preview while one
 * of them is still to be created. The result is secret if it contains a secret.
 */
export function lookUpOutput<T>(
  kind: string,
  args: pulumi.Input<object>,
  find: (kind: string, args: LookupArgs) => Promise<T>,
  options: pulumi.InvokeOutputOptions = {},
): pulumi.Output<T> {
  const target = (find as unknown) === lookUpAll ? "all" : "one";
  const marked = (_kind: string, specified: LookupArgs) =>
    find(kind, specified).then((found) => secretIfNeeded(kind, found));
  return lookUpLater({ kind, target, find: marked }, args, options);
}

/** What a lookup has found, as a secret if it contains one: an output can't have only a part of its value secret. */
function secretIfNeeded<T>(kind: string, found: T): pulumi.Input<T> {
  const { args: members } = outlineOfLookup(kind);
  const isSecret = [found].flat().some((each) => isOrHoldsSecret({ members }, each, {}));
  return isSecret ? (pulumi.secret(found) as pulumi.Output<T>) : found;
}

function isOrHoldsSecret(outline: ValueOutline | undefined, value: unknown, siblings: ProgramArgs): boolean {
  if (outline === undefined || isAbsent(value)) return false;
  if (isSecretMember(outline, siblings)) return true;
  if (Array.isArray(value)) return value.some((each) => isOrHoldsSecret(outline.item, each, {}));
  if (!isObject(value)) return false;
  return Object.entries(outline.members ?? {}).some(([name, member]) => isOrHoldsSecret(member, value[name], value));
}

interface Lookup<T> {
  readonly kind: string;
  readonly target: Target;
  readonly find: (kind: string, args: LookupArgs) => Promise<pulumi.Input<T>>;
}

function lookUpLater<T>(
  { kind, target, find }: Lookup<T>,
  args: pulumi.Input<object>,
  options: pulumi.InvokeOutputOptions = {},
): pulumi.Output<T> {
  if (!isMocked() && explicitProvider(options) !== undefined)
    return providerLookup(kind, target).later(args, options) as pulumi.Output<T>;
  warnOfLookupOptions(options);
  const done = pulumi.runtime.rpcKeepAlive();
  const specified = pulumi.output(args) as pulumi.Output<LookupArgs>;
  const ids = awaitedIds(specified, options.dependsOn);
  const found = pulumi.all([specified, ids]).apply(([known, created]) => {
    if (created.length > 0 && !pulumi.runtime.isDryRun()) forgetLists();
    return find(kind, known as LookupArgs).catch(async (error) => {
      throw withoutSecrets(error, await secretTexts(args, known as LookupArgs));
    });
  });
  void (found as StoredOutput).isKnown.then(done, done);
  return found as pulumi.Output<T>;
}

/** The texts among the arguments that are secret; all of them if only the arguments as a whole are known to be. */
async function secretTexts(args: pulumi.Input<object>, known: LookupArgs): Promise<string[]> {
  const specified = isLater(args) ? undefined : (args as LookupArgs);
  const texts = Object.entries(known).map(async ([name, text]) => {
    const isSecret = await pulumi.isSecret(pulumi.output(specified === undefined ? args : specified[name]));
    return isSecret && typeof text === "string" ? encodingsOf(text) : [];
  });
  return (await Promise.all(texts)).flat();
}

function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  const cause = error instanceof pulumi.RunError ? error.cause : undefined;
  return cause instanceof AppPlatformError ? programError(cause.redacted(redactTexts(secrets, 1))) : error;
}

/** The explicit provider of a lookup, or of the component it belongs to; nothing if there is none of this package. */
function explicitProvider({ provider, parent }: pulumi.InvokeOptions = {}): Provider | undefined {
  const named = provider ?? parent?.getProvider(schemaToken("lookup"));
  return Provider.isInstance(named) ? named : undefined;
}

/** The token of a lookup: `app-platform:index:getContainer`. */
function tokenOf(kind: string, target: Target): string {
  const what = target === "all" ? allOf(kind) : `${kind}${target === "one" ? "" : target.document}`;
  return schemaToken(`get${what}`);
}

/** A lookup by its explicit provider, on that provider's platform. */
function providerLookup(kind: string, target: Target) {
  const token = tokenOf(kind, target);
  const found = (result: unknown) =>
    target !== "all" ? result : (result as Readonly<Record<string, unknown>> | undefined)?.[manyName(kind)];
  return {
    now: async (args: object, options?: pulumi.InvokeOptions): Promise<unknown> =>
      found(await pulumi.runtime.invoke(token, { ...args }, options)),
    later(args: pulumi.Input<object>, options?: pulumi.InvokeOutputOptions): pulumi.Output<unknown> {
      const invoke = (specified: object): pulumi.Output<unknown> =>
        pulumi.runtime.invokeOutput<object>(token, { ...specified }, options).apply(found);
      return isLater(args) ? (pulumi.output(args) as pulumi.Output<object>).apply(invoke) : invoke(args as object);
    },
  };
}

/** Whether the program runs with mocks (`pulumi.runtime.setMocks`) instead of an engine. */
function isMocked(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return typeof monitor === "object" && monitor !== null && "mocks" in monitor;
}

/** What the program's mocks return: for all resources an object, since a mock can't return an array. */
async function mocked(kind: string, target: Target, args: object): Promise<unknown> {
  const token = tokenOf(kind, target);
  const found: unknown = await pulumi.runtime.invoke(token, { ...args });
  if (target !== "all") return found;
  const { results } = found as { readonly results?: unknown };
  if (Array.isArray(results)) return results;
  throw new pulumi.RunError(`The mock of ${token} must return an object with an array: { results: […] }.`);
}
