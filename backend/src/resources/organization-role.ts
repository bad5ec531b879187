/** The roles that members, invitations and API tokens of an organization have. */
import { z } from "zod";
import type { Role } from "../roles.js";
import { text, uuid } from "../schema/texts.js";

export interface OrganizationRole {
  readonly id: string;
  readonly name: string;
  /** What requests with an API token of the role may do. */
  readonly may: Role;
}

/** What responses need to know about the role that a record refers to. */
export interface RelatedRoles {
  role(id: string): OrganizationRole;
}

/** Those that every organization has. */
export const platformRoles = [
  { name: "OWNER", id: "401e0000-3b5d-4f7a-9c1e-2d4f6a8b0c10", may: "admin" },
  { name: "ADMIN", id: "401e0000-4c6e-4a8b-8d2f-3e5a7b9c1d11", may: "admin" },
  { name: "DEVELOPER", id: "401e0000-5d7f-4b9c-9e3a-4f6b8c0d2e12", may: "editor" },
  { name: "VIEWER", id: "401e0000-6e80-4cad-8f4b-5a7c9d1e3f13", may: "viewer" },
] as const satisfies readonly OrganizationRole[];

export type PlatformRole = (typeof platformRoles)[number]["name"];

export function platformRole(name: PlatformRole) {
  return platformRoles.find((each) => each.name === name) as (typeof platformRoles)[number];
}

export const availableRole = z.object({ id: uuid, name: text }).meta({ id: "AvailableRole" });
