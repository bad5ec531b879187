/** The members of an organization, and invitations to become one. */
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { emailKey } from "../resources/name.js";
import { platformRole, platformRoles } from "../resources/organization-role.js";
import { type ChildRecord, representCommon } from "../resources/record.js";
import {
  type InvitationConfig,
  type InvitationResponse,
  invitation,
  invitationRequest,
} from "../resources/records/invitation.js";
import {
  type MemberConfig,
  type MemberResponse,
  member,
  memberEdit,
  memberRemoval,
} from "../resources/records/member.js";
import { type Call, findOrganization, pathId, readBody } from "./call.js";
import {
  keepRecord,
  newRecord,
  type RecordOperations,
  recordOf,
  recordOperations,
  recordsIn,
  removeRecord,
} from "./records.js";

type Invitation = ChildRecord<InvitationConfig>;
type Member = ChildRecord<MemberConfig>;

/** The name of a role, also in the form that there was before custom ones: the role of the platform with the same rights. */
function rolesIn({ related }: Platform, roleId: string) {
  const { name, may } = related.role(roleId);
  const former = platformRoles.find((each) => each.id === roleId) ?? platformRoles.find((each) => each.may === may);
  return { role: former?.name ?? "VIEWER", role_id: roleId, role_name: name };
}

function representInvitation({ id, createdAt, updatedAt, parentId, config }: Invitation, platform: Platform) {
  return {
    ...{ id, created_at: createdAt, updated_at: updatedAt, email: config.email },
    ...rolesIn(platform, config.role_id),
    invitation_link: `https://console.platform.example/invitation/${id}`,
    invitation_status: config.invitation_status,
    inviter: config.inviter,
    organization_name: platform.store.records.get("organization", parentId)?.name ?? "",
    logo_url: null,
  };
}

function representMember(record: Member, platform: Platform): MemberResponse {
  const { email, name, role_id: roleId } = record.config;
  return {
    ...representCommon(record),
    ...{ email, name, nickname: name, profile_picture_url: null, last_activity_at: null },
    ...rolesIn(platform, roleId),
  };
}

const records = recordOperations(invitation, {
  isNested: true,
  findParent: findOrganization,
  represent: representInvitation,
});

export const invitations: RecordOperations<InvitationResponse> = {
  ...records,
  /** An expired invitation of the same person is replaced. */
  create(call) {
    const { platform, actor } = call;
    const parentId = findOrganization(call);
    const body = readBody(call, invitationRequest);
    const config: InvitationConfig = {
      email: body.email,
      role_id: body.role_id ?? platformRole(body.role ?? "VIEWER").id,
      inviter: actor.subject,
      invitation_status: "PENDING",
    };
    const key = emailKey(config.email);
    const own = recordsIn(platform, member, parentId).find((each) => emailKey(each.config.email) === key);
    if (own !== undefined) throw new Problem(409, `${config.email} is a member already; its id is ${own.id}.`);
    const former = recordsIn(platform, invitation, parentId).find((each) => emailKey(each.config.email) === key);
    if (former?.config.invitation_status === "EXPIRED") removeRecord(platform, invitation, former.id);
    const record = newRecord(call, parentId, config);
    return representInvitation(keepRecord(platform, invitation, record), platform);
  },
};

/** Makes the invited person a member. */
export function acceptInvitation(call: Call): InvitationResponse {
  const { platform } = call;
  const record = findInvitation(call);
  if (record.config.invitation_status === "EXPIRED") throw new Problem(409, `The invitation ${record.id} has expired.`);
  const { email, role_id: roleId } = record.config;
  const response = representInvitation(record, platform);
  removeRecord(platform, invitation, record.id);
  const name = email.split("@")[0] as string;
  keepRecord(platform, member, newRecord(call, record.parentId, { email, name, role_id: roleId }));
  return response;
}

/** No invitation expires by itself. */
export function expireInvitation(platform: Platform, id: string): undefined {
  const record = recordOf(platform, invitation, id);
  if (record === undefined) throw notFound(invitation.noun, id);
  keepRecord(platform, invitation, { ...record, config: { ...record.config, invitation_status: "EXPIRED" } });
}

function findInvitation(call: Call): Invitation {
  const parentId = findOrganization(call);
  const id = pathId(call, "inviteId", invitation.noun);
  const record = recordOf(call.platform, invitation, id);
  if (record?.parentId !== parentId) throw notFound(invitation.noun, id);
  return record;
}

export function listMembers(call: Call): { results: MemberResponse[] } {
  const own = recordsIn(call.platform, member, findOrganization(call));
  return { results: own.map((record) => representMember(record, call.platform)) };
}

export function editMember(call: Call): undefined {
  const { platform, now } = call;
  const organizationId = findOrganization(call);
  const body = readBody(call, memberEdit);
  const record = findMember(platform, organizationId, body.user_id);
  keepRecord(platform, member, { ...record, config: { ...record.config, role_id: body.role_id }, updatedAt: now });
}

export function removeMember(call: Call): undefined {
  const organizationId = findOrganization(call);
  const { user_id: id } = readBody(call, memberRemoval);
  removeRecord(call.platform, member, findMember(call.platform, organizationId, id).id);
}

/** Nobody changes or removes the owner: the ownership is transferred first. */
function findMember(platform: Platform, organizationId: string, id: string): Member {
  const record = recordOf(platform, member, id);
  if (record?.parentId !== organizationId) throw notFound(member.noun, id);
  if (record.config.role_id === platformRole("OWNER").id)
    throw new Problem(
      409,
      `${record.config.email} is the owner of the organization, who is neither changed nor removed.`,
    );
  return record;
}
