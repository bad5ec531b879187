/** Members, roles and API tokens of an organization, while people change them, too, and responses are lost. */
import { ApiToken, CustomRole, OrganizationMember } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { platformRole } from "../../backend/src/resources/organization-role.js";
import { acceptInvitation, peopleIn } from "./support/invitations.js";
import { requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { openStack } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const email = "dev@example.com";
const [developer, admin, owner] = (["DEVELOPER", "ADMIN", "OWNER"] as const).map((name) => platformRole(name).id);
const of = (path: string) => `/organization/${platform.ids.organization}/${path}`;

type Args = Partial<ConstructorParameters<typeof OrganizationMember>[1]>;
const person =
  (args: Args = {}, name = "dev") =>
  () => {
    const organizationId = platform.ids.organization;
    const { invitationStatus } = new OrganizationMember(name, {
      organizationId,
      email,
      roleId: developer,
      ...args,
    } as never);
    return { invitationStatus };
  };

/** Whom the organization has, apart from its owner: email, role and kind. */
async function people() {
  const of = async (list: "inviteMember" | "member") =>
    (await peopleIn(platform, list)).map((each) => [
      each.email,
      each.role_name,
      list === "member" ? "member" : "invited",
    ]);
  return [...(await of("inviteMember")), ...(await of("member"))].filter(([, role]) => role !== "OWNER");
}
const writes = async () => Object.keys(await requests(platform)).filter((request) => !request.startsWith("GET "));
const forget = () => platform.request("DELETE", "/_local/requests");
const loses = (route: string) =>
  platform.request("PUT", "/_local/faults", {
    body: { rules: [{ match: { method: "POST", route }, fault: "reset", when: "after", times: 1 }] },
  });
const removeByHand = async () => {
  const [own] = (await peopleIn(platform, "member")).filter((each) => each.email === email);
  expect((await platform.request("DELETE", of("member"), { body: { user_id: own?.id } })).status).toBe(204);
};

describe("OrganizationMember", () => {
  test("is the same resource once the invitation is accepted, and gets another role in place", async () => {
    expect((await stack.run("up", person())).outputs).toEqual({ invitationStatus: "PENDING" });
    const [{ invitation_link: link }] = (await platform.request("GET", of("inviteMember"))).body.results;
    expect(link).toContain("https://");
    expect(await stack.exported()).not.toContain(link);
    await acceptInvitation(platform, email);
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    const { outputs: known } = await stack.resource("dev");
    expect(known).toMatchObject({ invitationStatus: "ACCEPTED", userId: expect.any(String) });
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    await forget();
    const { changes, outputs } = await stack.run("up", person({ roleId: admin }));
    expect([changes, outputs]).toEqual([{ same: 1, update: 1 }, { invitationStatus: "ACCEPTED" }]);
    expect(await writes()).toEqual([expect.stringMatching(/^PUT .*\/member 200$/)]);
    expect(await people()).toEqual([[email, "ADMIN", "member"]]);
  });

  test("is updated and deleted as a member although no refresh has seen the acceptance", async () => {
    await stack.run("up", person());
    await acceptInvitation(platform, email);
    await stack.run("up", person({ roleId: admin }));
    expect(await people()).toEqual([[email, "ADMIN", "member"]]);
    await stack.run("destroy");
    expect(await people()).toEqual([]);
    await stack.run("up", person());
    await acceptInvitation(platform, email);
    await stack.run("destroy");
    expect(await people()).toEqual([]);
  });

  /** The next look at each list shows what there is now, although the invitation is then accepted. */
  const acceptAfterRead = async () => {
    const lists = ["inviteMember", "member"] as const;
    const rules = [];
    for (const list of lists) {
      const body = { results: await peopleIn(platform, list) };
      const match = { method: "GET", route: `/organization/{organizationId}/${list}` };
      rules.push({ match, fault: "other-body", status: 200, body, times: 1 });
    }
    await acceptInvitation(platform, email);
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    await forget();
  };

  test("is updated and deleted as a member if the invitation is accepted between the read and the write", async () => {
    await stack.run("up", person());
    await acceptAfterRead();
    await stack.run("up", person({ roleId: admin }));
    expect(await writes()).toEqual([
      expect.stringMatching(/^DELETE .*\/inviteMember\/\S+ 404$/),
      expect.stringMatching(/^PUT .*\/member 200$/),
    ]);
    expect(await people()).toEqual([[email, "ADMIN", "member"]]);
    await stack.run("destroy");
    await stack.run("up", person());
    await acceptAfterRead();
    await stack.run("destroy");
    expect(await writes()).toEqual([
      expect.stringMatching(/^DELETE .*\/inviteMember\/\S+ 404$/),
      expect.stringMatching(/^DELETE .*\/member 204$/),
    ]);
    expect(await people()).toEqual([]);
  });

  test("is invited once if the response to the create or to an update is lost", async () => {
    await loses("/organization/{organizationId}/inviteMember");
    await stack.run("up", person());
    expect(await people()).toEqual([[email, "DEVELOPER", "invited"]]);
    await loses("/organization/{organizationId}/inviteMember");
    await stack.run("up", person({ roleId: admin }));
    expect(await people()).toEqual([[email, "ADMIN", "invited"]]);
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    await stack.run("destroy");
    expect(await people()).toEqual([]);
  });

  test("is refused with AP3004 in another stack, which can adopt it; nothing is deleted", async () => {
    await stack.run("up", person());
    const [invited] = await peopleIn(platform, "inviteMember");
    const other = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    try {
      const output = await other.fails("up", person({ email: "DEV@example.com", roleId: admin }));
      expect(output).toMatch(/AP3004[\s\S]+adoptId: "dev@example.com"/);
      expect(output).not.toContain("choose another");
      expect(await peopleIn(platform, "inviteMember")).toEqual([invited]);
      await other.run("up", person({ adoptId: email }));
      expect(await peopleIn(platform, "inviteMember")).toEqual([invited]);
      await other.forget("dev");
      const env = { APP_PLATFORM_ON_EXISTING: "adopt" };
      await other.run("up", person({ email: "DEV@example.com" }), { env });
      expect(await peopleIn(platform, "inviteMember")).toEqual([invited]);
    } finally {
      await other.close();
    }
  });

  test("is refused at preview with AP1205 if a program has the email address twice", async () => {
    const output = await stack.fails("preview", () => {
      person()();
      person({ email: "Dev@Example.com" }, "again")();
    });
    expect(output).toMatch(/AP1205[\s\S]+`organizationId` and `email`/);
  });

  test("stays if it is adopted under another Pulumi name in the run that removes the first", async () => {
    await stack.run("up", person());
    const before = await peopleIn(platform, "inviteMember");
    await stack.run("up", person({ adoptId: email }, "renamed"));
    expect(await peopleIn(platform, "inviteMember")).toEqual(before);
    await stack.run("destroy");
    expect(await people()).toEqual([]);
  });

  test("is removed from the state by a refresh if the person was removed by hand; up invites again", async () => {
    await stack.run("up", person());
    await acceptInvitation(platform, email);
    await stack.run("refresh");
    await removeByHand();
    expect((await stack.run("refresh")).changes).toMatchObject({ delete: 1 });
    await stack.run("up");
    expect(await people()).toEqual([[email, "DEVELOPER", "invited"]]);
  });

  test("is invited again by an update of the role if the person was removed by hand", async () => {
    await stack.run("up", person());
    await acceptInvitation(platform, email);
    await stack.run("refresh");
    await removeByHand();
    await stack.run("up", person({ roleId: admin }));
    expect(await people()).toEqual([[email, "ADMIN", "invited"]]);
  });

  test("is invited anew under another email address, and the former invitation is canceled", async () => {
    await stack.run("up", person());
    expect((await stack.run("up", person({ email: "ops@example.com" }))).changes).toMatchObject({ replace: 1 });
    expect(await people()).toEqual([["ops@example.com", "DEVELOPER", "invited"]]);
  });

  test("gets a new invitation by the next up after a refresh if the first has expired", async () => {
    await stack.run("up", person());
    const [first] = await peopleIn(platform, "inviteMember");
    expect((await platform.request("POST", `/_local/invitations/${first?.id}/expire`)).status).toBe(204);
    await stack.run("refresh");
    expect((await stack.run("up")).outputs).toEqual({ invitationStatus: "PENDING" });
    expect(await people()).toEqual([[email, "DEVELOPER", "invited"]]);
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
  });

  test("is adopted as the owner of the organization, who can't be removed (AP3005)", async () => {
    const own = { email: "owner@example.com", adoptId: "owner@example.com", roleId: owner };
    await stack.run("up", person(own));
    expect(await stack.fails("destroy")).toMatch(/AP3005[\s\S]+is the owner of the organization/);
    await stack.run("up", person(own));
  });
});

describe("CustomRole in use", () => {
  const organizationId = () => platform.ids.organization;
  const role = () => new CustomRole("deployers", { organizationId: organizationId() });

  test.each<[what: string, user: (roleId: string) => void]>([
    ["a member", (roleId) => void person({ roleId })()],
    ["a token", (roleId) => void new ApiToken("ci", { organizationId: organizationId(), roleId })],
  ])("isn't deleted while %s of the program has it by its ID (AP2016)", async (_, user) => {
    const { outputs } = await stack.run("up", () => ({ id: role().id }));
    const program = () => {
      user(outputs.id);
    };
    await stack.run("up", () => {
      role();
      program();
    });
    const output = await stack.fails("up", program);
    expect(output).toMatch(/AP2016[\s\S]+let them use another one/);
  });

  test("isn't deleted while an invitation that the stack doesn't manage has it (AP2016)", async () => {
    const { outputs } = await stack.run("up", () => ({ id: role().id }));
    await platform.request("POST", of("inviteMember"), { body: { email, role_id: outputs.id } });
    expect(await stack.fails("destroy")).toMatch(/AP2016[\s\S]+dev@example.com/);
    await acceptInvitation(platform, email);
    expect(await stack.fails("destroy")).toMatch(/AP2016[\s\S]+dev@example.com/);
    await removeByHand();
    await stack.run("destroy");
  });

  test("is deleted in the run that gives its members and tokens another role", async () => {
    const users = (roleId: Args["roleId"]) => {
      person({ roleId })();
      new ApiToken("ci", { organizationId: organizationId(), roleId });
    };
    await stack.run("up", () => users(role().id));
    await acceptInvitation(platform, email);
    await stack.run("up", () => users(admin));
    expect((await platform.request("GET", of("customRole"))).body.results).toEqual([]);
    expect(await people()).toEqual([[email, "ADMIN", "member"]]);
  });
});

describe("ApiToken whose response to the create is lost", () => {
  const program = () => {
    const { token } = new ApiToken("ci", { organizationId: platform.ids.organization, name: "ci", roleId: admin });
    return { token };
  };
  const tokens = async () =>
    (await platform.request("GET", of("apiToken"))).body.results.map((each: { id: string }) => each.id);
  const lose = async () => {
    await loses("/organization/{organizationId}/apiToken");
    expect(await stack.fails("up", program)).toContain("AP4001");
    const [unknown] = await tokens();
    return unknown as string;
  };

  test("is deleted by the next up, which makes another one", async () => {
    const unknown = await lose();
    const { outputs } = await stack.run("up", program);
    expect(await tokens()).toHaveLength(1);
    expect(await tokens()).not.toContain(unknown);
    const { status } = await platform.request("GET", of("project"), {
      token: null,
      headers: { authorization: `Token ${outputs.token}` },
    });
    expect(status).toBe(200);
  });

  test("is deleted by the next up after a refresh, and by a destroy", async () => {
    const unknown = await lose();
    await stack.run("refresh");
    await stack.run("up", program);
    expect(await tokens()).not.toContain(unknown);
    await stack.run("destroy");
    await lose();
    await stack.run("destroy");
    expect(await tokens()).toEqual([]);
  });

  test("is deleted by the next up that no longer declares it", async () => {
    await lose();
    await stack.run("up", () => undefined);
    expect(await tokens()).toEqual([]);
  });

  test("fails with AP4002 if the list can't be read either, with advice to delete it; the next up adopts nothing", async () => {
    const on = (method: string) => ({ method, route: "/organization/{organizationId}/apiToken" });
    const rules = [
      { match: on("POST"), fault: "reset", when: "after", times: 1 },
      { match: on("GET"), fault: "500" },
    ];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    const output = await stack.fails("up", program, { env: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "3" } });
    expect(output).toMatch(/AP4002[\s\S]+if it exists, delete it there: only the lost response had its `token`/);
    await platform.request("DELETE", "/_local/faults");
    const left = await tokens();
    expect(await stack.fails("up", program)).toMatch(
      /AP3004[\s\S]+delete it in the platform's console: nobody knows its `token`/,
    );
    expect(await tokens()).toEqual(left);
  });
});
