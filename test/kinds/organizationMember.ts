import { platformRole } from "../../backend/src/resources/organization-role.js";
import * as cells from "../engine/expectations/cells.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { testRecord } from "./testRecord.js";

const email = "dev@example.com";
const invitationId = "00000000-0000-4000-8000-0000000000c3";
const shown = { role_name: "DEVELOPER", invitation_link: "hunter2", invitation_status: "PENDING" };

const all = "/organization/{organizationId}";
const lists = [`GET ${all}/inviteMember 200`, `GET ${all}/member 200`];
const [invite, cancel] = [`POST ${all}/inviteMember 201`, `DELETE ${all}/inviteMember/{inviteId} 204`];
const again = [cancel, invite];
const viewer = platformRole("VIEWER").id;
const admin = platformRole("ADMIN").id;

const place = `/organization/${ids.organization}`;
const reads = [`GET ${place}/inviteMember`, `GET ${place}/member`];
const own = `DELETE ${place}/inviteMember/${invitationId}`;

export const organizationMember = testRecord({
  fixture: fixtureOf({
    kind: "OrganizationMember",
    path: { organizationId: ids.organization },
    request: { email, role_id: ids.role },
    response: { id: invitationId, email, role_id: ids.role, ...shown },
    outputs: { invitationId },
    isParentOmitted: true,
  }),
  arguments: {
    required: "organizationId email roleId",
    bounds: [],
    changed: {
      documented: ["refused", { organizationId: "replace", email: "replace" }],
      extended: ["edit", { organizationId: "replace", email: "replace" }],
    },
  },
  secrets: [],
  calls: {
    extended: {
      create: [...reads, `POST ${place}/inviteMember`],
      read: reads,
      update: [...reads, own, ...reads, `POST ${place}/inviteMember`],
      delete: [own],
    },
  },
  lifecycle: {
    edited: { arg: "roleId", byHand: viewer, byProgram: admin },
    removed: { arg: "roleId" },
    identifiedBy: { arg: "email", other: "by-hand@example.com" },
    expected: {
      up: cells.made(invite),
      "preview without change": cells.quiet,
      refresh: cells.refreshed(...lists),
      update: [cells.up("update 1", again, { now: cells.edited })],
      remove: cells.removalRequired("roleId"),
      replace: cells.inOrganization,
      drift: [cells.refresh("update 1", lists), cells.up("update 1", again, { now: cells.edited })],
      "deleted outside": cells.madeAgain(lists, invite),
      adopt: [
        cells.preview("create 1, same 1", lists, {
          tells: `and changes ${cells.arg}: "${cells.byHand}" → "${cells.edited}"`,
        }),
        cells.up("create 1, same 1", again, { now: cells.edited, tells: "adopts the existing resource with id" }),
        cells.preview("same 2"),
      ],
      "rename with alias": cells.renamed(2),
      destroy: cells.deletes(2, cancel),
    },
  },
  bodies: {
    notApplicable: "An update has another body than a create: access/endpoints.ts has one for each of its calls.",
  },
  everyField: ({ organization, role }) => ({
    organizationMember: { organizationId: organization, email: "every@example.com", roleId: role },
  }),
});
