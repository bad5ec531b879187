import { randomUUID } from "node:crypto";
import { clusterDeploymentStatus, clusterState, isClusterDeployed, revisionOf } from "../cluster-progress.js";
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { type ArgoCdAgent, type ArgoCdMapping, mappingRequest, representAgent } from "../resources/argocd-mapping.js";
import {
  type ClusterResponse,
  type ClusterRoute,
  checkClusterEdit,
  checkNewCluster,
  clusterRequest,
  routingTableRequest,
} from "../resources/cluster.js";
import { featuresOn, representFeatures, type ShownFeature, updatedFeatures } from "../resources/cluster-features.js";
import { infrastructureOutputsOf } from "../resources/cluster-outputs.js";
import { type CloudProviderInfo, credentials } from "../resources/cluster-parameters.js";
import { checkDnsProvider, dnsProviderRequest, representDnsProvider } from "../resources/dns-provider.js";
import type { Cluster } from "../resources/environment.js";
import { type GitOps, gitOpsRequest, representGitOps } from "../resources/gitops.js";
import { nameKey } from "../resources/name.js";
import { type CredentialsInUse, cloudCredentials } from "../resources/records/cloud-credentials.js";
import { accessesOf, preservedAccesses, representAccess } from "../resources/secret-manager-access.js";
import { seededIds } from "../seed.js";
import { type Call, findCluster, findOrganization, findOwnCluster, readBody } from "./call.js";
import { mismatchOf, refuseDeletedCluster } from "./cluster-deployments.js";
import { recordOf, recordsIn } from "./records.js";
import { refuseAccessesInUse } from "./secret-manager-accesses.js";
import { refersTo } from "./users.js";

export function representCluster(cluster: Cluster, { store, related, clock }: Platform): ClusterResponse {
  const { config } = cluster;
  const { elapsedSeconds } = clock;
  const { secret_manager_accesses: accesses } = config;
  return {
    ...config,
    secret_manager_accesses: accesses && accessesOf(accesses).map(representAccess),
    id: cluster.id,
    created_at: cluster.createdAt,
    updated_at: cluster.updatedAt,
    organization: { id: cluster.organizationId },
    features: representFeatures(store.records.list("feature"), config),
    labels_groups: related.labelsGroups(config.labels_groups),
    cpu: 16_000,
    memory: 65_536,
    estimated_cloud_provider_cost: 320,
    status: clusterState(cluster, elapsedSeconds),
    has_access: true,
    version: "1.33",
    is_default: cluster.id === seededIds.cluster,
    is_demo: false,
    deployment_status: clusterDeploymentStatus(cluster, elapsedSeconds),
    infrastructure_outputs: isClusterDeployed(cluster, elapsedSeconds)
      ? infrastructureOutputsOf(cluster.id, config)
      : null,
  };
}

function refuseTakenName({ store }: Platform, organizationId: string, name: string, id?: string): void {
  const owner = store.records
    .list("cluster")
    .find((each) => each.organizationId === organizationId && nameKey(each.config.name) === nameKey(name));
  if (owner === undefined || owner.id === id) return;
  throw new Problem(409, `The cluster "${owner.config.name}" already exists; its id is ${owner.id}.`);
}

/** Nothing runs on a new cluster until it is deployed. */
export function createCluster(call: Call): ClusterResponse {
  const { platform } = call;
  const organizationId = findOrganization(call);
  const { records } = platform.store;
  const features = records.list("feature");
  const specified = readBody(call, clusterRequest, (body, report) =>
    checkNewCluster(body, features, (...of) => mismatchOf(platform, ...of), report),
  );
  refuseTakenName(platform, organizationId, specified.name);
  const cluster: Cluster = {
    id: randomUUID(),
    organizationId,
    createdAt: call.now,
    updatedAt: null,
    revision: 0,
    deployedRevision: null,
    config: {
      ...specified,
      secret_manager_accesses: preservedAccesses(specified.secret_manager_accesses, [], call.now),
      features: updatedFeatures(specified.features, { values: [], features, provider: specified.cloud_provider }),
    },
  };
  records.put("cluster", cluster.id, cluster);
  return representCluster(cluster, platform);
}

