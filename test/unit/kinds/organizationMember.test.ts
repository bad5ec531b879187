/** Invitations and members are one resource, whose Pulumi ID is the email address. */
import { describe, expect, it, vi } from "vitest";
import { ids } from "../../kinds/shared/ids.js";
import { managed } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { type Answer, failureOf, fakePlatform, lifecycle, listing, lost } from "../support/fake-platform.js";

const platform = fakePlatform();
const email = "dev@example.com";
const place = `/organization/${ids.organization}`;
const [invitations, members] = [`${place}/inviteMember`, `${place}/member`];
const args = { organizationId: ids.organization, email, roleId: ids.role };
const otherRole = "00000000-0000-4000-8000-0000000000d1";
const edited = { ...args, roleId: otherRole };
const invitationId = "00000000-0000-4000-8000-0000000000d2";
const own = `${invitations}/${invitationId}`;
const invitation = (more: Values = {}) => ({
  ...{ id: invitationId, email, role_id: ids.role, role_name: "DEVELOPER" },
  ...{ invitation_status: "PENDING", invitation_link: "https://example.com/hunter2", ...more },
});
const member = (more: Values = {}) => ({ id: "auth|1", email, role_id: ids.role, role_name: "DEVELOPER", ...more });
const invitationLink = "https://example.com/hunter3";
const another = invitation({
  ...{ id: "00000000-0000-4000-8000-0000000000d3", role_id: otherRole, invitation_link: invitationLink },
});
const cycle = () => lifecycle("OrganizationMember", platform.url, { endpoints: "extended" });

/** What the lists have from now on. */
function has(invited: readonly Values[], joined: readonly Values[] = []) {
  platform.on(`GET ${invitations}`, listing(...invited)).on(`GET ${members}`, listing(...joined));
}
/** A response, after which the lists have something else. */
const then =
  (response: Answer, ...now: Parameters<typeof has>): Answer =>
  (...request) => {
    has(...now);
    return typeof response === "function" ? response(...request) : response;
  };
const asInvited = managed({ ...args, invitationStatus: "PENDING", invitationId, roleName: "DEVELOPER" }, {});
const asMember = managed({ ...args, invitationStatus: "ACCEPTED", userId: "auth|1", roleName: "DEVELOPER" }, {});
const writes = () =>
  platform.arrived.filter(({ line }) => !line.startsWith("GET")).map(({ line, body }) => [line, body]);
const lines = () => writes().map(([line]) => line);

describe("OrganizationMember: create", () => {
  it("invites the person, and shows no change if a refresh finds that the invitation was accepted", async () => {
    has([]);
    platform.on(`POST ${invitations}`, [201, invitation()]);
    const created = await cycle().create(args);
    expect(created).toMatchObject({ id: email, outputs: { invitationStatus: "PENDING", invitationId } });
    has([], [member()]);
    const { id, outputs } = await cycle().read(email, created.outputs);
    expect([id, outputs]).toMatchObject([email, { invitationStatus: "ACCEPTED", userId: "auth|1", email }]);
    expect([outputs.invitationLink, outputs.invitationId]).toEqual([undefined, undefined]);
    expect((await cycle().diff(email, outputs, args)).changes).toBe(false);
  });

  it.each<[string, Values[], Values[]]>([
    ["the list has the invitation", [invitation()], []],
    ["the invitation is accepted already", [], [member()]],
  ])("invites once if the response is lost and %s", async (_, ...now) => {
    has([]);
    platform.on(`POST ${invitations}`, then(lost, ...now));
    expect((await cycle().create(args)).id).toBe(email);
    expect(writes()).toEqual([[`POST ${invitations}`, { email, role_id: ids.role }]]);
  });

  it.each<[string, Values[], Values[]]>([
    ["invited", [invitation()], []],
    ["a member", [], [member({ email: "DEV@example.com" })]],
  ])("fails with AP3004 and advice to adopt if the person is %s already (409)", async (_, ...now) => {
    has(...now);
    platform.on(`POST ${invitations}`, [409, { detail: "There is one already." }]);
    const failure = await failureOf(cycle().create(args));
    expect(failure.code).toBe("AP3004");
    expect(failure.message.toLowerCase()).toContain(`adoptid: "${email}"`);
  });

  it("fails with AP3004 for an existing invitation, even if a killed run has sent one", async () => {
    has([invitation({ role_id: otherRole })]);
    platform.on(`POST ${invitations}`, [409, {}]);
    const restarted = cycle();
    vi.spyOn(restarted.run.ownership, "wasCreatedByKilled").mockReturnValue(true);
    expect((await failureOf(restarted.create(args))).code).toBe("AP3004");
  });

  it("adopts a member by email in any letter case, but fails with AP2006 if adoptId is another email", async () => {
    has([], [member()]);
    expect((await cycle().create({ ...args, adoptId: "DEV@Example.com" })).outputs?.userId).toBe("auth|1");
    const failure = await failureOf(cycle().create({ ...args, email: "ops@example.com", adoptId: email }));
    expect([failure.code, failure.message]).toEqual(["AP2006", expect.stringContaining("email")]);
    expect(writes()).toEqual([]);
  });
});

