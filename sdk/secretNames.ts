import * as pulumi from "@pulumi/pulumi";
import { sourceOption } from "../provider/definition/names.js";
import { isAbsent } from "../provider/schema/json.js";
import type { ArgumentOutline, Outline } from "./outline.js";
import type { GivenArgs } from "./programArguments.js";
import type { StoredOutput } from "./pulumiInternals.js";

/**
 * Names of a resource's properties that are secret in this program, besides those that always are. Whether the value of an
 * output is secret is only known later.
 */
export type SecretNames = Promise<readonly string[]>;

/** The resources that this program manages. */
const known = new WeakMap<object, SecretNames>();

/** Remembers what is secret in a resource, for its clones and deployments. */
export function rememberSecrets(resource: object, names: SecretNames): void {
  known.set(resource, names);
}

/** What is secret in a resource of this program. */
export async function secretsOf(resource: object): SecretNames {
  return (await known.get(resource)) ?? [];
}

/** @param additional The names in the resource option `additionalSecretOutputs`. */
export async function secretNames(outline: Outline, args: GivenArgs, additional: readonly string[] = []): SecretNames {
  const marked = Object.keys(args).filter((name) => mayBeSecret(args[name]));
  const secret = await filtered(marked, async (name) => pulumi.isSecret(pulumi.output(args[name])));
  // The secret entries of such an argument are in the other one, and the rest of it isn't secret.
  const own = secret.map((name) => outline.args[name]?.secretsIn ?? name);
  return [...new Set([...additional, ...own, ...(await inheritedNames(outline, args))])];
}

/**
 * What is secret in a clone because its source has it, and the program doesn't give it again. Where the program doesn't know
 * the source, everything that may be secret counts.
 */
async function inheritedNames(outline: Outline, args: GivenArgs): SecretNames {
  const source = args[sourceOption];
  if (isAbsent(source)) return [];
  const all = Object.keys(outline.args).filter((name) => outline.args[name]?.holdsText);
  const copied = ((await known.get(source)) ?? all).filter((name) => isCopied(outline, name));
  return filtered(copied, async (name) => !replaces(outline.args[name], await finalValue(args[name])));
}

/** Whether an argument of a clone replaces all of the source's value: objects are merged, even in arrays. */
function replaces(field: ArgumentOutline | undefined, value: unknown): boolean {
  return value !== undefined && !field?.isMerged;
}

/** Whether a clone copies it from its source: not the name, the place and the provider's own options. */
function isCopied({ args, pathArgs }: Outline, name: string): boolean {
  const field = args[name];
  return !field?.local && !field?.whenOmitted?.isResourceName && !pathArgs.includes(name);
}

/** The final value of an input; `undefined` if a preview doesn't know it. */
async function finalValue(input: unknown): Promise<unknown> {
  // `apply` doesn't call back for an unknown value, so this waits for the promise inside.
  return isLater(input) ? (pulumi.output(input) as StoredOutput).promise() : input;
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Whether an output or a promise is anywhere inside. */
export function mayBeSecret(value: unknown, seen = new Set<unknown>()): boolean {
  if (isLater(value)) return true;
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value) || seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).some((inner) => mayBeSecret(inner, seen));
}

async function filtered(names: readonly string[], isMeant: (name: string) => Promise<boolean>): Promise<string[]> {
  const found = await Promise.all(names.map(async (name) => ((await isMeant(name)) ? [name] : [])));
  return found.flat();
}
