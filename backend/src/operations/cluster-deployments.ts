/** Deployments, stops and deletions of clusters. They are only simulated. */
import { randomUUID } from "node:crypto";
import {
  type ClusterAction,
  clusterState,
  isClusterBusy,
  isClusterDeployed,
  isClusterLeaving,
  revisionOf,
} from "../cluster-progress.js";
import { type ClusterFailure, clusterFailureOf } from "../failure-rules.js";
import type { Platform } from "../platform.js";
import { invalid, Problem } from "../problem.js";
import type { ClusterConfig, ClusterStatus } from "../resources/cluster.js";
import type { Cluster } from "../resources/environment.js";
import { inventedKubeconfig, kubeconfigRequest, takesKubeconfig } from "../resources/kubeconfig.js";
import { cloudOf, credentialsIn, isForVsphere } from "../resources/records/cloud-credentials.js";
import { seededIds } from "../seed.js";
import { type Call, findOwnCluster, readBody, readFlag } from "./call.js";
import { recordOf } from "./records.js";
import { removeCluster } from "./removal.js";

/** `elapsed` is given if the response must show a moment other than now. */
function statusOf({ clock }: Platform, cluster: Cluster, elapsed = clock.elapsedSeconds): ClusterStatus {
  const { id, lastRun } = cluster;
  return {
    cluster_id: id,
    status: clusterState(cluster, elapsed),
    is_deployed: isClusterDeployed(cluster, elapsed),
    reason: "UNSPECIFIED",
    last_execution_id: lastRun?.id ?? null,
    last_deployment_date: lastRun?.startedAt ?? null,
    next_k8s_available_version: null,
  };
}

export function readClusterStatus(call: Call): ClusterStatus {
  return statusOf(call.platform, findOwnCluster(call));
}

/** For requests that change a cluster, or create something on it. */
export function refuseDeletedCluster({ clock }: Platform, cluster: Cluster): void {
  if (isClusterLeaving(cluster, clock.elapsedSeconds))
    throw new Problem(409, `The cluster ${cluster.id} is being deleted.`);
}

function refuseBusyCluster(platform: Platform, cluster: Cluster): void {
  refuseDeletedCluster(platform, cluster);
  const { elapsedSeconds } = platform.clock;
  if (!isClusterBusy(cluster, elapsedSeconds)) return;
  throw new Problem(409, `The cluster ${cluster.id} is ${clusterState(cluster, elapsedSeconds)}.`);
}

/** Without credentials of its own, a cluster is deployed with those with which it was deployed before. */
function wrongCredentials(platform: Platform, cluster: Cluster): ClusterFailure | null {
  const { config, cloudProviderInfo } = cluster;
  const id = (config.cloud_provider_credentials ?? cloudProviderInfo)?.credentials?.id.toLowerCase();
  const reason = (text: string): ClusterFailure => ({ state: "INVALID_CREDENTIALS", reason: text });
  if (id === undefined)
    return isClusterDeployed(cluster, platform.clock.elapsedSeconds) ? null : reason("The cluster has no credentials.");
  const mismatch = mismatchOf(platform, id, config.cloud_provider, config.kubernetes);
  return mismatch === undefined ? null : reason(`The ID ${id} of the credentials ${mismatch}.`);
}

/** Why a cluster can't have the credentials with an ID, as the rest of a sentence. */
export function mismatchOf(
  platform: Platform,
  id: string,
  provider: string,
  kubernetes: ClusterConfig["kubernetes"] = "MANAGED",
): string | undefined {
  const found = recordOf(platform, credentialsIn[cloudOf(provider)], id.toLowerCase());
  if (found === undefined) return `doesn't exist among the credentials for ${provider}`;
  if (!isForVsphere(found.config) || kubernetes === "PARTIALLY_MANAGED") return undefined;
  return "is of credentials for vSphere, which only a PARTIALLY_MANAGED cluster has";
}