describe("OrganizationMember: refresh", () => {
  it("finds the person by the email address in any letter case", async () => {
    has([], [member({ email: "DEV@Example.com" })]);
    const { outputs } = await cycle().read(email, asInvited);
    expect(outputs).toMatchObject({ invitationStatus: "ACCEPTED" });
    expect((await cycle().diff(email, outputs, args)).changes).toBe(false);
  });

  it("returns the member if the invitation is accepted between the reads of invitations and members", async () => {
    has([invitation()], [member()]);
    expect((await cycle().read(email, asInvited)).outputs).toMatchObject({ userId: "auth|1" });
  });

  it("removes a member from the state who was removed outside of Pulumi", async () => {
    has([]);
    expect(await cycle().read(email, asMember)).toEqual({ id: "", outputs: {} });
  });

  it("causes an update that sends a new invitation if the old one has expired", async () => {
    has([invitation({ invitation_status: "EXPIRED" })]);
    const { outputs } = await cycle().read(email, asInvited);
    expect((await cycle().diff(email, outputs, args)).changes).toBe(true);
    platform.on(`DELETE ${own}`, then([204], [])).on(`POST ${invitations}`, [201, invitation({ id: another.id })]);
    const updated = await cycle().update(email, outputs, args);
    expect(updated.outputs).toMatchObject({ invitationStatus: "PENDING", invitationId: another.id });
    expect(lines()).toEqual([`DELETE ${own}`, `POST ${invitations}`]);
  });
});

