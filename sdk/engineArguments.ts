import * as pulumi from "@pulumi/pulumi";
import { sourceOption, withDefaultName } from "../provider/definition/names.js";
import { MANAGED, managedIn, revisionOf } from "../provider/engine/hints.js";
import { isSecretMember } from "../provider/schema/field.js";
import { isAbsent } from "../provider/schema/json.js";
import { deployableOf, VERSION_REVISION, versionRevisionIn } from "../provider/values/revisions.js";
import { outlineOfType } from "./kinds.js";
import type { ArgumentOutline, Outline, ValueOutline } from "./outline.js";
import { isLater, outputOf, type ProgramArgs } from "./programArguments.js";
import { pulumiTypeOf, resourcesIn, type StoredOutput } from "./pulumiInternals.js";

/**
 * The arguments for the engine, with secrets marked and services replaced by selections. The provider would set the name too, but mocks
 * and transforms of the program see it here.
 */
export function prepare(outline: Outline, resourceName: string, args: ProgramArgs): ProgramArgs {
  const prepared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const field = outline.args[name];
    prepared[name] = field === undefined ? value : toEngineMember(field, value, args);
  }
  return withDefaultName(outline.args, prepared, resourceName);
}

/** The arguments with services as selections, whose members may be secret. */
export function withSelections({ args: known }: Outline, args: ProgramArgs, prepared: ProgramArgs): ProgramArgs {
  const isSelection = (name: string) => (known[name]?.item ?? known[name])?.isService;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isSelection(name) ? prepared[name] : value]),
  );
}

/**
 * The secret entries of arguments for which the state has another argument; nothing if there are none. Whether a value is secret is only
 * known later, even if a preview doesn't know the value.
 */
export async function secretEntries(
  { args: known }: Outline,
  args: ProgramArgs,
): Promise<pulumi.Output<unknown> | undefined> {
  const names = Object.keys(args).filter((name) => known[name]?.secretsIn !== undefined && mayBeSecret(args[name]));
  const found = await Promise.all(names.map(async (name) => [name, await secretsIn(args[name])] as const));
  const having = found.filter(([, secrets]) => secrets !== undefined);
  return having.length === 0 ? undefined : pulumi.secret(Object.fromEntries(having));
}

/** The entries of an object with secret values; `true` if the whole object is secret. */
async function secretsIn(value: unknown): Promise<true | ProgramArgs | undefined> {
  if (isLater(value)) return (await pulumi.isSecret(pulumi.output(value))) ? true : undefined;
  const entries = await Promise.all(
    Object.entries(value as ProgramArgs).map(async ([key, each]) => ({
      ...{ key, each },
      isSecret: mayBeSecret(each) && (await pulumi.isSecret(pulumi.output(each))),
    })),
  );
  const secrets = entries.filter(({ isSecret }) => isSecret).map(({ key, each }) => [key, each] as const);
  return secrets.length === 0 ? undefined : Object.fromEntries(secrets);
}

/** A member for the engine, marked if it's secret. */
function toEngineMember(field: ValueOutline, value: unknown, siblings: ProgramArgs): unknown {
  const converted = toEngine(field, value);
  return !isAbsent(value) && isSecretMember(field, siblings) ? pulumi.secret(converted) : converted;
}

function toEngine(field: ValueOutline, value: unknown): unknown {
  if (isAbsent(value) || !isConverted(field)) return value;
  if (isLater(value)) return outputOf(value).apply((known) => toEngine(field, known));
  const { item, members } = field;
  if (field.isService) return select(value);
  if (field.isReference) return referenceTo(value);
  if (item !== undefined && Array.isArray(value)) return value.map((each) => toEngineMember(item, each, {}));
  if (members !== undefined && typeof value === "object" && !Array.isArray(value)) {
    const specified = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(specified).map(([name, member]) => {
        const inner = members[name];
        return [name, inner === undefined ? member : toEngineMember(inner, member, specified)];
      }),
    );
  }
  return value;
}

