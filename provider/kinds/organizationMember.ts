import { defineResource } from "../definition/defineKind.js";
import type { Call, Plan, PlanCall } from "../definition/kind.js";
import { grantRequested } from "../deletion/rules.js";
import { extended } from "../platform/endpoint.js";
import { isMissing } from "../platform/responseErrors.js";
import { createNew } from "../resource/create.js";
import { deleteIfGranted } from "../resource/delete.js";
import { plan } from "../resource/plan.js";
import { readForUpdate } from "../resource/read.js";
import { receiveGranted } from "../resource/send.js";
import { localOf, update } from "../resource/update.js";
import { isSameId } from "../schema/equality.js";
import type { Codec } from "../schema/facts.js";
import type { Values } from "../schema/json.js";
import { email, responseText, text } from "../schema/schemas.js";
import type { Comparison } from "../values/compare.js";
import { roleName, roleOf, specifiedOrganizationId } from "./shared/common.js";

const members = "/organization/{organizationId}/member";
const invitations = "/organization/{organizationId}/inviteMember";
const listInvitations = extended(`GET ${invitations}`);
const cancel = extended(`DELETE ${invitations}/{invitationId}`);

/** Only an invitation has a status. */
const invitationOrMember: Codec = {
  decode(response) {
    const { id = null, ...others } = response as Values;
    if (others.invitation_status !== undefined) return { ...others, invitation_id: id, user_id: null };
    return { ...others, invitation_status: "ACCEPTED", user_id: id, invitation_id: null, invitation_link: null };
  },
};

export const organizationMember = defineResource("OrganizationMember", {
  description:
    "Somebody who belongs to an organization, by their email address. Creating it sends an invitation. Once that is accepted, the same resource is the member: `invitationStatus` changes, and your program has nothing to change. Another role changes a member at once, and replaces an invitation by a new one with another link. If an invitation has expired, the next `pulumi up` after a refresh sends a new one. Destroying it cancels the invitation, or removes the member. The owner of the organization can't be changed or removed.",
  args: {
    organizationId: specifiedOrganizationId,
    email: email.meta({
      description: "Email address of the member. Case-insensitive.",
      compared: "ignoring case",
      identifies: true,
      onUpdate: "replace",
    }),
    roleId: roleOf("Role of the member."),
    adoptId: text.optional().meta({
      description:
        "Email address, to adopt an existing member or invitation instead of inviting somebody. The preview shows what changes. Used only at creation; you can remove it afterwards.",
      local: true,
    }),
  },
  outputs: {
    invitationStatus: responseText.meta({ description: "PENDING, EXPIRED or ACCEPTED." }),
    invitationId: responseText.meta({ description: "ID of the invitation, until it is accepted." }),
    invitationLink: responseText.meta({
      description: "URL at which the invitation is accepted, until then.",
      secret: true,
    }),
    userId: responseText.meta({ description: "ID of the member, once the invitation is accepted." }),
    roleName,
  },
  codec: invitationOrMember,
  identity: "name",
  api: {
    create: extended(`POST ${invitations}`),
    list: { ...extended(`GET ${members}`), preceding: listInvitations },
    update: extended(`PUT ${members}`),
    delete: extended(`DELETE ${members}`),
  },
  otherCalls: { invitations: listInvitations, cancel },
  verbs: { plan: planMember, update: updateMember, delete: deleteMember },
  example: `const dev = new OrganizationMember("dev", { organizationId, email: "dev@example.com", roleId });
export const invitationLink = dev.invitationLink;`,
});

const isExpired = ({ invitationStatus }: Values) => invitationStatus === "EXPIRED";

function planMember(call: PlanCall, comparison: Comparison): Plan {
  const planned = plan(call, comparison);
  return planned.hasWork === false && isExpired(comparison.state) ? { hasWork: true } : planned;
}

/** Changes the role of a member. No call changes an invitation, so a new one replaces it. */
async function updateMember(call: Call, comparison: Comparison): Promise<Values> {
  const { definition } = call;
  const { args, changes } = comparison;
  const local = localOf(definition, args);
  if (changes.length > 0 && changes.every(({ arg }) => definition.args[arg]?.local)) return update(call, comparison);
  let found = await find(call, comparison);
  if (found !== undefined && isSameId(found.roleId, args.roleId) && !isExpired(found)) return { ...found, ...local };
  // A list may not show a new invitation yet.
  const { invitationId } = found ?? comparison.state;
  if (typeof invitationId === "string" && !(await cancelInvitation(call, { ...args, invitationId })))
    found = await find(call, comparison);
  const user_id = found?.userId;
  if (typeof user_id !== "string") return { ...(await createNew(call, args)).state, ...local };
  return update(call, comparison, () => ({ user_id, role_id: args.roleId as string }));
}

/** The invitation or the member, as it is now. */
async function find(call: Call, { id, state }: Pick<Comparison, "id" | "state">): Promise<Values | undefined> {
  return (await readForUpdate(call, id, state, { isFresh: true }))?.state;
}

/** Whether there still was an invitation. If not, it was accepted meanwhile, or somebody has canceled it. */
async function cancelInvitation(call: Call, members: Values): Promise<boolean> {
  const grant = grantRequested(cancel, members);
  try {
    await receiveGranted(call, grant, cancel, members, "Replacing the invitation of");
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function deleteMember(call: Call, id: string, state: Values): Promise<void> {
  const { definition } = call;
  const found = (await find(call, { id, state })) ?? state;
  const isInvitation = typeof found.invitationId === "string";
  if (isInvitation) {
    const api = { ...definition.api, list: listInvitations, delete: cancel };
    await deleteIfGranted({ ...call, definition: { ...definition, api } }, id, found);
  }
  // An invitation may have been accepted meanwhile.
  const member = isInvitation ? await find(call, { id, state }) : found;
  if (typeof member?.userId === "string") await deleteIfGranted(call, id, member, { user_id: member.userId });
}