/** A change reaches the cloud with the next deployment. */
export function changeCluster(
  { platform }: Call,
  cluster: Cluster,
  change: Partial<
    Pick<Cluster, "config" | "updatedAt" | "advancedSettings" | "routes" | "cloudProviderInfo" | "dnsProvider">
  >,
): Cluster {
  refuseDeletedCluster(platform, cluster);
  const changed = { ...cluster, ...change, revision: revisionOf(cluster) + 1 };
  platform.store.records.put("cluster", cluster.id, changed);
  return changed;
}

export function editCluster(call: Call): ClusterResponse {
  const cluster = findOwnCluster(call);
  const features = call.platform.store.records.list("feature");
  const edit = readBody(call, clusterRequest, (specified, report) =>
    checkClusterEdit(specified, cluster.config, features, report),
  );
  const before = { values: cluster.config.features, features, provider: edit.cloud_provider };
  const config = {
    ...edit,
    features: updatedFeatures(edit.features, before),
    secret_manager_accesses: preservedAccesses(
      edit.secret_manager_accesses,
      accessesOf(cluster.config.secret_manager_accesses),
      call.now,
    ),
  };
  refuseTakenName(call.platform, cluster.organizationId, config.name, cluster.id);
  refuseAccessesInUse(call.platform, cluster, config.secret_manager_accesses ?? []);
  const info =
    config.cloud_provider_credentials ?? cluster.cloudProviderInfo ?? cluster.config.cloud_provider_credentials;
  const change = { config, cloudProviderInfo: info ?? undefined, updatedAt: call.now };
  return representCluster(changeCluster(call, cluster, change), call.platform);
}

/** All features that clusters on a cloud provider may have. */
export function listFeatures(provider: string): (call: Call) => { results: ShownFeature[] } {
  return ({ platform }) => ({ results: featuresOn(provider, platform.store.records.list("feature")) });
}

export function listClusters(call: Call): { results: ClusterResponse[] } {
  const organizationId = findOrganization(call);
  const clusters = call.platform.store.records.list("cluster");
  const own = clusters.filter((cluster) => cluster.organizationId === organizationId);
  return { results: own.map((cluster) => representCluster(cluster, call.platform)) };
}

const routesOf = ({ routes = [] }: Cluster) => ({ results: routes });

export function readRoutingTable(call: Call): { results: readonly ClusterRoute[] } {
  return routesOf(findOwnCluster(call));
}

export function replaceRoutingTable(call: Call): { results: readonly ClusterRoute[] } {
  const cluster = findOwnCluster(call);
  const { routes } = readBody(call, routingTableRequest);
  return routesOf(changeCluster(call, cluster, { routes }));
}

export function readDnsProvider(call: Call) {
  return representDnsProvider(findCluster(call).dnsProvider);
}

/** The names change with the next deployment. */
export function saveDnsProvider(call: Call) {
  const cluster = findCluster(call);
  const { dns_provider: dnsProvider } = readBody(call, dnsProviderRequest, checkDnsProvider);
  return representDnsProvider(changeCluster(call, cluster, { dnsProvider }).dnsProvider);
}

/** With which credentials the platform reaches the cloud of a cluster: an update without any keeps them. */
function representCloudInfo(platform: Platform, { config, cloudProviderInfo }: Cluster): CloudProviderInfo {
  const { cloud_provider, region, credentials } = cloudProviderInfo ?? config.cloud_provider_credentials ?? {};
  const named = credentials?.id.toLowerCase() ?? "";
  const [known] = cloudCredentials.flatMap((kind) => recordOf(platform, kind, named) ?? []);
  return {
    cloud_provider: cloud_provider ?? config.cloud_provider,
    region: region ?? config.region,
    credentials: { id: credentials?.id ?? null, name: known?.config.name ?? credentials?.name ?? null },
  };
}

export function readCloudProviderInfo(call: Call): CloudProviderInfo {
  return representCloudInfo(call.platform, findOwnCluster(call));
}

export function saveCloudProviderInfo(call: Call): CloudProviderInfo {
  const cluster = findOwnCluster(call);
  const info = readBody(call, credentials);
  const config = { ...cluster.config, cloud_provider_credentials: info };
  const changed = changeCluster(call, cluster, { config, cloudProviderInfo: info, updatedAt: call.now });
  return representCloudInfo(call.platform, changed);
}

