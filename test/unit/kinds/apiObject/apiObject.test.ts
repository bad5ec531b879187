import { describe, expect, it } from "vitest";
import { lookupsOf } from "../../../../provider/engine/lookups.js";
import type { Value } from "../../../../provider/schema/json.js";
import { ids } from "../../../kinds/fixtures.js";
import { managed } from "../../../support/frontend.js";
import type { Values } from "../../../support/provider.js";
import {
  connected,
  definitionOf,
  failureOf,
  fakePlatform,
  lifecycle,
  silent,
  withHeaders,
} from "../../support/fake-platform.js";

const platform = fakePlatform();

describe("getApiObject", () => {
  const [one, two] = [{ id: "1" }, { id: "2" }];
  const lookUp = (of: string): Promise<Value> =>
    lookupsOf(definitionOf("ApiObject"), () => connected(platform.url).platform).lookUpOne({
      args: { path: of },
      log: silent,
    });

  it.each<[form: string, json: (items: unknown[]) => unknown]>([
    ["an object with results", (results) => ({ results })],
    ["an array", (items) => items],
  ])("returns all pages of %s", async (_, json) => {
    platform.on("GET /webhook", withHeaders(json([one]), { link: "<?page=2>; rel=next" }));
    platform.on("GET /webhook?page=2", withHeaders(json([two])));
    expect(await lookUp("/webhook")).toEqual({ response: json([one, two]) });
  });

  it("requests only the page that its path names (`?page=2`), and returns it as it is", async () => {
    platform.on("GET /webhook?page=2", withHeaders({ results: [two], page: 2, total: 9 }));
    expect(await lookUp("/webhook?page=2")).toEqual({ response: { results: [two], page: 2, total: 9 } });
  });

  it("returns an object whose members are named like a page's", async () => {
    platform.on("GET /quota", withHeaders({ total: 5, next: "2027" }));
    expect(await lookUp("/quota")).toEqual({ response: { total: 5, next: "2027" } });
  });

  it.each<[form: string, headers: Readonly<Record<string, string>>, status: number]>([
    ["a link to another page", { link: "<?page=2>; rel=next" }, 200],
    ["the status 206", {}, 206],
  ])("fails with AP3105 for an object with %s", async (_, headers, status) => {
    platform.on("GET /statuses", withHeaders({ containers: [] }, headers, status));
    const message = expect.stringContaining("may be only a part");
    expect(await failureOf(lookUp("/statuses"))).toMatchObject({ code: "AP3105", message });
  });
});

describe("update of an ApiObject", () => {
  const writes = () => platform.arrived.filter(({ line }) => !line.startsWith("GET"));
  const path = `/organization/${ids.organization}/webhook`;
  const object = `${path}/${ids.feature}`;
  const to = (url: string) => ({ url, retry: { count: 1, pause: 9 } });
  const [a, b] = [to("https://a"), to("https://b")];
  const token = { secretBody: { token: "t" } };
  const again = { count: 7, pause: 9 };
  const now = { id: ids.feature, created_at: "2024-05-01T10:00:00Z", ...a, by: "hand" };
  const patch = { update: { method: "PATCH" } };

  /** What is sent for an update of what is known to other arguments, where the platform has this by now. */
  async function sent(known: Values, args: Values, there: Values = now) {
    const { update } = lifecycle("ApiObject", platform.url);
    const before = { path, ...known };
    platform.on(`GET ${object}`, [200, there]);
    for (const method of ["PUT", "PATCH"]) {
      platform.on(`${method} ${object}`, ({ body }) => [200, { ...there, ...(body as Values) }]);
    }
    const { outputs } = await update(ids.feature, managed({ ...before, response: there }, before), { path, ...args });
    return { body: writes()[0]?.body, outputs };
  }

  const byHand = { by: "hand" };
  const omitting = { update: { omit: ["by"] } };
  const ofA = { body: a, ...token };
  const ofB = { body: b, ...token };
  const patched = { ...ofA, ...patch };
  it.each<[what: string, known: Values, args: Values, there: Values, body: Values]>([
    ["members that others set", { body: a }, { body: b }, now, { ...b, ...byHand }],
    ["all own members if nothing changes", { body: a }, { body: a }, { ...now, url: "https://c" }, { ...a, ...byHand }],
    ["no secret that the program removes", ofA, { body: b }, { ...now, token: "x" }, { ...b, ...byHand }],
    ["a secret instead of its mask", ofA, ofB, { ...now, token: "REDACTED" }, { ...b, token: "t", ...byHand }],
    ["no member that others set and `update.omit` lists", { body: a, ...omitting }, { body: b, ...omitting }, now, b],
    ["a changed secret as a patch", patched, { ...patched, secretBody: { token: "u" } }, now, { token: "u" }],
    ["all own members as a patch if nothing changes", patched, patched, now, { ...a, token: "t" }],
  ])("sends %s", async (_, known, args, there, body) => {
    expect((await sent(known, args, there)).body).toEqual(body);
  });

  it.each<[what: string, known: Values, args: Values, stored: Values]>([
    [
      "`nameMember` is removed",
      { nameMember: "url", ignore: ["by"] },
      { ignore: ["by"] },
      { ignore: ["by"], nameMember: undefined },
    ],
    [
      "`update.omit` is removed",
      { update: { method: "PATCH", omit: ["by"] } },
      { update: { method: "PATCH" } },
      { update: { method: "PATCH" } },
    ],
  ])("sends nothing if %s, which only the provider uses", async (_what, known, args, stored) => {
    const { outputs } = await sent({ body: a, ...known }, { body: a, ...args });
    expect(writes()).toEqual([]);
    expect(outputs).toEqual({ ...outputs, body: a, ...stored });
    expect(Object.keys(outputs)).not.toContain(known.nameMember === undefined ? "" : "nameMember");
  });

  it("stores the new arguments, and removes a nameMember that the program no longer sets", async () => {
    const { outputs } = await sent({ body: a, nameMember: "url" }, { body: b }, { ...now, retry: again });
    expect(outputs).toMatchObject({ body: b, response: { by: "hand", retry: { count: 7 } } });
    expect(outputs).not.toHaveProperty("nameMember");
  });

  it("fails with AP2001 for a masked secret that the program doesn't set, which a PUT would replace by its mask", async () => {
    const failure = await failureOf(sent({ body: a }, { body: b }, { ...now, keys: { own: "REDACTED" } }));
    expect(failure.message).toMatch(/^AP2001: .*keys\.own must be set/s);
    expect(writes()).toEqual([]);
  });
});
