/** Roles of an organization, and what has them: API tokens, invitations and members. */
import { describe, expect, it } from "vitest";
import { opened } from "./support/opened.js";

const { platform, send, read, refusal, conflict, local } = opened();
const of = (path: string) => `/organization/${platform.ids.organization}/${path}`;
const types = ["DEVELOPMENT", "PREVIEW", "STAGING", "PRODUCTION"];

async function roleNamed(name: string): Promise<string> {
  const { results } = await read(of("availableRole"));
  return results.find((each: { readonly name: string }) => each.name === name).id;
}
type Rows = Readonly<Record<"cluster" | "project", readonly object[]>>;
const newRole = async (name = "deployer") => (await send("POST", of("customRole"), { name })).body;
/** A custom role that may do this in the project. */
async function roleWith(row: object) {
  const role = await newRole();
  const project_permissions = [{ ...role.project_permissions[0], ...row }];
  expect((await send("PUT", of(`customRole/${role.id}`), { ...role, project_permissions })).status).toBe(200);
  return role.id as string;
}
const permitted = (permission: string, count = 4) => ({
  permissions: types.slice(0, count).map((environment_type) => ({ environment_type, permission })),
});
const sendWith = async (token: string, method: string, path: string, body?: object) =>
  (await platform.request(method, path, { token: null, headers: { authorization: `Token ${token}` }, body })).status;

describe("custom role", () => {
  it("has a row with the least permissions for each cluster and each project, also for a new project", async () => {
    const { id } = await newRole();
    await send("POST", of("project"), { name: "second" });
    const role = await read(of(`customRole/${id}`));
    const row = { cluster_id: platform.ids.cluster, cluster_name: "main", permission: "VIEWER" };
    expect(role.cluster_permissions).toEqual([row]);
    const rows = role.project_permissions;
    expect(rows.map((each: { readonly project_name: string }) => each.project_name)).toEqual(["main", "second"]);
    for (const row of rows) expect(row).toMatchObject({ is_admin: false, ...permitted("NO_ACCESS") });
  });

  it.each<[string, (role: Rows) => object, string[]]>([
    ["a missing cluster", () => ({ cluster_permissions: [] }), ["cluster_permissions"]],
    ["a missing project", () => ({ project_permissions: [] }), ["project_permissions"]],
    ["a project twice", ({ project: [row] }) => ({ project_permissions: [row, row] }), ["project_permissions[1]"]],
    [
      "an unknown cluster",
      ({ cluster: [row] }) => ({ cluster_permissions: [row, { ...row, cluster_id: platform.ids.project }] }),
      ["cluster_permissions[1]"],
    ],
    [
      "a missing environment type",
      ({ project: [row] }) => ({ project_permissions: [{ ...row, permissions: permitted("VIEWER", 3).permissions }] }),
      ["project_permissions[0].permissions"],
    ],
  ])("returns 400 for an update with %s", async (_, change, fields) => {
    const role = await newRole();
    const rows = { cluster: role.cluster_permissions, project: role.project_permissions };
    expect(await refusal("PUT", of(`customRole/${role.id}`), { ...role, ...change(rows) })).toEqual(fields);
  });

  it("needs no permissions in a project with `is_admin`", async () => {
    const id = await roleWith({ is_admin: true, permissions: [] });
    expect((await read(of(`customRole/${id}`))).project_permissions[0].is_admin).toBe(true);
  });

  it.each([
    ["an API token", () => "apiToken", { name: "ci" }],
    ["an invitation", () => "inviteMember", { email: "dev@example.com" }],
  ])("can't be deleted while %s has the role: 409 with the user's ID", async (_, path, body) => {
    const { id } = await newRole();
    const user = (await send("POST", of(path()), { ...body, role_id: id })).body;
    expect(await conflict("DELETE", of(`customRole/${id}`))).toContain(user.id);
    expect((await send("DELETE", of(`${path()}/${user.id}`))).status).toBe(204);
    expect((await send("DELETE", of(`customRole/${id}`))).status).toBe(204);
  });
});

