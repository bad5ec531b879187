import { randomUUID } from "node:crypto";
import type { Platform } from "../platform.js";
import { notFound } from "../problem.js";
import { type ClusterResponse, checkClusterEdit, clusterRequest } from "../resources/cluster.js";
import { representFeature, updatedFeatures } from "../resources/cluster-features.js";
import { infrastructureOutputsOf } from "../resources/cluster-outputs.js";
import type { Cluster } from "../resources/environment.js";
import { type GitOps, gitOpsRequest, representGitOps } from "../resources/gitops.js";
import { type Call, findCluster, findOrganization, readBody } from "./call.js";

export function representCluster(cluster: Cluster, { store, related }: Platform): ClusterResponse {
  const { config } = cluster;
  return {
    ...config,
    id: cluster.id,
    created_at: cluster.createdAt,
    updated_at: cluster.updatedAt,
    organization: { id: cluster.organizationId },
    features: store.records.list("feature").map((feature) => representFeature(feature, config.features)),
    labels_groups: related.labelsGroups(config.labels_groups),
    cpu: 16_000,
    memory: 65_536,
    estimated_cloud_provider_cost: 320,
    status: "DEPLOYED",
    has_access: true,
    version: "1.33",
    is_default: true,
    is_demo: false,
    deployment_status: cluster.updatedAt === null ? "UP_TO_DATE" : "OUT_OF_DATE",
    infrastructure_outputs: infrastructureOutputsOf(cluster.id, config),
  };
}

export function editCluster(call: Call): ClusterResponse {
  const organizationId = findOrganization(call);
  const cluster = findCluster(call);
  if (cluster.organizationId !== organizationId) throw notFound("cluster", cluster.id);
  const features = call.platform.store.records.list("feature");
  const edit = readBody(call, clusterRequest, (given, report) =>
    checkClusterEdit(given, cluster.config, features, report),
  );
  const config = { ...edit, features: updatedFeatures(edit.features, cluster.config.features, features) };
  const edited = { ...cluster, config, updatedAt: call.now };
  call.platform.store.records.put("cluster", cluster.id, edited);
  return representCluster(edited, call.platform);
}

export function listClusters(call: Call): { results: ClusterResponse[] } {
  const organizationId = findOrganization(call);
  const clusters = call.platform.store.records.list("cluster");
  const own = clusters.filter((cluster) => cluster.organizationId === organizationId);
  return { results: own.map((cluster) => representCluster(cluster, call.platform)) };
}

export function saveGitOps(call: Call): GitOps {
  const cluster = findCluster(call);
  const body = readBody(call, gitOpsRequest);
  const { records } = call.platform.store;
  const earlier = records.get("gitOps", cluster.id);
  const saved: GitOps = {
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

export function readGitOps(call: Call): GitOps {
  const cluster = findCluster(call);
  const saved = call.platform.store.records.get("gitOps", cluster.id);
  if (saved === undefined) throw noGitOps(cluster.id);
  return representGitOps(saved);
}

export function removeGitOps(call: Call): undefined {
  const cluster = findCluster(call);
  if (!call.platform.store.records.remove("gitOps", cluster.id)) throw noGitOps(cluster.id);
}
