/** Which cluster of the platform a destination cluster of Argo CD is. */
import { z } from "zod";
import { httpUrl, idOf, text, timestamp, uuid } from "../schema/texts.js";
import { integer } from "../schema/values.js";
import type { Cluster } from "./environment.js";
import type { GitOps } from "./gitops.js";

export const mappingRequest = z
  .object({ agent_cluster_id: idOf("cluster"), argocd_cluster_url: httpUrl, cluster_id: idOf("cluster") })
  .meta({ id: "ArgoCdMappingRequest" });
export const mappingResponse = z
  .object({ agent_cluster_id: uuid, argocd_cluster_url: text, cluster_id: uuid.nullable() })
  .meta({ id: "ArgoCdMapping" });
export type ArgoCdMapping = z.output<typeof mappingResponse>;

const destination = { argocd_cluster_url: text, argocd_cluster_name: text, applications_count: integer(0) };

export const argoCdAgent = z
  .object({
    agent_cluster_id: uuid,
    agent_cluster_name: text,
    agent_cluster_cloud_provider: text,
    credentials_id: uuid,
    argocd_url: text,
    status: z.enum(["connected", "error"]),
    last_checked_at: timestamp,
    linked_clusters: z.array(
      z.object({
        ...destination,
        platform_cluster_id: uuid,
        platform_cluster_name: text,
        platform_cluster_cloud_provider: text,
        platform_cluster_type: z.enum(["MANAGED", "SELF_MANAGED", "PARTIALLY_MANAGED"]),
      }),
    ),
    unlinked_clusters: z.array(z.object(destination)),
  })
  .meta({ id: "ArgoCdAgent" });
export type ArgoCdAgent = z.output<typeof argoCdAgent>;

/** Argo CD calls the cluster in which it runs by this name. */
const inCluster = "https://kubernetes.default.svc";

/** A cluster with Argo CD, and the clusters that its destinations are. Nobody asks Argo CD here. */
export function representAgent(
  agent: Cluster,
  gitOps: GitOps,
  clusterOf: (id: string) => Cluster | undefined,
): ArgoCdAgent {
  return {
    agent_cluster_id: agent.id,
    agent_cluster_name: agent.config.name,
    agent_cluster_cloud_provider: agent.config.cloud_provider,
    credentials_id: gitOps.id,
    argocd_url: gitOps.argocd_url,
    status: "connected",
    last_checked_at: gitOps.last_checked_at,
    linked_clusters: (gitOps.destinations ?? []).flatMap(({ url, clusterId }) => {
      const cluster = clusterOf(clusterId);
      if (cluster === undefined) return [];
      return {
        argocd_cluster_url: url,
        argocd_cluster_name: url === inCluster ? "in-cluster" : new URL(url).host,
        applications_count: 0,
        platform_cluster_id: cluster.id,
        platform_cluster_name: cluster.config.name,
        platform_cluster_cloud_provider: cluster.config.cloud_provider,
        platform_cluster_type: cluster.config.kubernetes,
      };
    }),
    unlinked_clusters: [],
  };
}