/** The credentials of all clouds, with the clusters that use them. */
export function listCredentials(call: Call): { results: CredentialsInUse[] } {
  const organizationId = findOrganization(call);
  const clusters = call.platform.store.records.list("cluster");
  const all = cloudCredentials.flatMap((kind) =>
    recordsIn(call.platform, kind, organizationId).map((record) => ({ kind, record })),
  );
  return {
    results: all
      .sort((one, other) => one.record.createdAt.localeCompare(other.record.createdAt))
      .map(({ kind, record }) => ({
        credential: kind.represent(record),
        clusters: clusters
          .filter(({ config }) => refersTo(config, kind.referredToBy, record.id))
          .map(({ id, config: { name, cloud_provider } }) => ({ id, name, cloud_provider })),
      })),
  };
}

export function saveGitOps(call: Call) {
  const cluster = findCluster(call);
  const body = readBody(call, gitOpsRequest);
  const { records } = call.platform.store;
  const earlier = records.get("gitOps", cluster.id);
  const saved: GitOps = {
    ...earlier,
    ...body,
    id: earlier?.id ?? randomUUID(),
    cluster_id: cluster.id,
    created_at: earlier?.created_at ?? call.now,
    updated_at: call.now,
    last_checked_at: call.now,
  };
  records.put("gitOps", cluster.id, saved);
  return representGitOps(saved);
}

function noGitOps(clusterId: string) {
  return notFound("GitOps configuration of the cluster", clusterId);
}

export function readGitOps(call: Call) {
  const cluster = findCluster(call);
  const saved = call.platform.store.records.get("gitOps", cluster.id);
  if (saved === undefined) throw noGitOps(cluster.id);
  return representGitOps(saved);
}

export function removeGitOps(call: Call): undefined {
  const cluster = findCluster(call);
  if (!call.platform.store.records.remove("gitOps", cluster.id)) throw noGitOps(cluster.id);
}

/** The Argo CD settings of the cluster that runs it. */
function gitOpsOf({ platform }: Call, organizationId: string, agentId: string): GitOps {
  const { records } = platform.store;
  const saved = records.get("gitOps", agentId.toLowerCase());
  const isOwn = saved && records.get("cluster", saved.cluster_id)?.organizationId === organizationId;
  if (!isOwn) throw noGitOps(agentId);
  return saved;
}

export function listAgents(call: Call): { results: ArgoCdAgent[] } {
  const organizationId = findOrganization(call);
  const { records } = call.platform.store;
  const clusterOf = (id: string) => records.get("cluster", id);
  const all = records.list("gitOps").flatMap((gitOps) => {
    const agent = clusterOf(gitOps.cluster_id);
    return agent?.organizationId === organizationId ? [representAgent(agent, gitOps, clusterOf)] : [];
  });
  return { results: all };
}

/** Creates a mapping, or changes the one of the same destination. */
export function saveMapping(call: Call): ArgoCdMapping {
  const organizationId = findOrganization(call);
  const body = readBody(call, mappingRequest);
  const { agent_cluster_id, argocd_cluster_url: url, cluster_id } = body;
  const saved = gitOpsOf(call, organizationId, agent_cluster_id);
  const others = (saved.destinations ?? []).filter((each) => each.url !== url);
  const destinations = [...others, { url, clusterId: cluster_id.toLowerCase() }];
  call.platform.store.records.put("gitOps", saved.cluster_id, { ...saved, destinations });
  return { agent_cluster_id: saved.cluster_id, argocd_cluster_url: url, cluster_id: cluster_id.toLowerCase() };
}

export function removeMapping(call: Call): undefined {
  const organizationId = findOrganization(call);
  const [agentId, url] = ["agentClusterId", "argocdClusterUrl"].map((name) => {
    const value = call.query.get(name);
    if (value === null || value === "")
      throw new Problem(400, `The query parameter ${name} is missing.`, [{ field: name, message: "is required" }]);
    return value;
  }) as [string, string];
  const saved = gitOpsOf(call, organizationId, agentId);
  const left = (saved.destinations ?? []).filter((each) => each.url !== url);
  if (left.length === (saved.destinations ?? []).length) throw notFound("destination of Argo CD", url);
  call.platform.store.records.put("gitOps", saved.cluster_id, { ...saved, destinations: left });
}
