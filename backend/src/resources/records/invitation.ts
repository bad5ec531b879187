/** Invitations to become a member of an organization. */
import { z } from "zod";
import { secret } from "../../schema/secrets.js";
import { email, idOf, text, timestamp, uuid } from "../../schema/texts.js";
import { optional } from "../../schema/values.js";
import { emailKey } from "../name.js";
import type { RecordKind } from "../record.js";
import { formerRole, member } from "./member.js";

/** `role` was the way to name a role before there were custom ones. */
export const invitationRequest = z
  .object({ email, role_id: optional(idOf("role")), role: optional(formerRole) })
  .meta({ id: "InviteMemberRequest" });

const stored = z.object({
  email,
  role_id: idOf("role"),
  inviter: text,
  invitation_status: z.enum(["PENDING", "EXPIRED"]),
});

const response = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    email: text,
    role: formerRole,
    role_id: uuid,
    role_name: text,
    invitation_link: secret(text),
    invitation_status: stored.shape.invitation_status,
    inviter: text,
    organization_name: text,
    logo_url: optional(text),
  })
  .meta({ id: "InviteMember" });

export type InvitationConfig = z.output<typeof stored>;
export type InvitationResponse = z.output<typeof response>;

export const invitation: RecordKind<InvitationConfig, InvitationResponse> = {
  kind: "invitation",
  noun: "invitation",
  description: member.description,
  tag: member.kind,
  parents: ["organization"],
  path: "inviteMember",
  parameter: "inviteId",
  calls: { create: { role: "admin" }, list: {}, get: {}, delete: {} },
  stored,
  response,
  uniqueBy: (config) => emailKey(config.email),
};
