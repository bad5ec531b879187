import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymous } from "../../kinds/documentedCalls.js";
import type { Role } from "../platform.js";
import { servedCalls } from "../served-calls.js";
import { systemCalls } from "../systems-calls.js";
import { type Endpoint, endpointOf, openWorld, rowOf, type World } from "./endpoint-platform.js";

let world: World;
/** Those that no role names. */
const tokens: Record<string, string | null> = { none: null };

beforeAll(async () => {
  world = await openWorld();
  const { request, ids } = world.platform;
  const make = async (body: unknown) => (await request("POST", "/_local/tokens", { body })).body.token;
  tokens.expired = await make({ role: "admin", ttl: "-1m" });
  tokens["of another organization"] = await make({ role: "admin", organizationId: ids.cluster });
});
afterAll(async () => {
  await world.close();
});

const roles: readonly Role[] = ["viewer", "editor", "admin"];

/** The status that the contract gives to each kind of token. */
const columns: Readonly<Record<string, (endpoint: Endpoint) => number>> = {
  none: () => 401,
  viewer: (endpoint) => byRole("viewer", endpoint),
  editor: (endpoint) => byRole("editor", endpoint),
  admin: (endpoint) => byRole("admin", endpoint),
  expired: () => 401,
  "of another organization": () => 403,
};

function byRole(role: Role, { needs, success }: Endpoint): number {
  return roles.indexOf(role) >= roles.indexOf(needs) ? success : 403;
}

it("the matrix has every call that is served", () => {
  expect(world.endpoints.map((endpoint) => anonymous(rowOf(endpoint))).sort()).toEqual([...servedCalls].sort());
});

it.each(systemCalls)("$call needs what the description says", ({ call, success, needs }) => {
  expect(endpointOf(world, call)).toMatchObject({ success, needs });
});

describe.each(servedCalls)("%s", (call) => {
  it.each(Object.keys(columns))("answers a token that is %s as the contract says, and does no more", async (column) => {
    const endpoint = endpointOf(world, call);
    const expected = columns[column]?.(endpoint) ?? 0;
    const token = tokens[column] === undefined ? column : tokens[column];
    const options = { body: endpoint.body, token };
    await world.restore();
    const before = await world.content();
    const answer = await world.platform.request(endpoint.method, world.pathOf(endpoint), options);
    expect(answer.status).toBe(expected);
    const isChanged = JSON.stringify(await world.content()) !== JSON.stringify(before);
    // What succeeds and writes must show, or "nothing changed" would prove nothing.
    expect(isChanged).toBe(expected < 300 && endpoint.method !== "GET");
    if (expected >= 300) expect(answer.body).toMatchObject({ status: expected, detail: expect.stringMatching(/./) });
    if (expected === 401) expect(answer.headers["www-authenticate"]).toContain("Bearer");
  });
});
