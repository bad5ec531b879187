/** Who may do what in an organization. None of these endpoints is in the API document. */
import { acceptInvitation, editMember, invitations, listMembers, removeMember } from "../operations/members.js";
import { customRoles, listAvailableRoles } from "../operations/roles.js";
import { availableRole } from "../resources/organization-role.js";
import { customRole, customRoleEdit } from "../resources/records/custom-role.js";
import { invitation, invitationRequest } from "../resources/records/invitation.js";
import { member, memberEdit, memberRemoval } from "../resources/records/member.js";
import { allPath, recordRoutes } from "./records.js";
import { extended, type Route, results, success } from "./route.js";

const invited = allPath("organization", invitation);
const members = allPath("organization", member);
const memberTag = { name: member.kind, description: member.description };
const isOwner = "The member is the owner.";
const roles = allPath("organization", customRole);

export const peopleRoutes: readonly Route[] = [
  extended({
    operation: "listAvailableRoles",
    summary: "List the roles of the platform and of the organization",
    tag: { name: customRole.kind, description: customRole.description },
    method: "GET",
    path: "/organization/{organizationId}/availableRole",
    response: results(availableRole),
    success: success.read,
    run: listAvailableRoles,
  }),
  ...recordRoutes(customRole, customRoles, {
    all: roles,
    one: `${roles}/{customRoleId}`,
    taken: "The organization already has one with this name.",
    kept: "A member, an invitation or an API token has it.",
  }).map((route) => (route.method === "PUT" ? { ...route, body: customRoleEdit } : route)),
  ...recordRoutes(invitation, invitations, {
    all: invited,
    one: `${invited}/{inviteId}`,
    taken: "The person is invited already, or is a member.",
  }).map((route) =>
    route.path === invited && route.method === "POST" ? { ...route, body: invitationRequest } : route,
  ),
  extended({
    operation: "acceptInvitation",
    summary: "Make the invited person a member",
    tag: memberTag,
    method: "POST",
    path: `${invited}/{inviteId}`,
    role: "admin",
    response: invitation.response,
    success: success.create,
    conflict: "The invitation has expired.",
    run: acceptInvitation,
  }),
  extended({
    operation: "listMembers",
    summary: "List every member",
    tag: memberTag,
    method: "GET",
    path: members,
    response: results(member.response),
    success: success.read,
    run: listMembers,
  }),
  extended({
    operation: "editMember",
    summary: "Give a member another role",
    tag: memberTag,
    method: "PUT",
    path: members,
    role: "admin",
    body: memberEdit,
    success: success.read,
    conflict: isOwner,
    run: editMember,
  }),
  extended({
    operation: "deleteMember",
    summary: "Remove a member",
    tag: memberTag,
    method: "DELETE",
    path: members,
    body: memberRemoval,
    success: success.removed,
    conflict: isOwner,
    run: removeMember,
  }),
];