function begin({ platform, now }: Call, cluster: Cluster, action: ClusterAction): Cluster {
  const { store, clock } = platform;
  const failure =
    (action === "deploy" ? wrongCredentials(platform, cluster) : null) ??
    clusterFailureOf(platform, { id: cluster.id, name: cluster.config.name, action });
  const begun: Cluster = {
    ...cluster,
    deployedRevision: action === "deploy" ? revisionOf(cluster) : cluster.deployedRevision,
    lastRun: {
      id: randomUUID(),
      action,
      startedAt: now,
      started: clock.reading(),
      fails: failure?.state ?? null,
      reason: failure?.reason ?? null,
      deployedBefore: isClusterDeployed(cluster, clock.elapsedSeconds),
    },
  };
  store.records.put("cluster", cluster.id, begun);
  return begun;
}

// The responses show the start, even if everything is instant.
const atStart = () => 0;

export function deployCluster(call: Call): ClusterStatus {
  const { platform, query } = call;
  const cluster = findOwnCluster(call);
  const isDryRun = readFlag(query, "dry_run");
  refuseBusyCluster(platform, cluster);
  if (!isDryRun) return statusOf(platform, begin(call, cluster, "deploy"), atStart);
  const rehearsed = { ...cluster, dryRunSince: platform.clock.reading() };
  platform.store.records.put("cluster", cluster.id, rehearsed);
  return statusOf(platform, rehearsed, (since) =>
    since === rehearsed.dryRunSince ? 0 : platform.clock.elapsedSeconds(since),
  );
}

export function stopCluster(call: Call): ClusterStatus {
  const { platform } = call;
  const cluster = findOwnCluster(call);
  refuseBusyCluster(platform, cluster);
  if (!isClusterDeployed(cluster, platform.clock.elapsedSeconds))
    throw new Problem(409, `The cluster ${cluster.id} was never deployed.`);
  if (clusterState(cluster, platform.clock.elapsedSeconds) === "STOPPED")
    throw new Problem(409, `The cluster ${cluster.id} is STOPPED already.`);
  return statusOf(platform, begin(call, cluster, "stop"), atStart);
}

/** A cluster that was never deployed is gone at once; otherwise its deletion takes time. */
export function deleteCluster(call: Call): undefined {
  const { platform, query } = call;
  const { store, clock } = platform;
  const cluster = findOwnCluster(call);
  readFlag(query, "skipReconcile");
  const mode = query.get("deleteMode") ?? "DEFAULT";
  if (mode !== "DEFAULT") {
    throw new Problem(400, "The query parameter deleteMode isn't valid.", [
      { field: "deleteMode", message: "must be DEFAULT: the other modes delete environments, too" },
    ]);
  }
  if (isClusterLeaving(cluster, clock.elapsedSeconds)) return;
  refuseBusyCluster(platform, cluster);
  if (cluster.id === seededIds.cluster)
    throw new Problem(409, `The cluster ${cluster.id} is the default of the organization.`);
  const [left] = store.records.list("environment").filter(({ clusterId }) => clusterId === cluster.id);
  if (left !== undefined)
    throw new Problem(409, `The cluster ${cluster.id} still has the environment "${left.name}" (${left.id}).`);
  const { lastRun } = begin(call, cluster, "delete");
  const isQuick = cluster.deployedRevision === null || clock.speed === "instant";
  if (isQuick && lastRun?.fails === null) removeCluster(platform, cluster.id);
}

export function readKubeconfig(call: Call): string {
  const cluster = findOwnCluster(call);
  for (const name of ["with_token_from_cli", "read_only"]) readFlag(call.query, name);
  if (takesKubeconfig(cluster) && cluster.kubeconfig !== undefined) return cluster.kubeconfig;
  if (isClusterDeployed(cluster, call.platform.clock.elapsedSeconds)) return inventedKubeconfig(cluster);
  throw new Problem(404, `The cluster ${cluster.id} has no kubeconfig: it was never deployed.`);
}

export function saveKubeconfig(call: Call): undefined {
  const { platform } = call;
  const cluster = findOwnCluster(call);
  const kubeconfig = readBody(call, kubeconfigRequest);
  if (!takesKubeconfig(cluster)) {
    const message = `is accepted only by a cluster whose kubernetes is PARTIALLY_MANAGED; this one is ${cluster.config.kubernetes}`;
    throw invalid([{ field: "", message }]);
  }
  refuseDeletedCluster(platform, cluster);
  platform.store.records.put("cluster", cluster.id, { ...cluster, kubeconfig, revision: revisionOf(cluster) + 1 });
}
