/** What the dashboard shows of an organization: its clusters, and what services and clusters refer to. */
import { clusterDeploymentStatus, clusterState, failureReason, isClusterBusy } from "../cluster-progress.js";
import { referencesIn } from "../operations/users.js";
import type { Platform } from "../platform.js";
import { nameOf, recordKey, servedIn } from "../resources/record.js";
import { accessesOf } from "../resources/secret-manager-access.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { ClusterSummary, OrganizationContent, OrganizationResource } from "./contract.js";
import { projectOf } from "./summaries.js";

type User = OrganizationResource["usedBy"][number];

/** More users than these aren't listed. */
const listedUsers = 5;

export function clusterSummaries({ store, clock }: Platform): ClusterSummary[] {
  const { elapsedSeconds } = clock;
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
      secretManagers: accessesOf(config.secret_manager_accesses).map((access) => ({
        id: access.id,
        name: withoutCredentials(access.name),
        mode: access.endpoint.mode,
      })),
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
  const members = new Set(platform.recordKinds.flatMap(({ referredToBy }) => referredToBy ?? []));
  const environments = new Map(
    records
      .list("environment")
      .map((each) => [
        each.id,
        { id: each.id, name: withoutCredentials(each.name), project: projectOf(platform, each).name },
      ]),
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
  const resources = platform.recordKinds.flatMap((kind) => {
    if (servedIn(kind) !== "organization") return [];
    return platform.store.records
      .list(recordKey(kind))
      .map(({ id, config, createdAt, updatedAt }): OrganizationResource => {
        const all = users.get(`${kind.referredToBy} ${id}`) ?? [];
        return {
          id,
          kind: kind.noun.replace(/^set of /, ""),
          name: withoutCredentials(nameOf(kind, config)),
          usedBy: all.slice(0, listedUsers),
          users: all.length,
          updatedAt: updatedAt ?? createdAt,
        };
      });
  });
  return { clusters: clusterSummaries(platform), resources };
}
