import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sample } from "../../support/full.js";
import { services } from "../support/services.js";
import { type PathId, servedCalls } from "./endpoints.js";
import { openedWorld } from "./world.js";

const world = openedWorld();

/** The sorts of hostile id, each as it stands in the path of the request, in place of the id that is meant. */
const sorts: Readonly<Record<string, (meant: PathId) => readonly string[]>> = {
  traversal: ({ id }) => ["..", "../..", `../environment/${id}`, "..;", `${id}/..`],
  "encoded traversal": ({ id }) => ["%2e%2e", "%2e%2e%2f_local%2fsnapshot", `${id}%2f..`],
  "encoded slash": ({ id }) => ["a%2Fb", "%2F", `${id}%2F`, `%2f${id}`, `${id}%5C`],
  "encoded twice": ({ id }) => ["%252e%252e%252f", `${id}%252f`, `%25${id.charCodeAt(0).toString(16)}${id.slice(1)}`],
  NUL: ({ id }) => ["%00", `${id}%00`, `${id.slice(0, 8)}%00${id.slice(9)}`],
  "quotes and SQL": ({ id }) => [
    "'%20OR%20'1'='1",
    "%22",
    `${id}'--`,
    "1%20UNION%20SELECT%20value%20FROM%20meta",
    "%25",
  ],
  "very long": ({ id }) => ["x".repeat(8000), `${id}${"0".repeat(8000)}`, "%41".repeat(4000)],
  "id of another kind": ({ kind }) =>
    Object.entries(knownIds()).flatMap(([other, id]) => (other === kind || isService(kind, other) ? [] : [id])),
  "unknown UUID": () => ["00000000-0000-0000-0000-000000000000", randomUUID()],
  "not ASCII": ({ id }) => [
    "%F0%9F%92%A9",
    // Full-width digits, which a careless comparison treats as the plain ones.
    encodeURIComponent(id.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))),
    ...[`${id}%E2%80%8B`, "%ff", "%C0%AE%C0%AE", "%zz"],
  ],
  "another format": ({ id }) => [`%7B${id}%7D`, `urn:uuid:${id}`, id.replaceAll("-", ""), `${id}%0A`, `${id};v=1`],
  "empty or blank": () => ["", "%20", "%09", "+", "null", "undefined", "0", "-1", "NaN", "true", "[]", "*"],
};

/** Where any service may stand, one of another kind isn't another thing, and the other way round. */
function isService(kind: string, other: string): boolean {
  const isOne = (each: string) => each === "service" || services.includes(each);
  return (kind === "service" && isOne(other)) || (other === "service" && isOne(kind));
}

/** One id of every kind that a path can name. */
function knownIds(): Record<string, string> {
  const inPaths = world.endpoints.flatMap((endpoint) => endpoint.ids.map(({ kind, id }) => [kind, id]));
  return Object.fromEntries(inPaths);
}

/** The others have no id in their path. */
const callsWithId = servedCalls.filter((call) => call.includes("{}"));

/** Without `FULL=1`, each call meets some of the sorts, and each of these some calls. */
describe.each(callsWithId.map((call, place) => [call, place] as const))("%s", (call, place) => {
  it.each(sample(Object.keys(sorts), place, 6))("returns 404 and changes nothing for a wrong ID: %s", async (sort) => {
    const endpoint = world.endpointOf(call);
    const good = endpoint.ids.map(({ id }) => id);
    const all = endpoint.ids.flatMap((meant, at) =>
      (sorts[sort]?.(meant) ?? []).map((hostile) => good.with(at, hostile)),
    );
    expect(all.length).toBeGreaterThan(0);
    for (const ids of all) {
      const { status, body } = await world.send(endpoint, {}, ids);
      expect([ids, status, body.error]).toEqual([ids, 404, "Not Found"]);
    }
    await world.unchanged();
  });

  it("accepts an ID in uppercase", async () => {
    const endpoint = world.endpointOf(call);
    const capital = endpoint.ids.map(({ id }) => id.toUpperCase());
    const { status } = await world.send(endpoint, {}, capital);
    if (!call.startsWith("GET")) await world.restore();
    expect(status).toBe(endpoint.success);
  });
});

it("request with an ID of 20,000 characters is refused with 431, and the platform continues", async () => {
  const { request } = world.platform;
  const answer = await request("GET", `/container/${"x".repeat(20_000)}`, { headers: { connection: "close" } });
  expect([answer.status, answer.body.status]).toEqual([431, 431]);
  expect((await request("GET", "/_local/health")).status).toBe(200);
});