/** Whether the value or anything in it is converted for the engine. */
function isConverted({ isService, isReference, item, members }: ValueOutline): boolean {
  return isService === true || isReference === true || item !== undefined || members !== undefined;
}

/** The reference to a resource: `container/3fa85f64-…`. The provider checks whether this kind is allowed. */
function referenceTo(value: unknown): unknown {
  if (!pulumi.CustomResource.isInstance(value)) return value;
  const outline = outlineOfType(pulumiTypeOf(value));
  return outline === undefined ? value.id : pulumi.interpolate`${outline.referenceName ?? outline.kind}/${value.id}`;
}

/** The selection of a service for a deployment, from its resource and the versions that the program sets. */
function select(value: unknown): unknown {
  if (pulumi.CustomResource.isInstance(value)) return selectResource(value);
  if (typeof value !== "object" || value === null || !("service" in value)) return value;
  const { service, ...specified } = value as { readonly service: unknown };
  // An undefined version is omitted, so the service's own is deployed.
  const versions = Object.fromEntries(Object.entries(specified).filter(([, version]) => version !== undefined));
  // Each member is an output of its own: a preview that doesn't know the ID yet still knows kind and versions.
  return (pulumi.output(service) as pulumi.Output<unknown>).apply((known) => {
    const { [VERSION_REVISION]: derived, ...others } = select(known) as ProgramArgs;
    const isDerived = derived !== undefined && Object.keys(versions).length === 0;
    return { ...others, ...versions, ...(isDerived ? { [VERSION_REVISION]: derived } : {}) };
  });
}

/** The output `deployable` of a service. Each member is known as soon as its sources are. */
export function selectResource(resource: pulumi.CustomResource): ProgramArgs {
  const type = pulumiTypeOf(resource);
  const outline = outlineOfType(type);
  if (outline?.versions === undefined) return { kind: outline?.kind ?? type, id: resource.id };
  return deployableOf<pulumi.Output<unknown>>(outline.versions, {
    kind: outline.kind,
    id: resource.id,
    name: unlessSecret(outputAt(resource, outline.nameArg ?? "name")),
    at: (path) => outputAt(resource, path),
    revision: storedRevision(resource),
    versionRevision: storedRevision(resource).apply(versionRevisionIn),
    ignored: ignoredOf(resource),
  });
}

/** Property of a native resource with its output `deployable` from the engine. */
export const DEPLOYABLE = "__deployable";

/** The revision in the outputs of a resource, where the provider that wrote the state keeps it. */
function storedRevision(resource: object): pulumi.Output<string | undefined> {
  const { [MANAGED]: managed, [DEPLOYABLE]: deployable } = resource as Readonly<Record<string, StoredOutput>>;
  if (deployable === undefined) return (managed as StoredOutput).apply((text) => managedIn(text).revision);
  const known = (managed as StoredOutput).isKnown.then((isKnown) => (isKnown ? managed : undefined));
  const own = deployable.apply((selection) => revisionOf({ deployable: selection }));
  return pulumi.output(known).apply((text): pulumi.Output<string | undefined> => {
    const moved = managedIn(text).revision;
    return moved === undefined ? own : pulumi.output(moved);
  });
}

/** The output of a resource at a path. It's secret if its value will be, even while a preview doesn't know it. */
function outputAt(resource: pulumi.CustomResource, path: string): pulumi.Output<unknown> {
  const [first = "", ...rest] = path.split(".");
  const output = outputOf((resource as unknown as ProgramArgs)[first]);
  const found = output.apply((known) =>
    rest.reduce<unknown>((inner, member) => (inner as ProgramArgs | undefined)?.[member], known),
  );
  return pulumi.output(secretsOf(resource)).apply((names) => (names.includes(first) ? pulumi.secret(found) : found));
}

