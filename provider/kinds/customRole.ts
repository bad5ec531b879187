import { defineResource } from "../definition/defineKind.js";
import type { Call, Created } from "../definition/kind.js";
import { RejectedError } from "../errors/index.js";
import { recordCalls } from "../platform/endpoint.js";
import { createAs, createBy } from "../resource/create.js";
import { updateCreated } from "../resource/createOnce.js";
import { readForUpdate } from "../resource/read.js";
import { localOf, update } from "../resource/update.js";
import type { Codec } from "../schema/facts.js";
import { objectsIn, pick, sameJson, type Values } from "../schema/json.js";
import { choice, freeText, object, optionalList, responseText, uuid } from "../schema/schemas.js";
import { type Comparison, compare } from "../values/compare.js";
import { membersToWire } from "../values/wire.js";
import { nameUniqueIn, specifiedOrganizationId, toggle } from "./shared/common.js";

const clusterPermission = object("ClusterPermission", "What the role may do with a cluster.", {
  clusterId: uuid.meta({ description: "ID of the cluster." }),
  permission: choice("ClusterRolePermission", ["VIEWER", "ENV_CREATOR", "ADMIN"]).meta({
    description: "What the role may do: see the cluster, create environments on it, or everything.",
  }),
}).meta({ response: { only: { clusterName: responseText.meta({ description: "Name of the cluster." }) } } });

const environmentTypes = ["DEVELOPMENT", "PREVIEW", "STAGING", "PRODUCTION"] as const;

const environmentPermission = object("EnvironmentPermission", "What the role may do in environments of one type.", {
  environmentType: choice("EnvironmentType", environmentTypes).meta({
    description: "Type of the environments.",
  }),
  permission: choice("EnvironmentRolePermission", ["NO_ACCESS", "VIEWER", "DEPLOYER", "MANAGER"]).meta({
    description: "What the role may do: nothing, see them, deploy them, or everything.",
  }),
});

/** Requests have a permission for each type. */
const completeTypes: Codec = {
  encode(usual) {
    const row = usual as Values;
    const known = objectsIn(row.permissions);
    const missing = environmentTypes.filter((type) => !known.some((each) => each.environment_type === type));
    const permissions = [...known, ...missing.map((type) => ({ environment_type: type, permission: "NO_ACCESS" }))];
    return { ...row, permissions };
  },
};

const projectPermission = object("ProjectPermission", "What the role may do in a project.", {
  projectId: uuid.meta({ description: "ID of the project." }),
  isAdmin: toggle("Whether the role may do everything in the project."),
  permissions: optionalList(environmentPermission).meta({
    description:
      "Permissions by environment type. Types that you omit stay as they are: at first, NO_ACCESS. Without effect if `isAdmin` is true.",
    items: { key: "environmentType", unique: ["environmentType"], isPartial: true },
  }),
}).meta({
  codec: completeTypes,
  response: { only: { projectName: responseText.meta({ description: "Name of the project." }) } },
});

export const customRole = defineResource("CustomRole", {
  description:
    "A role that you define for an organization: what its members, invitations and API tokens may do. Clusters and projects that you don't list stay as they are: at first, the role may see each cluster and has no access to any project. To take a permission back, set it to VIEWER or NO_ACCESS: if you only remove it from the program, it stays. You can't delete a role that a member, an invitation or a token has.",
  args: {
    organizationId: specifiedOrganizationId,
    name: nameUniqueIn("in the organization"),
    description: freeText.optional().meta({ description: "Description of the role." }),
    clusterPermissions: optionalList(clusterPermission).meta({
      description: "Permissions by cluster.",
      items: { key: "clusterId", unique: ["clusterId"], isPartial: true },
    }),
    projectPermissions: optionalList(projectPermission).meta({
      description: "Permissions by project.",
      items: { key: "projectId", unique: ["projectId"], isPartial: true },
    }),
  },
  outputs: {},
  api: recordCalls("/organization/{organizationId}/customRole"),
  verbs: { create: createAs(createRole), update: updateRole },
  example: `const deployer = new CustomRole("deployer", {
  organizationId,
  clusterPermissions: [{ clusterId, permission: "ENV_CREATOR" }],
  projectPermissions: [
    {
      projectId,
      permissions: [
        { environmentType: "STAGING", permission: "DEPLOYER" },
        { environmentType: "PRODUCTION", permission: "VIEWER" },
      ],
    },
  ],
});
export const deployerRoleId = deployer.id;`,
});

/** What the call has that creates a role. An update sets the permissions. */
const created = ["organizationId", "name", "description"];

/** Creates a role, then sets its permissions. If that fails, the next update continues. */
async function createRole(call: Call, args: Values): Promise<Created> {
  const { definition } = call;
  const members = pick(args, created);
  const body = membersToWire(definition.body, members, definition.pathArgs);
  const { id, state } = await createBy(call, members, {
    endpoint: definition.api.create,
    members,
    body: pick(body, created),
  });
  const now = { ...state, ...localOf(definition, args) };
  const comparison = compare(definition, { id, state: now, args });
  const isDifferent = comparison.changes.some(({ arg }) => !definition.args[arg]?.local);
  return isDifferent ? updateCreated(call, comparison) : { id, state: now };
}

/**
 * An update has a row for each cluster and each project. The platform rejects it if one was created or deleted after the read: then it's
 * made again from what there is now.
 */
async function updateRole(call: Call, comparison: Comparison): Promise<Values> {
  let before: unknown;
  try {
    return await update(call, comparison, (_call, _comparison, current) => {
      before = current && rowsOf(current.response);
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    const found = await readForUpdate(call, comparison.id, comparison.state, { isFresh: true }).catch(() => undefined);
    const now = found && rowsOf(found.response);
    if (now === undefined || sameJson(before, now)) throw error;
    return updateRole(call, comparison);
  }
}

/** The IDs of the clusters and projects for which a role has rows. */
function rowsOf({ cluster_permissions: clusters, project_permissions: projects }: Values) {
  const rows = [...objectsIn(clusters), ...objectsIn(projects)];
  return rows.map((row) => row.cluster_id ?? row.project_id).sort();
}
