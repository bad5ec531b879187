import * as pulumi from "@pulumi/pulumi";
import { currentProgram } from "./currentProgram.js";
import type { Given } from "./given.js";
import type { Outline } from "./outline.js";

type Options = pulumi.CustomResourceOptions;

/** A resource that the program declares. */
interface Declaration {
  readonly resource: pulumi.Resource;
  readonly outline: Outline;
  readonly args: Given;
  readonly options: Options;
}

/** By program, as they are declared. */
const declarations = new WeakMap<object, Map<pulumi.Resource, Declaration>>();

function declaredHere(): Map<pulumi.Resource, Declaration> {
  const program = currentProgram();
  const known = declarations.get(program) ?? new Map<pulumi.Resource, Declaration>();
  declarations.set(program, known);
  return known;
}

/** Remembers what the program declares, for the triggers that deploy it. */
export function rememberDeclared(resource: pulumi.Resource, outline: Outline, args: Given, options: Options): void {
  declaredHere().set(resource, { resource, outline, args, options });
}

/**
 * The options of a resource that deploys services: it also waits for what the program declares on these services, on their environment or
 * project, such as variables, wherever in the program that is. Otherwise, it would deploy a service before its variables exist.
 *
 * Only what needs nothing more is waited for: what still waits may wait for the deployment itself. The provider deploys again what is
 * changed after the deployment has begun, if the platform's endpoints tell it.
 */
export function waitingForSeen(outline: Outline, args: Given, options: Options): Options {
  const { dependsOn = [] } = options;
  const isKnown = Array.isArray(dependsOn) || pulumi.Resource.isInstance(dependsOn);
  const deploys = Object.values(outline.args).some((arg) => (arg.item ?? arg).isService);
  if (!deploys || !isKnown) return options;
  const own = [dependsOn].flat() as pulumi.Input<pulumi.Resource>[];
  const known = declaredHere();
  const all: Promise<pulumi.Input<pulumi.Resource>[]> = seenFrom(args, known).then((seen) => [...own, ...seen]);
  return { ...options, dependsOn: all };
}

/** What the services of a trigger see, as far as the engine gets it now. */
async function seenFrom(
  args: Given,
  known: ReadonlyMap<pulumi.Resource, Declaration>,
): Promise<readonly pulumi.Resource[]> {
  await nextTurn();
  const places = reachedFrom(sourcesOf(args), known);
  await Promise.all([settled(args), ...[...places].map(({ urn }) => settled(urn))]);
  // What is declared on a service becomes known with the service.
  await nextTurn();
  const candidates = [...known.values()].filter(
    ({ outline, args: { on } }) =>
      outline.isSeenByServices === true && sourcesOf(on).some((place) => places.has(place)),
  );
  const ready = await Promise.all(candidates.map(isReady));
  return candidates.filter((_, index) => ready[index]).map(({ resource }) => resource);
}

/** Whether the engine gets a resource without waiting for anything more. */
async function isReady({ args, options }: Declaration): Promise<boolean> {
  const { dependsOn, parent, provider, deletedWith } = options;
  const needed = sourcesOf([dependsOn, parent, provider, deletedWith]).map(({ urn }) => urn);
  const all = Promise.all([args, dependsOn, ...needed].map(settled)).then(() => true);
  return Promise.race([all, nextTurn().then(() => false)]);
}

/** After everything that only waits for what is known already. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Resolves when each output and promise inside the value is known, or has failed. */
async function settled(value: unknown): Promise<void> {
  const output = pulumi.output(value as object) as unknown as Sourced;
  await output.promise(true).catch(() => undefined);
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
  if (pulumi.Output.isInstance(value)) return [...(value as unknown as Sourced).resources()];
  if (typeof value !== "object" || value === null || value instanceof Promise) return [];
  return Object.values(value).flatMap(sourcesOf);
}

/** What the Pulumi SDK knows of an output and does not declare. */
interface Sourced {
  resources(): ReadonlySet<pulumi.Resource>;
  promise(withUnknowns: boolean): Promise<unknown>;
}
