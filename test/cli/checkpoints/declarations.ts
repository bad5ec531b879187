/** Programs with resources of all kinds that a run without checkpoints accepts, on two environments. */
import { isServed } from "../../../provider/platform/endpoint.js";
import type { KindName } from "../../engine/kind-names.js";
import type { EndpointSet } from "../../engine/outcome.js";
import { records } from "../../kinds/index.js";
import type { SeededIds } from "../../platform/platform.js";
import { definitionOf } from "../../unit/pretend-platform.js";
import type { Declared } from "../crashes/project.js";

export interface Resource extends Declared {
  readonly kind: KindName;
  /** The resource of the program that it clones. */
  readonly cloneOf?: string;
  /** The resources of the program that it deploys. */
  readonly deploys?: readonly string[];
}

const services: readonly KindName[] = ["Container", "Database", "Application", "Job", "TerraformService"];
const deployable: readonly KindName[] = ["Container", "Database"];

/** Beside the services: a cluster, its GitOps settings, and a trigger in each environment. */
const others = 4;

/**
 * @param edition What the descriptions say. The second edition also adds and, where the platform can delete, removes resources.
 */
export function programOf(set: EndpointSet, size: number, edition: 1 | 2, ids: SeededIds): Resource[] {
  const kinds = services.filter((kind) => set === "extended" || isServed(definitionOf(kind).api.list, set));
  const count = size - others;
  const added = edition === 1 ? 0 : Math.ceil(count / 10);
  const all: Resource[] = [];
  for (let index = 0; index < count + added; index++) all.push(service(set, kinds, index, edition, ids));
  const isRemoved = (index: number) => edition === 2 && set === "extended" && index % 10 === 9 && index < count;
  const kept = all.filter((_, index) => !isRemoved(index));
  return [...kept, ...triggers(kept, ids), ...settings(edition, ids)];
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
  return [ids.environment, ids.otherEnvironment].map((environmentId, index) => {
    const here = all.filter(({ kind, args }) => deployable.includes(kind) && args.environmentId === environmentId);
    const deploys = here.slice(0, 4).map(({ name }) => name);
    return { kind: "DeploymentTrigger", name: `release-${index}`, args: { environmentId }, deploys };
  });
}

function settings(edition: number, ids: SeededIds): Resource[] {
  const cluster = { ...records.Cluster.lifecycle.args(ids), description: `edition ${edition}` };
  const gitOps = { ...records.ArgoCdConfig.lifecycle.args(ids), argocdUrl: `https://argocd.example.com/${edition}` };
  return [
    { kind: "Cluster", name: "cluster", args: cluster },
    { kind: "ArgoCdConfig", name: "gitops", args: gitOps },
  ];
}
