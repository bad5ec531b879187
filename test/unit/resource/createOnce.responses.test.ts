/** What the response to a create must contain, where it may lead, and what users do if nothing describes the new resource. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { extended } from "../../../provider/platform/endpoint.js";
import { container, ids } from "../../kinds/fixtures.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import { urnOf } from "../../support/frontend.js";
import type { ResourceDefinition, Values } from "../../support/provider.js";
import * as fake from "../support/fake-platform.js";

const platform = fake.fakePlatform();
const containers = `/environment/${ids.environment}/container`;
const [post, list, get] = [`POST ${containers}`, `GET ${containers}`, `GET /container/${ids.container}`];
const kind = fake.definitionOf("Container");
const withApi = (api: Partial<ResourceDefinition["api"]>) => ({
  ...{ ...kind, api: { create: kind.api.create, ...api } as ResourceDefinition["api"] },
});
const made = (more: Values = {}): Values => ({ ...container.response, created_at: new Date().toISOString(), ...more });
const { update, delete: removal, read } = kind.api;
const unlisted = withApi({ ...(read && { read }), ...(update && { update }), ...(removal && { delete: removal }) });

function creating(definition: ResourceDefinition = kind, options: fake.ConnectedOptions = {}) {
  const { platform: here, run, log } = fake.connected(platform.url, { endpoints: "extended", ...options });
  const inputs = { ...container.program, ...container.path };
  const request = fake.requestWith({ urn: urnOf("Container", "it"), log, inputs });
  const create = () =>
    handlersOf(definition, () => here, { run })
      .create(request)
      .then(
        ({ id }) => ({ id, code: undefined, message: "" }),
        (error: Error & { code?: string }) => ({ id: undefined, code: error.code, message: error.message }),
      );
  return { create, run };
}

describe("create: a response that doesn't describe the resource", () => {
  it.each<[what: string, status: number, json: unknown, problem: string]>([
    ["no content", 201, undefined, "the response (201) has no content"],
    ["a text", 201, "made", 'the response (201) is "made"'],
    ["an ID that is true", 200, { id: true }, "the response (200) has the id true, which is neither"],
    ["only a name", 201, { name: "web" }, "the response (201) has no id, but name"],
    ["the ID of an operation (202)", 202, { id: "op" }, 'doesn\'t describe it yet: it has the id "op", perhaps of an'],
    ["a number (202)", 202, { id: 7 }, "doesn't describe it yet: it has the id 7, perhaps"],
  ])("fails with AP3105 and shows what it contains: %s", async (_, status, json, problem) => {
    platform.on(post, [status, json]).on(list, fake.listing());
    const { code, message } = await creating().create();
    expect([code, message]).toEqual(["AP3105", expect.stringContaining(problem)]);
  });

  it.each<[what: string, json: Values]>([
    ["without a name", { ...made({ id: "op" }), name: null }],
    ["with another name", made({ id: "op", name: "other" })],
    ["without an argument that was sent", { ...made({ id: "op" }), ports: undefined as never }],
  ])("finds the resource in the list after a 202 %s", async (_, json) => {
    platform.on(post, [202, json]).on(list, () => [200, { results: [made()] }]);
    expect((await creating().create()).id).toBe(ids.container);
  });

  it("uses the ID of a 202 that repeats all arguments", async () => {
    platform.on(post, [202, made({ id: ids.helm })]).on(list, () => [200, { results: [made()] }]);
    platform.on(`GET /container/${ids.helm}`, [200, made({ id: ids.helm })]);
    expect((await creating().create()).id).toBe(ids.helm);
  });

  it.each<[status: number, id: string | undefined]>([
    [201, undefined],
    [202, ids.container],
  ])(
    "finds a resource that the list has after 20 s, with the status 202, but not with 201: status %i, ID %s",
    async (status, id) => {
      const { clock } = newStoppedClock();
      const since = clock.elapsed();
      const results = () => (clock.elapsed() - since > 20_000 ? [made()] : []);
      platform.on(post, [status, {}]).on(list, () => [200, { results: results() }]);
      const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "60" };
      expect((await creating(kind, { clock, environment }).create()).id).toBe(id);
    },
  );

  it("reads the list at once", async () => {
    const { clock } = newStoppedClock();
    const since = clock.elapsed();
    platform.on(post, [201, {}]).on(list, () => [200, { results: [made()] }]);
    expect((await creating(kind, { clock }).create()).id).toBe(ids.container);
    expect(clock.elapsed() - since).toBe(0);
  });

  it("fails with AP3105 if the list can't be read (403)", async () => {
    platform.on(post, [201, {}]).on(list, [403, {}]);
    expect((await creating().create()).code).toBe("AP3105");
  });

  it("fails with AP2006 without reading the list if another resource owns the ID", async () => {
    platform.on(post, [201, made()]).on(list, () => [200, { results: [made({ id: ids.helm })] }]);
    const { create, run } = creating();
    run.ownership.adoptionPlanned(`Container ${ids.container}`, { label: 'Container "b"' });
    expect(await create()).toMatchObject({ code: "AP2006", message: expect.stringContaining("declare it once") });
    expect(platform.lines()).toEqual([post]);
  });
});

describe("create: Location of a 202", () => {
  const own = `/container/${ids.container}`;
  const encoded = `%${ids.container.charCodeAt(0).toString(16)}${ids.container.slice(1)}`;
  it.each<[what: string, location: () => string]>([
    ["a path", () => own],
    ["a URL of the platform", () => `${platform.url}${own}`],
    ["a path with a query", () => `${own}?view=full`],
    ["an encoded ID", () => `/container/${encoded}`],
  ])("reads the resource from it: %s", async (_, location) => {
    platform.on(post, fake.withHeaders({}, { location: location() }, 202)).on(get, [200, made()]);
    expect((await creating(unlisted).create()).id).toBe(ids.container);
    expect(platform.lines().filter((line) => line === get)).toHaveLength(1);
  });

  it.each([
    ["another path", `/operation/${ids.container}`],
    ["a path without an ID", "/container/"],
    ["a path below the resource", `${own}/status`],
    ["another platform", `https://elsewhere.example.com${own}`],
    ["a malformed ID", "/container/%E0%A4%A"],
    ["nothing", ""],
  ])("fails with AP3105 and reads nothing if it is %s", async (_, location) => {
    platform.on(post, fake.withHeaders({}, { location }, 202)).on(get, [200, made()]);
    expect((await creating(unlisted).create()).code).toBe("AP3105");
    expect(platform.lines()).toEqual([post]);
  });

  it("fails with AP3105 if it leads to nothing (404)", async () => {
    platform.on(post, fake.withHeaders({}, { location: own }, 202));
    expect((await creating(unlisted).create()).code).toBe("AP3105");
    expect(platform.lines()).toEqual([post, get]);
  });

  it("fails with AP3105 if the kind has no endpoint that reads", async () => {
    platform.on(post, fake.withHeaders({}, { location: own }, 202)).on(get, [200, made()]);
    expect((await creating(withApi({})).create()).code).toBe("AP3105");
    expect(platform.lines()).toEqual([post]);
  });

  it.each([
    ["details", ids.container],
    ["other", undefined],
  ])("reads a resource whose path ends with /details only from such a path: /%s", async (end, id) => {
    const definition = withApi({ read: extended("GET /container/{id}/details") });
    platform.on(post, fake.withHeaders({}, { location: `${own}/${end}` }, 202)).on(`${get}/details`, [200, made()]);
    expect((await creating(definition).create()).id).toBe(id);
    expect(platform.lines().includes(`${get}/details`)).toBe(id !== undefined);
  });
});

describe("create: ID in paths", () => {
  const dots = 'its ID is "..", which the path of a URL can\'t contain: nothing could update or delete it';
  const long = (length: number) => "a".repeat(length);
  it.each<[what: string, id: string, definition: ResourceDefinition, problem: string]>([
    ["only dots", "..", kind, dots],
    ["half a character", "\ud800", kind, "which the path of a URL can't contain"],
    ["7,501 bytes", long(7_501), kind, "too long for the path of a URL"],
    ["2,501 characters of 3 bytes", "%".repeat(2_501), kind, "too long for the path of a URL"],
    ["dots if only updates need it", "..", withApi({ ...(update && { update }) }), dots],
    ["dots if only deletes need it", "..", withApi({ ...(removal && { delete: removal }) }), dots],
    ["dots if only reads need it", "..", withApi({ ...(read && { read }) }), dots],
  ])("fails with AP3105 after one request if no path can contain the ID: %s", async (_, id, definition, problem) => {
    platform.on(post, [201, made({ id })]);
    const { code, message } = await creating(definition).create();
    expect([code, message]).toEqual(["AP3105", expect.stringContaining(problem)]);
    expect(message).toContain("delete it in the platform's console, and let the platform assign another ID");
    expect(message).not.toContain("set `read`");
    expect(platform.lines()).toEqual([post]);
  });

  it.each<[what: string, id: string, definition: ResourceDefinition]>([
    ["7,500 bytes", long(7_500), kind],
    ["dots if no path needs it", "..", { ...withApi({}), subresources: [], linked: [] }],
  ])("accepts an ID: %s", async (_, id, definition) => {
    platform.on(post, [201, made({ id })]).on(list, () => [200, { results: [made({ id })] }]);
    platform.on(`GET /container/${id}`, [200, made({ id })]);
    expect((await creating(definition).create()).id).toBe(id);
  });

  it("fails with AP3105 if no path can contain the ID of the item in the list", async () => {
    platform.on(post, [201, {}]).on(list, () => [200, { results: [made({ id: ".." })] }]);
    expect(await creating().create()).toMatchObject({ code: "AP3105", message: expect.stringContaining(dots) });
  });

  it("fails with AP3105 and the paths to set if no path of an ApiObject can contain the ID", async () => {
    const path = `/organization/${ids.organization}/webhook`;
    platform.on(`POST ${path}`, [201, { id: ".." }]);
    const creation = fake.lifecycle("ApiObject", platform.url).create({ path, body: { url: "https://a.example.com" } });
    const message = expect.stringContaining("set `read`, `update.path` and `delete.path` to paths without `{id}`");
    expect(await fake.failureOf(creation)).toMatchObject({ code: "AP3105", message });
  });
});

describe("create: AP4002 after a lost response", () => {
  const never = { type: "string", description: "", returned: "never" } as never;
  it.each<[what: string, definition: ResourceDefinition, advice: string]>([
    [
      "`adoptId` if no endpoint lists the kind",
      unlisted,
      "adopt it (set `adoptId` to its ID, with endpoints that can read it) or delete it there",
    ],
    [
      "APP_PLATFORM_ON_EXISTING if another argument names existing resources",
      { ...unlisted, existingArg: "clusterId" },
      "adopt it (run `pulumi up` with APP_PLATFORM_ON_EXISTING=adopt) or delete it there",
    ],
    [
      "deletion if only the response had outputs",
      { ...unlisted, outputs: { ...kind.outputs, token: never, pin: never } } as ResourceDefinition,
      "if it exists, delete it there: only the lost response had its `token`, `pin`",
    ],
  ])("advises %s", async (_, definition, advice) => {
    platform.on(post, fake.lost);
    const { code, message } = await creating(definition).create();
    expect([code, message]).toEqual(["AP4002", expect.stringContaining(advice)]);
    expect(message).not.toContain("is not a function");
  });
});
