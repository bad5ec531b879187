import { beforeAll, describe, expect, it } from "vitest";
import { type Body, bodies } from "../support/bodies.js";
import { anyId, opened } from "../support/opened.js";
import { startPlatform } from "../support/platform.js";

const { platform, local, read, inEnvironment, create } = opened({ speed: "instant" });
let list: string;
beforeAll(() => {
  list = inEnvironment("database");
});

const database = (name: string) => ({ ...bodies.database.minimal(platform.ids), name });
const names = async () => (await read(list)).results.map((each: Body) => each.name);

describe("local paths", () => {
  it("return 405 with the allowed methods for another method, and 404 for an unknown path", async () => {
    const response = await local("POST", "snapshot", {});
    expect([response.status, response.headers.allow]).toEqual([405, "GET, PUT"]);
    expect((await local("GET", "nothing")).status).toBe(404);
  });
});

describe("GET /_local/health", () => {
  it("returns a different `instanceId` for each platform of a process", async () => {
    const { body } = await local("GET", "health");
    expect(body).toEqual({ status: "ok", pid: process.pid, instanceId: anyId });
    expect((await local("GET", "health")).body).toEqual(body);
    const other = await startPlatform();
    expect((await other.request("GET", "/_local/health")).body.instanceId).not.toBe(body.instanceId);
    await other.stop();
  });
});

describe("POST /_local/reset", () => {
  it("restores the initial content, removes faults, and keeps tokens valid", async () => {
    await platform.request("POST", list, { body: database("one") });
    const extra = (await local("POST", "environments", {})).body.id;
    await local("PUT", "faults", { rules: [{ fault: "500", match: { route: "getContainer" } }] });
    expect((await local("POST", "reset")).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await platform.request("GET", `/environment/${extra}/job`)).status).toBe(404);
    expect((await local("GET", "faults")).body).toEqual({ rules: [] });
  });
});

describe("GET /_local/requests", () => {
  it("counts requests by method, route and status, with their bodies, until DELETE clears the counts", async () => {
    for (const name of ["a", "b", "a"]) await platform.request("POST", list, { body: database(name) });
    await platform.request("GET", list, { token: null });
    await platform.request("GET", "/nowhere");
    await platform.request("DELETE", list);
    // An update of a variable has this path with an ID.
    await platform.request("PUT", "/variable/import");
    const rows = (await local("GET", "requests")).body.results.map(
      ({ last_at: _at, bodies: _bodies, ...row }: Body) => row,
    );
    const route = "/environment/{environmentId}/database";
    expect(rows).toEqual([
      { method: "POST", route, operation: "createDatabase", status: 201, fault: null, count: 2 },
      { method: "POST", route, operation: "createDatabase", status: 409, fault: null, count: 1 },
      { method: "GET", route, operation: "listDatabases", status: 401, fault: null, count: 1 },
      { method: "GET", route: null, operation: null, status: 404, fault: null, count: 1 },
      { method: "DELETE", route, operation: null, status: 405, fault: null, count: 1 },
      { method: "PUT", route: "/variable/import", operation: null, status: 405, fault: null, count: 1 },
    ]);
    expect((await local("GET", "requests")).body.results.map((row: Body) => row.bodies)).toMatchObject([
      [{ name: "a" }, { name: "b" }],
      [{ name: "a" }],
      ...[[], [], [], []],
    ]);
    expect((await local("DELETE", "requests")).status).toBe(204);
    expect((await local("GET", "requests")).body).toEqual({ results: [] });
  });
});

describe("POST /_local/environments and /_local/tokens", () => {
  it("create an environment with `name` and `autoPreview`", async () => {
    const made = await local("POST", "environments", { name: "preview", autoPreview: false });
    expect(made.body).toMatchObject({ id: expect.any(String), name: "preview" });
    expect((await create("container", {}, made.body.id)).auto_preview).toBe(false);
    expect((await local("POST", "environments")).body.id).not.toBe(made.body.id);
  });

  it("return 400 for an unknown `role` and an unreadable `ttl`", async () => {
    expect((await local("POST", "tokens", { role: "root" })).status).toBe(400);
    expect((await local("POST", "tokens", { ttl: "soon" })).status).toBe(400);
  });
});

it("POST /_local/clock returns 409 unless the speed is manual", async () => {
  expect((await local("POST", "clock", { advanceSeconds: 1 })).status).toBe(409);
});
