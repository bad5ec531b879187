/** Roles of an organization that its administrators have made. Their rights are stored and shown, but not enforced. */
import { z } from "zod";
import type { Role } from "../../roles.js";
import { freeText, resourceName, text, uuid } from "../../schema/texts.js";
import { optional } from "../../schema/values.js";
import { nameKey } from "../name.js";
import type { RecordKind } from "../record.js";

export const clusterPermissions = ["VIEWER", "ENV_CREATOR", "ADMIN"] as const;
export const environmentTypes = ["DEVELOPMENT", "PREVIEW", "STAGING", "PRODUCTION"] as const;
export const projectPermissions = ["NO_ACCESS", "VIEWER", "DEPLOYER", "MANAGER"] as const;

const described = { name: resourceName, description: optional(freeText) };
const request = z.object(described).meta({ id: "CustomRoleRequest" });

const clusterRow = { cluster_id: uuid, permission: z.enum(clusterPermissions) };
const projectRow = {
  project_id: uuid,
  is_admin: z.boolean().default(false),
  permissions: z
    .array(z.object({ environment_type: z.enum(environmentTypes), permission: z.enum(projectPermissions) }))
    .default([]),
};

/** All members of an update are required: it has a row for each cluster and each project. */
export const customRoleEdit = z
  .object({
    ...described,
    cluster_permissions: z.array(z.object(clusterRow)),
    project_permissions: z.array(z.object(projectRow)),
  })
  .meta({ id: "CustomRoleEdit" });

const response = z
  .object({
    id: uuid,
    name: text,
    description: optional(freeText),
    cluster_permissions: z.array(z.object({ ...clusterRow, cluster_name: text })),
    project_permissions: z.array(z.object({ ...projectRow, project_name: text })),
  })
  .meta({ id: "CustomRole" });

type Request = z.output<typeof request>;
/** As stored, without the rows of what was created later. */
export type CustomRoleConfig = z.output<typeof customRoleEdit>;
export type CustomRoleResponse = z.output<typeof response>;

export const customRole: RecordKind<CustomRoleConfig, CustomRoleResponse, Request> = {
  kind: "customRole",
  noun: "custom role",
  description: "Roles of an organization, in addition to those of the platform.",
  parents: ["organization"],
  calls: { create: { role: "admin" }, list: {}, get: {}, edit: { role: "admin" }, delete: {} },
  request,
  stored: customRoleEdit,
  response,
  uniqueBy: ({ name }) => nameKey(name),
  configOf: (body) => ({ ...body, cluster_permissions: [], project_permissions: [] }),
};

/** What requests with an API token of the role may do. */
export function rightsOf({ project_permissions: rows }: CustomRoleConfig): Role {
  const deploys = rows.some(
    ({ is_admin: isAdmin, permissions }) =>
      isAdmin || permissions.some(({ permission }) => permission === "DEPLOYER" || permission === "MANAGER"),
  );
  return deploys ? "editor" : "viewer";
}
