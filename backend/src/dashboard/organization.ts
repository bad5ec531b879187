/** What the dashboard shows of an organization: its clusters, and what services and clusters refer to. */
import { clusterDeploymentStatus, clusterState, failureReason, isClusterBusy } from "../cluster-progress.js";
import { referencesIn } from "../operations/organization-records.js";
import type { Platform } from "../platform.js";
import { commonOf } from "../resources/organization-record.js";
import { organizationRecordKinds } from "../resources/organization-records.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { ClusterSummary, OrganizationContent, OrganizationResource } from "./contract.js";
import { projectNameOf } from "./summaries.js";

type User = OrganizationResource["usedBy"][number];

/** More users than these aren't listed. */
const listedUsers = 5;

export function clusterSummaries({ store, clock }: Platform): ClusterSummary[] {
  const { elapsedSeconds } = clock;
  const environments = store.records.list("environment");
  return store.records.list("cluster").map((cluster) => {
    const { id, config } = cluster;
    const reason = failureReason(cluster, elapsedSeconds);
    return {
      id,
      name: withoutCredentials(config.name),
      provider: config.cloud_provider,
      region: withoutCredentials(config.region),
      state: clusterState(cluster, elapsedSeconds),
      deploymentStatus: clusterDeploymentStatus(cluster, elapsedSeconds),
      startedAt: cluster.lastRun?.startedAt ?? null,
      reason: reason === null ? null : withoutCredentials(reason),
      environments: environments.filter(({ clusterId }) => clusterId === id).length,
    };
  });
}

/** Whether the state of a cluster changes with the time. */
export function areClustersMoving({ store, clock }: Platform): boolean {
  if (typeof clock.speed !== "number") return false;
  return store.records.list("cluster").some((each) => isClusterBusy(each, clock.elapsedSeconds));
}

/** The users of everything, by the member that refers to it and its id: each configuration is looked through once. */
function usersByReference(platform: Platform): Map<string, User[]> {
  const { services, records } = platform.store;
  const members = new Set(organizationRecordKinds.map(({ referredToBy }) => referredToBy));
  const environments = new Map(
    records
      .list("environment")
      .map((each) => [each.id, { name: withoutCredentials(each.name), project: projectNameOf(platform, each) }]),
  );
  const users = new Map<string, User[]>();
  for (const user of [...services.all(), ...records.list("cluster")]) {
    const environment = "environmentId" in user ? (environments.get(user.environmentId) ?? null) : null;
    for (const reference of new Set(referencesIn(user.config, members))) {
      const list = users.get(reference) ?? [];
      users.set(reference, list);
      list.push({ id: user.id, name: withoutCredentials(user.config.name), environment });
    }
  }
  return users;
}

export function organizationContent(platform: Platform): OrganizationContent {
  const users = usersByReference(platform);
  const resources = organizationRecordKinds.flatMap(({ table, noun, referredToBy, isOf = () => true }) =>
    platform.store.records
      .list(table)
      .filter(isOf)
      .map((record): OrganizationResource => {
        const { created_at, updated_at } = commonOf(record);
        const all = users.get(`${referredToBy} ${record.id}`) ?? [];
        return {
          id: record.id,
          kind: noun.replace(/^set of /, ""),
          name: withoutCredentials(record.name),
          usedBy: all.slice(0, listedUsers),
          users: all.length,
          updatedAt: updated_at ?? created_at,
        };
      }),
  );
  return { clusters: clusterSummaries(platform), resources };
}
