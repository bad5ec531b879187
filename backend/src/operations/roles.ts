/** The roles of an organization. */
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { platformRoles } from "../resources/organization-role.js";
import { type ChildRecord, nameOf, recordKey } from "../resources/record.js";
import {
  type CustomRoleConfig,
  type CustomRoleResponse,
  customRole,
  customRoleEdit,
  environmentTypes,
} from "../resources/records/custom-role.js";
import { project } from "../resources/records/project.js";
import type { FurtherCheck } from "../schema/validate.js";
import { type Call, findOrganization, pathId, readBody } from "./call.js";
import { keepRecord, type RecordOperations, recordOf, recordOperations, recordsIn } from "./records.js";

interface Row {
  readonly id: string;
  readonly name: string;
}

function clustersIn({ store }: Platform, organizationId: string): Row[] {
  const own = store.records.list("cluster").filter((each) => each.organizationId === organizationId);
  return own.map(({ id, config }) => ({ id, name: config.name }));
}

function projectsIn(platform: Platform, organizationId: string): Row[] {
  return recordsIn(platform, project, organizationId).map(({ id, config }) => ({ id, name: config.name }));
}

/** A role has a row for each cluster and each project, also for those that are newer than its last update. */
export function representRole(
  { id, parentId, config }: ChildRecord<CustomRoleConfig>,
  platform: Platform,
): CustomRoleResponse {
  const clusters = new Map(config.cluster_permissions.map((row) => [row.cluster_id, row]));
  const projects = new Map(config.project_permissions.map((row) => [row.project_id, row]));
  const noAccess = environmentTypes.map((each) => ({ environment_type: each, permission: "NO_ACCESS" as const }));
  return {
    ...{ id, name: config.name, description: config.description },
    cluster_permissions: clustersIn(platform, parentId).map((each) => ({
      cluster_id: each.id,
      cluster_name: each.name,
      permission: clusters.get(each.id)?.permission ?? "VIEWER",
    })),
    project_permissions: projectsIn(platform, parentId).map((each) => ({
      ...(projects.get(each.id) ?? { project_id: each.id, is_admin: false, permissions: noAccess }),
      project_name: each.name,
    })),
  };
}

/** Each cluster and each project has exactly one row and, unless it is for an administrator, each environment type one in it. */
function matrixOf(platform: Platform, organizationId: string): FurtherCheck<CustomRoleConfig> {
  return ({ cluster_permissions: clusters, project_permissions: projects }, report) => {
    const checkRows = (
      member: string,
      rows: readonly (string | undefined)[],
      expected: readonly string[],
      of: string,
    ) => {
      for (const [index, id] of rows.entries()) {
        if (id === undefined) continue;
        if (!expected.includes(id)) report([...place(member), index], `must be one of ${of}`);
        else if (rows.indexOf(id) < index) report([...place(member), index], "must not be a second one for the same");
      }
      const missing = expected.find((id) => !rows.includes(id));
      if (missing !== undefined) report(place(member), `must have one of each of ${of}: there is none for ${missing}`);
    };
    if (Array.isArray(clusters))
      checkRows(
        "cluster_permissions",
        clusters.map((each) => each?.cluster_id),
        clustersIn(platform, organizationId).map(({ id }) => id),
        "the organization's clusters",
      );
    if (!Array.isArray(projects)) return;
    checkRows(
      "project_permissions",
      projects.map((each) => each?.project_id),
      projectsIn(platform, organizationId).map(({ id }) => id),
      "the organization's projects",
    );
    for (const [index, each] of projects.entries()) {
      if (each?.is_admin === true || !Array.isArray(each?.permissions)) continue;
      const types = each.permissions.map((row) => row?.environment_type);
      checkRows(`project_permissions.${index}.permissions`, types, environmentTypes, "the environment types");
    }
  };
}

function place(member: string): (string | number)[] {
  return member.split(".").map((each) => (/^\d+$/.test(each) ? Number(each) : each));
}

/** What has a role, for a message. */
function holderOf(platform: Platform, roleId: string): string | undefined {
  for (const kind of platform.recordKinds) {
    if (!kind.parents.includes("organization")) continue;
    const records = platform.store.records.list(recordKey(kind));
    const found = records.find(({ config }) => (config as { readonly role_id?: unknown }).role_id === roleId);
    if (found !== undefined) return `${kind.noun} "${nameOf(kind, found.config)}" (${found.id})`;
  }
  return undefined;
}

const records = recordOperations(customRole, {
  isNested: true,
  findParent: findOrganization,
  represent: representRole,
  refuseRemoval({ id, config }, platform) {
    const holder = holderOf(platform, id);
    if (holder === undefined) return;
    throw new Problem(409, `The custom role ${JSON.stringify(config.name)} is used by the ${holder}.`);
  },
});

export const customRoles: RecordOperations<CustomRoleResponse> = {
  ...records,
  edit(call) {
    const { platform, now } = call;
    const parentId = findOrganization(call);
    const id = pathId(call, "customRoleId", customRole.noun);
    const record = recordOf(platform, customRole, id);
    if (record?.parentId !== parentId) throw notFound(customRole.noun, id);
    const config = readBody(call, customRoleEdit, matrixOf(platform, parentId));
    return representRole(keepRecord(platform, customRole, { ...record, config, updatedAt: now }), platform);
  },
};

export function listAvailableRoles(call: Call) {
  const custom = recordsIn(call.platform, customRole, findOrganization(call));
  const all = [...platformRoles, ...custom.map(({ id, config }) => ({ id, name: config.name }))];
  return { results: all.map(({ id, name }) => ({ id, name })) };
}