describe("OrganizationMember: update of the role", () => {
  const accepted = (role: string) => [[], [member({ role_id: role })]] as const;

  it.each([
    ["after a refresh", asMember],
    ["if the state still has the invitation", asInvited],
  ])("changes a member in place %s", async (_, known) => {
    has(...accepted(ids.role));
    platform.on(`PUT ${members}`, then([200], ...accepted(otherRole)));
    const { outputs } = await cycle().update(email, known, edited);
    expect(outputs).toMatchObject({ roleId: otherRole, invitationStatus: "ACCEPTED", userId: "auth|1" });
    expect(writes()).toEqual([[`PUT ${members}`, { user_id: "auth|1", role_id: otherRole }]]);
  });

  it("replaces an invitation that isn't accepted yet by a new one with another link, and stores its ID and link", async () => {
    has([invitation()]);
    platform.on(`DELETE ${own}`, then([204], [])).on(`POST ${invitations}`, [201, another]);
    const { outputs } = await cycle().update(email, asInvited, edited);
    const invited = { invitationStatus: "PENDING", invitationId: another.id, invitationLink };
    expect(outputs).toMatchObject({ roleId: otherRole, ...invited });
    expect(lines()).toEqual([`DELETE ${own}`, `POST ${invitations}`]);
  });

  it("replaces a new invitation that the list doesn't show yet", async () => {
    has([]);
    platform.on(`DELETE ${own}`, [204]).on(`POST ${invitations}`, [201, another]);
    await cycle().update(email, asInvited, edited);
    expect(lines()).toEqual([`DELETE ${own}`, `POST ${invitations}`]);
  });

  it("changes the member if the invitation was accepted meanwhile (404)", async () => {
    has([invitation()]);
    platform.on(`DELETE ${own}`, then([404], ...accepted(ids.role)));
    platform.on(`PUT ${members}`, then([200], ...accepted(otherRole)));
    expect((await cycle().update(email, asInvited, edited)).outputs).toMatchObject({ roleId: otherRole });
    expect(lines()).toEqual([`DELETE ${own}`, `PUT ${members}`]);
  });

  it("invites a member again if the platform no longer has it", async () => {
    has([]);
    platform.on(`POST ${invitations}`, [201, another]);
    expect((await cycle().update(email, asMember, edited)).outputs).toMatchObject({ invitationStatus: "PENDING" });
    expect(lines()).toEqual([`POST ${invitations}`]);
  });

  it("completes an update that failed after it had deleted the invitation", async () => {
    has([invitation()]);
    platform.on(`DELETE ${own}`, then([204], [])).on(`POST ${invitations}`, [400], [201, another]);
    expect((await failureOf(cycle().update(email, asInvited, edited))).code).toBe("AP3006");
    expect((await cycle().update(email, asInvited, edited)).outputs).toMatchObject({ invitationId: another.id });
  });

  it("fails with AP3005 and the platform's reason if the member is the owner (409)", async () => {
    has(...accepted(ids.role));
    platform.on(`PUT ${members}`, [409, { detail: "The owner is neither changed nor removed." }]);
    const failure = await failureOf(cycle().update(email, asMember, edited));
    expect([failure.code, failure.message]).toEqual(["AP3005", expect.stringContaining("The owner is neither")]);
  });
});

describe("OrganizationMember: delete", () => {
  it.each([
    ["cancels the invitation", asInvited, [invitation()], [], own, undefined],
    ["removes the member", asMember, [], [member()], members, { user_id: "auth|1" }],
    ["removes the member if the state has the invitation", asInvited, [], [member()], members, { user_id: "auth|1" }],
  ])("%s", async (_, known, invited, joined, path, body) => {
    has(invited, joined);
    platform.on(`DELETE ${path}`, then([204], []));
    await cycle().delete(email, known);
    expect(writes()).toEqual([[`DELETE ${path}`, body]]);
  });

  it("removes the member if the invitation is accepted before its deletion (404)", async () => {
    has([invitation()]);
    platform.on(`DELETE ${own}`, then([404], [], [member()])).on(`DELETE ${members}`, then([204], []));
    await cycle().delete(email, asInvited);
    expect(lines()).toEqual([`DELETE ${own}`, `DELETE ${members}`]);
  });

  it("fails with AP3005 and the platform's reason if the member is the owner (409)", async () => {
    has([], [member()]);
    platform.on(`DELETE ${members}`, [409, { detail: "The owner is neither changed nor removed." }]);
    const failure = await failureOf(cycle().delete(email, asMember));
    expect([failure.code, failure.message]).toEqual(["AP3005", expect.stringContaining("The owner is neither")]);
    expect(writes()).toEqual([[`DELETE ${members}`, { user_id: "auth|1" }]]);
    expect(platform.lines().at(-1)).toBe(`DELETE ${members}`);
  });

  it("cancels a new invitation that the lists don't show yet", async () => {
    has([]);
    platform.on(`DELETE ${own}`, [204]);
    await cycle().delete(email, asInvited);
    expect(lines()).toEqual([`DELETE ${own}`]);
  });
});
