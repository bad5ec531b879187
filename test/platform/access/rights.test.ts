import { beforeAll, describe, expect, it } from "vitest";
import { roles, usualRole } from "../../../backend/src/roles.js";
import { servedCalls } from "./endpoints.js";
import { openedWorld } from "./world.js";

const world = openedWorld();
/** Tokens that are refused wherever they are sent, each with its status. */
let refused: readonly (readonly [who: string, token: string | null, status: number])[];
let routes: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;

beforeAll(async () => {
  const { request, ids } = world.platform;
  const make = async (body: unknown) => (await request("POST", "/_local/tokens", { body })).body.token;
  refused = [
    ["none", null, 401],
    ["expired", await make({ role: "admin", ttl: "-1m" }), 401],
    ["of another organization", await make({ role: "admin", organizationId: ids.cluster }), 403],
  ];
  routes = (await request("GET", "/_local/openapi.json")).body.paths;
});

/** The least first. */
const rising = roles.toReversed();

it("role that a call requires by default is viewer for GET, editor for POST and PUT, and admin for DELETE", () => {
  const methods = ["GET", "POST", "PUT", "DELETE"] as const;
  expect(methods.map(usualRole)).toEqual(["viewer", "editor", "editor", "admin"]);
  expect(rising).toEqual(["viewer", "editor", "admin"]);
});

it("role admin is required by PUT database, POST argoCdConfig and every DELETE", () => {
  const needing = world.endpoints.filter(({ needs }) => needs === "admin").map(({ call }) => call);
  const deletes = servedCalls.filter((call) => call.startsWith("DELETE "));
  expect(deletes.length).toBeGreaterThan(20);
  expect(needing).toEqual(expect.arrayContaining(["PUT /database/{}", "POST /cluster/{}/argoCdConfig", ...deletes]));
});

it("tests of roles include every served call", () => {
  expect(world.endpoints.map(({ call }) => call).sort()).toEqual([...servedCalls].sort());
});

describe.each(servedCalls)("%s", (call) => {
  const isRead = call.startsWith("GET");

  it("returns 401 or 403 and changes nothing without the required role", async () => {
    const endpoint = world.endpointOf(call);
    const least = rising.indexOf(endpoint.needs);
    const lesser = rising.slice(0, least).map((role) => [role, role, 403] as const);
    for (const [who, token, status] of [...refused, ...lesser]) {
      const answer = await world.send(endpoint, { token });
      expect([who, answer.status]).toEqual([who, status]);
      expect(answer.body).toMatchObject({ status, detail: expect.stringMatching(/./) });
      if (status === 401) expect(answer.headers["www-authenticate"]).toContain("Bearer");
    }
    expect(await world.isChanged()).toBe(false);
    for (const role of rising.slice(least)) {
      const answer = await world.send(endpoint, { token: role });
      expect([role, answer.status]).toEqual([role, endpoint.success]);
      // What succeeds and writes must show, or "nothing changed" would prove nothing.
      expect(await world.isChanged()).toBe(!isRead);
      if (!isRead) await world.restore();
    }
  });

  it("returns 502 with a fault rule for 502, and makes its change only if the rule's `when` is after", async () => {
    const endpoint = world.endpointOf(call);
    const [method = "", template] = call.split(" ");
    const path = Object.keys(routes).find((each) => each.replace(/\{\w+\}/g, "{}") === template) ?? "";
    const route = routes[path]?.[method.toLowerCase()]?.operationId;
    for (const when of ["before", "after"]) {
      const rule = { when, fault: "502", times: 1, match: { route } };
      expect((await world.platform.request("PUT", "/_local/faults", { body: [rule] })).status).toBe(200);
      expect([when, (await world.send(endpoint)).status]).toEqual([when, 502]);
      expect([when, await world.isChanged()]).toEqual([when, when === "after" && !isRead]);
    }
    if (!isRead) await world.restore();
  });
});
