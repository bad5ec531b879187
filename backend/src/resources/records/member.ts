/** The members of an organization. */
import { z } from "zod";
import { email, idOf, text, timestamp, uuid } from "../../schema/texts.js";
import { optional } from "../../schema/values.js";
import { emailKey } from "../name.js";
import { commonMembers, type RecordKind } from "../record.js";

const stored = z.object({ email, name: text, role_id: idOf("role") });

/** What the role was called before there were custom ones. */
export const formerRole = z.enum(["OWNER", "ADMIN", "DEVELOPER", "VIEWER"]);

const response = z
  .object({
    ...commonMembers,
    email: text,
    name: text,
    nickname: text,
    profile_picture_url: optional(text),
    last_activity_at: optional(timestamp),
    role: formerRole,
    role_id: uuid,
    role_name: text,
  })
  .meta({ id: "Member" });

export const memberEdit = z.object({ user_id: text, role_id: idOf("role") }).meta({ id: "MemberRoleUpdateRequest" });
export const memberRemoval = z.object({ user_id: text }).meta({ id: "DeleteMemberRequest" });

export type MemberConfig = z.output<typeof stored>;
export type MemberResponse = z.output<typeof response>;

export const member: RecordKind<MemberConfig, MemberResponse> = {
  kind: "member",
  noun: "member",
  description: "Members of an organization, and invitations to become one.",
  parents: ["organization"],
  calls: { list: {} },
  stored,
  response,
  uniqueBy: (config) => emailKey(config.email),
};
