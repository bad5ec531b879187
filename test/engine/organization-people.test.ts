/** Members, roles and API tokens of an organization, while people change them, too, and responses are lost. */
import { ApiToken, CustomRole, OrganizationMember } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { platformRole } from "../../backend/src/resources/organization-role.js";
import { acceptInvitation, peopleIn } from "./support/invitations.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const email = "dev@example.com";
const [developer, admin] = (["DEVELOPER", "ADMIN"] as const).map((name) => platformRole(name).id);
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
const loses = (route: string) =>
  platform.request("PUT", "/_local/faults", {
    body: { rules: [{ match: { method: "POST", route }, fault: "reset", when: "after", times: 1 }] },
  });
const removeByHand = async () => {
  const [own] = (await peopleIn(platform, "member")).filter((each) => each.email === email);
  expect((await platform.request("DELETE", of("member"), { body: { user_id: own?.id } })).status).toBe(204);
};

describe("OrganizationMember", () => {
  test("stays the same resource after the invitation is accepted, and changes its role in place", async () => {
    expect((await stack.run("up", person())).outputs).toEqual({ invitationStatus: "PENDING" });
    const [{ invitation_link: link }] = (await platform.request("GET", of("inviteMember"))).body.results;
    expect(link).toContain("https://");
    expect(await stack.exported()).not.toContain(link);
    await acceptInvitation(platform, email);
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    const { outputs: known } = await stack.resource("dev");
    expect(known).toMatchObject({ invitationStatus: "ACCEPTED", userId: expect.any(String) });
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    await forgetRequests(platform);
    const { changes, outputs } = await stack.run("up", person({ roleId: admin }));
    expect([changes, outputs]).toEqual([{ same: 1, update: 1 }, { invitationStatus: "ACCEPTED" }]);
    expect(await writes(platform)).toEqual([expect.stringMatching(/^PUT .*\/member 200$/)]);
    expect(await people()).toEqual([[email, "ADMIN", "member"]]);
  });
});

describe("CustomRole in use", () => {
  const organizationId = () => platform.ids.organization;
  const role = () => new CustomRole("deployers", { organizationId: organizationId() });

  test.each<[what: string, user: (roleId: string) => void]>([
    ["a member", (roleId) => void person({ roleId })()],
    ["a token", (roleId) => void new ApiToken("ci", { organizationId: organizationId(), roleId })],
  ])("can't be deleted (AP2016) while %s of the program has its ID", async (_, user) => {
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

  test("can't be deleted (AP2016) while an invitation or a member that the stack doesn't manage has it", async () => {
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

describe("ApiToken", () => {
  const program = (args: object) => () => {
    const { token } = new ApiToken("ci", {
      organizationId: platform.ids.organization,
      roleId: admin,
      name: "ci",
      ...args,
    });
    return { token };
  };
  const statusOf = async (token: string) => {
    const headers = { authorization: `Token ${token}` };
    return (await platform.request("GET", of("project"), { token: null, headers })).status;
  };

  test.each<[order: string, change: object, sent: string[]]>([
    ["deleted first, if its role changes", { roleId: developer }, ["DELETE", "POST"]],
    ["deleted first, if its description changes", { description: "of the pipeline" }, ["DELETE", "POST"]],
    ["deleted last, if its `name` changes too", { name: "ci2", roleId: developer }, ["POST", "DELETE"]],
  ])("is replaced by a new token, and the old one is %s", async (_, change, sent) => {
    const { token: old } = (await stack.run("up", program({}))).outputs;
    const { changes, outputs } = await stack.run("up", program(change));
    expect(changes).toEqual({ same: 1, replace: 1 });
    const log: { method: string; path: string }[] = (await platform.request("GET", "/_local/requests/log")).body
      .results;
    const writes = log.filter(({ method, path }) => method !== "GET" && path.includes("/apiToken"));
    // The newest is first, and the oldest is the create.
    expect(writes.map(({ method }) => method).reverse()).toEqual(["POST", ...sent]);
    expect([await statusOf(old), await statusOf(outputs.token)]).toEqual([401, 200]);
  });
});

describe("ApiToken whose create lost its response", () => {
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

  test("fails with AP4001, and the next up deletes it and creates a new token", async () => {
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

  test("fails with AP4002 if the list can't be read, and the next up with AP3004", async () => {
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