describe("API token of a role", () => {
  it.each<[string, () => Promise<string | null>, create: number, remove: number]>([
    ["ADMIN", () => roleNamed("ADMIN"), 200, 404],
    ["DEVELOPER", () => roleNamed("DEVELOPER"), 200, 403],
    ["VIEWER", () => roleNamed("VIEWER"), 403, 403],
    ["no role", async () => null, 403, 403],
    ["a custom role without permissions", async () => (await newRole()).id, 403, 403],
    ["a custom role with DEPLOYER", () => roleWith(permitted("DEPLOYER")), 200, 403],
    ["a custom role with VIEWER", () => roleWith(permitted("VIEWER")), 403, 403],
    ["a custom role with is_admin", () => roleWith({ is_admin: true }), 200, 403],
  ])("has the rights of %s until the token is deleted", async (_, role, create, remove) => {
    const { id, token } = (await send("POST", of("apiToken"), { name: "ci", role_id: await role() })).body;
    expect(await sendWith(token, "GET", of("project"))).toBe(200);
    expect(await sendWith(token, "POST", of("project"), { name: "new" })).toBe(create);
    expect(await sendWith(token, "DELETE", `/project/${id}`)).toBe(remove);
    expect((await send("DELETE", of(`apiToken/${id}`))).status).toBe(204);
    expect(await sendWith(token, "GET", of("project"))).toBe(401);
  });
});

describe("GET apiToken", () => {
  it("filters tokens by `name` and `creatorName` in any letter case", async () => {
    const first = (await send("POST", of("apiToken"), { name: "CI 1", role_id: await roleNamed("ADMIN") })).body;
    await send("POST", of("apiToken"), { name: "ci", role_id: null });
    const { token, id } = first;
    const named = async (query: string) =>
      (await read(of(`apiToken?${query}`))).results.map(({ name }: { name: string }) => name);
    expect(await sendWith(token, "POST", of("apiToken"), { name: "nested", role_id: null })).toBe(201);
    expect(await named("name=ci%201")).toEqual(["CI 1"]);
    expect(await named("name=c")).toEqual([]);
    expect(await named(`creatorName=${id.toUpperCase()}@app-platform.local`)).toEqual(["nested"]);
    expect(await named(`creatorName=${id}@app-platform.local&name=ci`)).toEqual([]);
    expect((await read(of("apiToken"))).results).toHaveLength(3);
    expect(JSON.stringify(await read(of("apiToken")))).not.toContain("creator");
  });
});

describe("invitation", () => {
  const invite = (email = "dev@example.com") => send("POST", of("inviteMember"), { email });
  const members = async () => (await read(of("member"))).results;

  it("becomes a member with another ID when accepted", async () => {
    const { body: invited } = await invite();
    expect(invited).toMatchObject({ role_name: "VIEWER", invitation_status: "PENDING" });
    expect((await send("POST", of(`inviteMember/${invited.id}`))).status).toBe(201);
    expect((await read(of("inviteMember"))).results).toEqual([]);
    const [, member] = await members();
    expect(member).toMatchObject({ email: "dev@example.com", role_name: "VIEWER" });
    expect(member.id).not.toBe(invited.id);
  });

  it("is refused with 409 for the email of an invited user or a member, in any letter case", async () => {
    const { body: invited } = await invite();
    const again = { email: "DEV@example.com" };
    await conflict("POST", of("inviteMember"), again);
    await send("POST", of(`inviteMember/${invited.id}`));
    await conflict("POST", of("inviteMember"), again);
  });

  it("can't be accepted (409) once it's expired, and is replaced by a new invitation", async () => {
    const { body: expired } = await invite();
    expect((await local("POST", `invitations/${expired.id}/expire`)).status).toBe(204);
    expect((await read(of(`inviteMember/${expired.id}`))).invitation_status).toBe("EXPIRED");
    expect((await send("POST", of(`inviteMember/${expired.id}`))).status).toBe(409);
    const { body: again } = await invite();
    expect((await read(of("inviteMember"))).results).toEqual([again]);
  });
});

describe("member", () => {
  it("gets another role from PUT member and is removed by DELETE member, with `user_id` in the body", async () => {
    const { body: invited } = await send("POST", of("inviteMember"), { email: "dev@example.com" });
    await send("POST", of(`inviteMember/${invited.id}`));
    const [, { id: user_id }] = (await read(of("member"))).results;
    const role_id = await roleNamed("ADMIN");
    expect(await send("PUT", of("member"), { user_id, role_id })).toEqual({ status: 200, body: undefined });
    expect((await read(of("member"))).results[1]).toMatchObject({ role_name: "ADMIN", role: "ADMIN" });
    expect((await send("DELETE", of("member"), { user_id })).status).toBe(204);
    expect((await read(of("member"))).results).toHaveLength(1);
  });

  it("can't be changed or removed (409) if the member is the owner", async () => {
    const [{ id: user_id }] = (await read(of("member"))).results;
    const role_id = await roleNamed("VIEWER");
    expect((await send("PUT", of("member"), { user_id, role_id })).status).toBe(409);
    expect((await send("DELETE", of("member"), { user_id })).status).toBe(409);
  });
});
