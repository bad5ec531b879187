/** Programs with resources of all kinds that a run without checkpoints accepts, on two environments. */
import { type KindName, kindNames } from "../../engine/support/kind-names.js";
import type { EndpointSet } from "../../engine/support/outcome.js";
import { records } from "../../kinds/index.js";
import type { SeededIds } from "../../platform/support/platform.js";
import { isServed } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import type { Declared } from "../crashes/project.js";

export interface Resource extends Declared {
  readonly kind: KindName;
  readonly cloneOf?: string;
  /** The resources of the program that it deploys. */
  readonly deploys?: readonly string[];
}

const services = kindNames.filter((kind) => typeof records[kind].service === "string");
const deployable: readonly KindName[] = ["Container", "Database"];

/** What has calls that show it, isn't a service and doesn't act on others: a cluster, its GitOps settings, records of an environment. */
const others = kindNames.filter((kind) => {
  const { read, list } = definitionOf(kind).api;
  return !services.includes(kind) && records[kind].lifecycle.acts === undefined && (read ?? list) !== undefined;
});
/** Each has a trigger. */
const environments = 2;

/**
 * @param edition What the descriptions say. The second edition also adds and, where the platform can delete, removes resources.
 */
export function programOf(set: EndpointSet, size: number, edition: 1 | 2, ids: SeededIds): Resource[] {
  const kinds = services.filter((kind) => set === "extended" || isServed(definitionOf(kind).api.list, set));
  const settings = settingsOf(set, edition, ids);
  const count = size - settings.length - environments;
  const added = edition === 1 ? 0 : Math.ceil(count / 10);
  const all: Resource[] = [];
  for (let index = 0; index < count + added; index++) all.push(service(set, kinds, index, edition, ids));
  const isRemoved = (index: number) => edition === 2 && set === "extended" && index % 10 === 9 && index < count;
  const kept = all.filter((_, index) => !isRemoved(index));
  return [...kept, ...triggers(kept, ids), ...settings];
}

/** Services alternate between the environments, and each third of a kind is a clone where the endpoints clone it. */
function service(
  set: EndpointSet,
  kinds: readonly KindName[],
  index: number,
  edition: number,
  ids: SeededIds,
): Resource {
  const kind = kinds[index % kinds.length] as KindName;
  const { api } = definitionOf(kind);
  const round = Math.floor(index / kinds.length);
  const name = nameOf(kind, index);
  const environmentId = round % 2 === 0 ? ids.environment : ids.otherEnvironment;
  const isUpdatable = isServed(api.update, set);
  const description = `${name}, edition ${isUpdatable ? edition : 1}`;
  if (round % 3 === 1 && isServed(api.clone, set)) {
    const args = { environmentId, name, ...(isUpdatable ? { description } : {}) };
    return { kind, name, args, cloneOf: nameOf(kind, index % kinds.length) };
  }
  return { kind, name, args: { ...records[kind].lifecycle.args(ids), environmentId, name, description } };
}

const nameOf = (kind: KindName, index: number) => `${kind.toLowerCase()}-${index}`;

function triggers(all: readonly Resource[], ids: SeededIds): Resource[] {
  return [ids.environment, ids.otherEnvironment].flatMap((environmentId, index) => {
    const here = all.filter(({ kind, args }) => deployable.includes(kind) && args.environmentId === environmentId);
    const deploys = here.slice(0, 4).map(({ name }) => name);
    if (deploys.length === 0) return [];
    return [{ kind: "DeploymentTrigger", name: `release-${index}`, args: { environmentId }, deploys }];
  });
}

/** Whether a run that skips checkpoints may create it: after a crash, the next one finds it by its name or, if it's saved, by its place. */
function isFoundAgain(kind: KindName, set: EndpointSet): boolean {
  const { api, nameArg } = definitionOf(kind);
  return api.save !== undefined || (nameArg !== undefined && isServed(api.list, set));
}

/** One of each of the others; the second edition edits it. */
function settingsOf(set: EndpointSet, edition: 1 | 2, ids: SeededIds): Resource[] {
  const served = others.filter((kind) => isServed(definitionOf(kind).api.create, set) && isFoundAgain(kind, set));
  return served.map((kind) => {
    const { args, edits } = records[kind].lifecycle;
    return { kind, name: kind.toLowerCase(), args: { ...args(ids), ...(edition === 2 ? edits(ids)[0] : {}) } };
  });
}
