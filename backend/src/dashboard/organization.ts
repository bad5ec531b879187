/** What the dashboard shows of an organization: its clusters, what services and clusters refer to, and who may send requests. */
import { clusterDeploymentStatus, clusterState, failureReason, isClusterBusy } from "../cluster-progress.js";
import { representRole } from "../operations/roles.js";
import { referencesIn } from "../operations/users.js";
import type { Platform } from "../platform.js";
import { representFeatures, type Value } from "../resources/cluster-features.js";
import { representDnsProvider } from "../resources/dns-provider.js";
import { platformRoles } from "../resources/organization-role.js";
import { type AnyRecordKind, type ChildRecord, nameOf, recordKey, servedIn } from "../resources/record.js";
import { apiToken } from "../resources/records/api-token.js";
import { type CustomRoleConfig, customRole } from "../resources/records/custom-role.js";
import { invitation } from "../resources/records/invitation.js";
import { member } from "../resources/records/member.js";
import { accessesOf } from "../resources/secret-manager-access.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type {
  AccessSummary,
  ClusterSummary,
  OrganizationContent,
  OrganizationResource,
  RoleSummary,
} from "./contract.js";
import { projectOf } from "./summaries.js";

type User = OrganizationResource["usedBy"][number];

/** More users than these aren't listed. */
const listedUsers = 5;

export function clusterSummaries({ store, clock }: Platform): ClusterSummary[] {
  const { elapsedSeconds } = clock;
  const features = store.records.list("feature");
  return store.records.list("cluster").map((cluster) => {
    const { id, config } = cluster;
    const reason = failureReason(cluster, elapsedSeconds);
    const { dns_provider: dns } = representDnsProvider(cluster.dnsProvider);
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
      features: representFeatures(features, config).flatMap(({ id: name, value_object: set }) =>
        set === null ? [] : [{ name, value: shownValue(set.value) }],
      ),
      dnsProvider: { provider: dns.provider, domain: withoutCredentials(dns.domain) },
    };
  });
}

function shownValue(value: Value): string {
  return withoutCredentials(typeof value === "string" ? value : JSON.stringify(value));
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

function summaryOf(kind: AnyRecordKind, { id, config, createdAt, updatedAt }: Omit<ChildRecord, "parentId">) {
  return {
    id,
    kind: kind.noun.replace(/^set of /, ""),
    name: withoutCredentials(nameOf(kind, config)),
    updatedAt: updatedAt ?? createdAt,
  };
}

export function organizationContent(platform: Platform): OrganizationContent {
  const users = usersByReference(platform);
  const resources = platform.recordKinds.flatMap((kind) => {
    if (servedIn(kind) !== "organization" || accessKinds.includes(kind)) return [];
    return platform.store.records.list(recordKey(kind)).map((record): OrganizationResource => {
      const all = users.get(`${kind.referredToBy} ${record.id}`) ?? [];
      return { ...summaryOf(kind, record), usedBy: all.slice(0, listedUsers), users: all.length };
    });
  });
  return { clusters: clusterSummaries(platform), resources, access: accessIn(platform), roles: rolesIn(platform) };
}

/** The kinds of those who have a role. */
const accessKinds: readonly AnyRecordKind[] = [member, invitation, apiToken];

function accessIn({ store, related }: Platform): AccessSummary[] {
  return accessKinds.flatMap((kind) =>
    store.records.list(recordKey(kind)).map((record) => {
      const {
        email = nameOf(kind, record.config),
        role_id: roleId,
        invitation_status: status = null,
      } = record.config as Readonly<{ email?: string; role_id: string; invitation_status?: AccessSummary["status"] }>;
      const isOfPlatform = platformRoles.some(({ id }) => id === roleId);
      return {
        ...summaryOf(kind, record),
        name: withoutCredentials(email),
        role: { name: withoutCredentials(related.role(roleId).name), id: isOfPlatform ? null : roleId },
        status,
      };
    }),
  );
}

function rolesIn(platform: Platform): RoleSummary[] {
  const roles = platform.store.records.list(recordKey(customRole)) as ChildRecord<CustomRoleConfig>[];
  return roles.map((record) => {
    const { cluster_permissions: clusters, project_permissions: projects } = representRole(record, platform);
    return {
      ...summaryOf(customRole, record),
      permissions: [
        ...clusters.map(({ cluster_name: name, permission }) => ({
          ...{ kind: "cluster" as const, name: withoutCredentials(name) },
          granted: [{ in: null, permission }],
        })),
        ...projects.map(({ project_name: name, is_admin: isAdmin, permissions }) => ({
          ...{ kind: "project" as const, name: withoutCredentials(name) },
          granted: isAdmin
            ? [{ in: null, permission: "ADMIN" }]
            : permissions.map(({ environment_type: type, permission }) => ({ in: type, permission })),
        })),
      ],
    };
  });
}