/** The value, or nothing if it's secret: messages may show it. */
function unlessSecret(output: pulumi.Output<unknown>): pulumi.Output<unknown> {
  return pulumi.output(pulumi.isSecret(output)).apply((isSecret) => (isSecret ? undefined : output));
}

/**
 * The names of the arguments that depend on a resource that isn't part of this run, which `--target` and `--exclude` choose. The
 * engine omits what is unknown in an update, so that a provider would miss it. Nothing if there are none, and in a preview.
 */
export async function pendingArguments(args: ProgramArgs): Promise<string | undefined> {
  if (pulumi.runtime.isDryRun()) return undefined;
  const found = await Promise.all(
    Object.entries(args).map(async ([name, value]) => ((await isPending(value)) ? name : [])),
  );
  return found.flat().join(",") || undefined;
}

async function isPending(value: unknown): Promise<boolean> {
  if (value instanceof Promise) return isPending(await value);
  if (pulumi.Resource.isInstance(value)) return isLeftOut(value);
  if (pulumi.Output.isInstance(value)) {
    const output = value as StoredOutput;
    // What a resource that isn't part of the run would have returned may also be `undefined`, or a text made of it.
    return !(await output.isKnown) || some([...(await resourcesIn(output))], isLeftOut);
  }
  return typeof value === "object" && value !== null && some(Object.values(value), isPending);
}

/** Whether a resource has no ID in the end. Of some, only the URN is known. */
async function isLeftOut(resource: pulumi.Resource): Promise<boolean> {
  const id = pulumi.CustomResource.isInstance(resource)
    ? (resource.id as unknown as StoredOutput | undefined)
    : undefined;
  return id !== undefined && !(await id.isKnown);
}

async function some<T>(values: readonly T[], isMeant: (value: T) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(values.map(isMeant))).includes(true);
}

/** The paths in the resource option `ignoreChanges`, for the resources that this program declares. */
const ignored = new WeakMap<object, readonly string[]>();

/** Remembers `ignoreChanges`, for the triggers that select the resource. */
export function rememberIgnored(resource: object, { ignoreChanges }: pulumi.CustomResourceOptions): void {
  if (ignoreChanges !== undefined) ignored.set(resource, ignoreChanges);
}

/** Whether a change of the argument at a dotted path is ignored. */
export function ignoredOf(resource: object): readonly string[] {
  return ignored.get(resource) ?? [];
}

/**
 * Names of a resource's properties that are secret in this program, other than those that always are. Whether the value of an
 * output is secret is only known later.
 */
export type SecretNames = Promise<readonly string[]>;

/** The resources that this program manages. */
const known = new WeakMap<object, SecretNames>();

/** Remembers what is secret in a resource, for the triggers that deploy it. */
export function rememberSecrets(resource: object, names: SecretNames): void {
  known.set(resource, names);
}

/** What is secret in a resource of this program. */
export async function secretsOf(resource: object): SecretNames {
  return (await known.get(resource)) ?? [];
}

/** @param additional The names in the resource option `additionalSecretOutputs`. */
export async function secretNames(
  outline: Outline,
  args: ProgramArgs,
  additional: readonly string[] = [],
): SecretNames {
  const marked = Object.keys(args).filter((name) => mayBeSecret(args[name]));
  const secret = await filtered(marked, async (name) => pulumi.isSecret(pulumi.output(args[name])));
  // The secret entries of such an argument are in the other one, and the rest of it isn't secret.
  const own = secret.map((name) => outline.args[name]?.secretsIn ?? name);
  return [...new Set([...additional, ...own, ...(await copiedNames(outline, args))])];
}

/** All texts that a clone copies from its source, which may be secret there, unless the program replaces them. */
async function copiedNames(outline: Outline, args: ProgramArgs): SecretNames {
  if (isAbsent(args[sourceOption])) return [];
  const copied = Object.keys(outline.args).filter((name) => outline.args[name]?.holdsText && isCopied(outline, name));
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
