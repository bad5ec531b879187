import { defineResource } from "../definition/defineKind.js";
import type { Call, Created, Reading } from "../definition/kind.js";
import { type AppPlatformError, toSet } from "../errors/appPlatformError.js";
import { AdoptionError, DuplicateNameError } from "../errors/index.js";
import { keyAt } from "../ownership/run.js";
import { extended } from "../platform/endpoint.js";
import { ifNotFound } from "../platform/responseErrors.js";
import { reportAdoption } from "../resource/adopt.js";
import { createNew } from "../resource/create.js";
import { isSameId, normalId } from "../schema/equality.js";
import { hasUnknown, isObject, objectsIn, type Value, type Values } from "../schema/json.js";
import { url, uuid } from "../schema/schemas.js";
import { changesOf } from "../values/compare.js";
import { specifiedOrganizationId } from "./shared/common.js";

const path = "/organization/{organizationId}/argoCdDestinationClusterMapping";
const list = extended(`GET ${path}`);

export const argoCdDestinationCluster = defineResource("ArgoCdDestinationCluster", {
  description:
    "Which cluster of the platform a destination of Argo CD is. The cluster on which Argo CD runs needs an `ArgoCdConfig`. If the destination is already that cluster, the resource manages it from now on. If it's another one, the create fails, unless `app-platform:onExisting` is `adopt`.",
  args: {
    organizationId: specifiedOrganizationId,
    agentClusterId: uuid.meta({
      description:
        "Cluster on which Argo CD runs. Take its ID from the `ArgoCdConfig`, so that this is created first and deleted last.",
      idOf: { kind: "Cluster" },
      onUpdate: "replace",
    }),
    argocdClusterUrl: url.meta({
      description:
        "URL of the destination, as Argo CD has it. `https://kubernetes.default.svc` is the cluster on which Argo CD runs.",
      onUpdate: "replace",
    }),
    clusterId: uuid.meta({
      description: "Cluster of the platform that the destination is.",
      idOf: { kind: "Cluster" },
    }),
  },
  outputs: {},
  api: {
    save: extended(`POST ${path}`),
    delete: extended(`DELETE ${path}?agentClusterId={agentClusterId}&argocdClusterUrl={argocdClusterUrl}`),
  },
  otherCalls: { list },
  verbs: { check: checkPair, create: createMapping, read: readMapping },
  example: `const argoCd = new ArgoCdConfig("gitops", {
  clusterId: config.require("agentClusterId"),
  argocdUrl: "https://argocd.example.com",
  argocdToken: config.requireSecret("argocdToken"),
});
new ArgoCdDestinationCluster("production", {
  organizationId,
  agentClusterId: argoCd.clusterId,
  argocdClusterUrl: "https://production.example.com:6443",
  clusterId,
});`,
});

/** The platform has no ID for it: one agent has each URL once. */
function idOf({ agentClusterId, argocdClusterUrl }: Values): string {
  return normalId(`${agentClusterId}/${argocdClusterUrl}`);
}

/** Rejects a pair that another resource of the program has, too. */
function checkPair({ run, urn, label, platform }: Call, args: Values): AppPlatformError[] {
  const pair = [args.agentClusterId, args.argocdClusterUrl];
  if (urn === undefined || hasUnknown(pair as Value[])) return [];
  const key = keyAt(platform, args.connection, JSON.stringify(["ArgoCdDestinationCluster", idOf(args)]));
  const clash = run.declarations.declared({ urn, key });
  if (clash?.type !== "same") return [];
  return [new DuplicateNameError(label, clash.other, ["agentClusterId", "argocdClusterUrl"])];
}

/** Saves the pair. A save would also change the cluster that somebody else has set. */
async function createMapping(call: Call, args: Values): Promise<Created> {
  const { definition, platform, label } = call;
  const id = idOf(args);
  // Where nothing can be listed, the save shows why.
  const existing = await find(call, args, { isFresh: true }).catch(ifNotFound(undefined));
  if (isObject(existing)) {
    const changes = changesOf(definition, args, { ...args, ...existing });
    if (changes.length > 0 && platform.onExisting !== "adopt") {
      const todo = [
        "if another stack manages it, declare it in only one of the two programs",
        `to change it to your cluster: ${toSet("onExisting", "adopt")}`,
      ];
      const texts = changes.map(({ text }) => text);
      throw new AdoptionError(label, id, "it's another cluster of the platform.", todo, texts);
    }
    reportAdoption(call, id, { changes, masked: [] });
    if (changes.length === 0) return { id, state: args };
  }
  return { id, state: (await createNew(call, args)).state };
}

async function readMapping(call: Call, _id: string, state: Values, reading?: Reading): Promise<Values | undefined> {
  const found = await find(call, state, reading);
  if (found === "unknown") return state;
  return found && { ...state, ...found };
}

/** What the platform lists with the agent. It lists an agent only once it has asked its Argo CD. */
async function find(call: Call, pair: Values, { isFresh }: Reading = {}): Promise<Values | "unknown" | undefined> {
  const { platform, operation, label } = call;
  const request = { endpoint: list, members: pair, purpose: `Listing the destinations of Argo CD to find ${label}` };
  const agents = await platform.lists.all(request, { fresh: isFresh === true, operation });
  const agent = agents.find((each) => isSameId(each.agent_cluster_id, pair.agentClusterId));
  if (agent === undefined) return "unknown";
  const own = objectsIn(agent.linked_clusters).find((each) => each.argocd_cluster_url === pair.argocdClusterUrl);
  // The rest of the name is the vendor's.
  const [, clusterId = null] = Object.entries(own ?? {}).find(([name]) => name.endsWith("_cluster_id")) ?? [];
  return own && { clusterId };
}
