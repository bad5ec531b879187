import * as pulumi from "@pulumi/pulumi";
import type { Outline } from "./outline.js";
import { currentProgram } from "./program.js";
import type { ProgramArgs } from "./programArguments.js";
import type { StoredOutput } from "./pulumiInternals.js";

type Options = pulumi.CustomResourceOptions;

/** A resource that the program declares. */
interface Declaration {
  readonly resource: pulumi.Resource;
  readonly outline: Outline;
  readonly args: ProgramArgs;
  readonly options: Options;
}

/** By program, as they are declared. */
const declarations = new WeakMap<object, Map<pulumi.Resource, Declaration>>();

/** What this program has declared so far. */
function declaredHere(): Map<pulumi.Resource, Declaration> {
  const program = currentProgram();
  const known = declarations.get(program) ?? new Map<pulumi.Resource, Declaration>();
  declarations.set(program, known);
  return known;
}

/** Remembers what the program declares, for the triggers that deploy it. */
export function rememberDeclared(
  resource: pulumi.Resource,
  outline: Outline,
  args: ProgramArgs,
  options: Options,
): void {
  declaredHere().set(resource, { resource, outline, args, options });
}

/**
 * The options of a resource that deploys services: it also waits for what the program declares on these services, on their environment or
 * project, such as variables, wherever in the program that is. Otherwise, it would deploy a service before its variables exist.
 *
 * Only what needs nothing more is waited for: what still waits may wait for the deployment itself. The provider deploys again what is
 * changed after the deployment has begun, if the platform's endpoints tell it.
 */
export function waitingForSeen(outline: Outline, args: ProgramArgs, options: Options): Options {
  const { dependsOn = [] } = options;
  const isKnown = Array.isArray(dependsOn) || pulumi.Resource.isInstance(dependsOn);
  const deploys = Object.values(outline.args).some((arg) => (arg.item ?? arg).isService);
  if (!deploys || !isKnown) return options;
  const own = [dependsOn].flat() as pulumi.Input<pulumi.Resource>[];
  const known = declaredHere();
  const all: Promise<pulumi.Input<pulumi.Resource>[]> = seenFrom(args, known).then((seen) => [...own, ...seen]);
  return { ...options, dependsOn: all };
}

/** What services of a trigger see, and will reach the engine without waiting. */
async function seenFrom(
  args: ProgramArgs,
  known: ReadonlyMap<pulumi.Resource, Declaration>,
): Promise<readonly pulumi.Resource[]> {
  await nextTurn();
  const scopes = reachedFrom(sourcesOf(args), known);
  const [specified] = await Promise.all([resolved(args), ...[...scopes].map(({ urn }) => resolved(urn))]);
  const ids = textsIn(specified);
  // What is declared on a service becomes known with the service.
  await nextTurn();
  const idIn = (text: string) => text.split("/").at(-1) as string;
  const isElsewhere = (on: unknown) => {
    if (pulumi.Resource.isInstance(on)) return !scopes.has(on);
    return typeof on === "string" && !ids.includes(idIn(on.toLowerCase()));
  };
  const candidates = [...known.values()].filter(
    ({ outline, args: { on } }) => outline.isSeenByServices === true && !isElsewhere(on),
  );
  const seen = await Promise.all(
    candidates.map(async (each) => {
      if (!(await isReady(each))) return [];
      const { on } = each.args;
      // A literal place is compared by its ID: `environment/3fa85f64-…`.
      const isSeen =
        sourcesOf(on).some((scope) => scopes.has(scope)) ||
        textsIn(await resolved(on)).some((text) => ids.includes(idIn(text)));
      return isSeen ? [each.resource] : [];
    }),
  );
  return seen.flat();
}

/**
 * Whether the engine gets a resource without waiting for anything more. What its outputs depend on doesn't show that: a callback of `apply`
 * may return an output of the trigger, and a promise may wait for it. Both would then wait for each other forever.
 */
async function isReady({ args, options }: Declaration): Promise<boolean> {
  const { dependsOn, parent, provider, deletedWith } = options;
  const needed = sourcesOf([dependsOn, parent, provider, deletedWith]).map(({ urn }) => urn);
  const all = Promise.all([args, dependsOn, ...needed].map(resolved)).then(() => true);
  return Promise.race([all, nextTurn().then(() => false)]);
}

/** Resolves after everything that only waits for known values. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** The value once each output and promise in it is known or has failed. */
async function resolved(value: unknown): Promise<unknown> {
  const output = pulumi.output(value as object) as unknown as StoredOutput;
  return output.promise(true).catch(() => undefined);
}

/** The texts inside a value, in lowercase. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value.toLowerCase()];
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return [];
  return Object.values(value).flatMap(textsIn);
}

function reachedFrom(
  resources: readonly pulumi.Resource[],
  known: ReadonlyMap<pulumi.Resource, Declaration>,
  found = new Set<pulumi.Resource>(),
): ReadonlySet<pulumi.Resource> {
  for (const resource of resources) {
    if (found.has(resource)) continue;
    found.add(resource);
    reachedFrom(sourcesOf(known.get(resource)?.args), known, found);
  }
  return found;
}

/** The resources in a value, and those that its outputs are properties of. */
function sourcesOf(value: unknown): readonly pulumi.Resource[] {
  if (pulumi.Resource.isInstance(value)) return [value];
  if (pulumi.Output.isInstance(value)) return [...(value as StoredOutput).resources()];
  if (typeof value !== "object" || value === null || value instanceof Promise) return [];
  return Object.values(value).flatMap(sourcesOf);
}
