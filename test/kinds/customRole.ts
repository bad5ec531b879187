import type { Body } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import { name } from "./shared/arguments.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { asProgram } from "./shared/programFormat.js";
import { testRecord } from "./testRecord.js";

const permissions = [
  { environment_type: "STAGING", permission: "DEPLOYER" },
  { environment_type: "PRODUCTION", permission: "VIEWER" },
  { environment_type: "DEVELOPMENT", permission: "NO_ACCESS" },
  { environment_type: "PREVIEW", permission: "NO_ACCESS" },
];
const described = { name: "deployer", description: "Deploys to staging" };
const cluster = { cluster_id: ids.cluster, permission: "ENV_CREATOR" };
const types = permissions.map((each) => each.environment_type);
const project = { project_id: ids.project, is_admin: false, permissions };
const path = `/organization/${ids.organization}/customRole`;

/** With a permission for each type of environment. */
function complete(row: Values): Values {
  const known = (row.permissions ?? []) as Values[];
  const missing = types.filter((type) => !known.some((each) => each.environmentType === type));
  const added = missing.map((environmentType) => ({ environmentType, permission: "NO_ACCESS" }));
  return { ...row, permissions: [...known, ...added] };
}

export const customRole = testRecord({
  fixture: fixtureOf({
    kind: "CustomRole",
    path: { organizationId: ids.organization },
    program: {
      ...{ ...described, clusterPermissions: [asProgram(cluster)] },
      projectPermissions: [{ ...asProgram(project), permissions: permissions.slice(0, 2).map(asProgram) }],
    },
    request: { ...described, cluster_permissions: [cluster], project_permissions: [project] },
    response: {
      ...{ id: "00000000-0000-4000-8000-0000000000c2", ...described },
      cluster_permissions: [{ ...cluster, cluster_name: "main" }],
      project_permissions: [{ ...project, project_name: "shop" }],
    },
    isParentOmitted: true,
  }),
  arguments: {
    required: `organizationId clusterPermissions[].clusterId clusterPermissions[].permission projectPermissions[].projectId
      projectPermissions[].permissions[].environmentType projectPermissions[].permissions[].permission`,
    bounds: name,
    // Requests have each type.
    valid: ({ projectPermissions, ...values }) => ({
      ...values,
      ...(projectPermissions !== undefined && { projectPermissions: (projectPermissions as Values[]).map(complete) }),
    }),
  },
  secrets: [],
  calls: {
    unsent: { create: ["cluster_permissions", "project_permissions"] },
    extended: { create: [`GET ${path}`, `POST ${path}`] },
  },
  lifecycle: {
    args: ({ organization }) => ({ organizationId: organization, ...described }),
    edited: { arg: "description", byHand: "by hand" },
    removed: { arg: "description" },
  },
  bodies: {
    text: ["description"],
    edited: (created) => ({ ...created, description: "edited" }) as Body,
    roles: { POST: "admin", PUT: "admin" },
  },
});
