/** Organizations: there is one, which nobody changes. */
import { firstProject } from "../resources/first-project.js";
import type { OrganizationResponse } from "../resources/organization.js";
import { localAdmin } from "../tokens.js";
import { type Call, findOrganization } from "./call.js";

function represent({ platform }: Call, id: string): OrganizationResponse {
  const { name } = platform.store.records.get("organization", id) ?? { name: "" };
  return {
    ...{ id, created_at: firstProject.createdAt, updated_at: null, name, plan: "ENTERPRISE" },
    ...{ owner: localAdmin.subject, admin_emails: [localAdmin.subject] },
    ...{ description: null, website_url: null, repository: null, logo_url: null, icon_url: null },
  };
}

export function listOrganizations(call: Call): { results: OrganizationResponse[] } {
  return { results: call.platform.store.records.list("organization").map(({ id }) => represent(call, id)) };
}

export function readOrganization(call: Call): OrganizationResponse {
  return represent(call, findOrganization(call));
}
