/** Responses that describe something else than what was asked for: errors, never a change and never the end of a resource. */
import { beforeEach, describe, expect, it } from "vitest";
import { idInResponse } from "../../../provider/ownership/identity.js";
import { wireName } from "../../../provider/schema/field.js";
import { container, database, fixtures, ids } from "../../kinds/fixtures.js";
import {
  type EndpointSet,
  type Field,
  fillTarget,
  isObject,
  isServed,
  saveOf,
  type Values,
} from "../../support/provider.js";
import { definitionOf, emptyPreceding, failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const sets: readonly EndpointSet[] = ["documented", "extended"];

/** Every kind with the call that reads one of it, by its ID or from a list. */
const reads = fixtures.flatMap(({ kind, path, response, outputs }) =>
  sets.flatMap((endpoints) => {
    const definition = definitionOf(kind);
    const { api, identity, pathArgs, verbs } = definition;
    // A trigger reads statuses, which describe no resource.
    if (verbs.read !== undefined) return [];
    const id = idInResponse(definition, response) as string;
    const lineOf = (call: NonNullable<typeof api.read>) => `GET ${fillTarget(call, { ...path, id })}`;
    const byId = isServed(api.read, endpoints) ? lineOf(api.read) : undefined;
    const byList = isServed(api.list, endpoints) ? lineOf(api.list) : undefined;
    const line = byId ?? byList;
    if (line === undefined) return [];
    const isList = byId === undefined;
    const prepare = () => api.list && emptyPreceding(platform, api.list, path);
    return [{ kind, endpoints, id, line, byList, isList, identity, pathArgs, response, outputs, prepare }];
  }),
);
type Read = (typeof reads)[number];

const other = "99999999-9999-4999-8999-999999999999";
const inList = (read: Read, item: unknown) => (read.isList ? { results: [item] } : item);
const read = ({ kind, endpoints, id, outputs }: Read) => lifecycle(kind, platform.url, { endpoints }).read(id, outputs);
/** The response, which says this in the member of an argument. */
function saying(kind: string, arg: string, response: Values, returned: unknown) {
  const field = definitionOf(kind).args[arg] as Field;
  const [first = "", ...rest] = (field.response?.path ?? wireName(arg, field)).split(".");
  return { ...response, [first]: rest.reduceRight((inner, name) => ({ [name]: inner }), returned) };
}
const shouted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shouted);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shouted(each)]));
  return typeof value === "string" && /^[0-9a-f]{8}-[-0-9a-f]{27}$/.test(value) ? value.toUpperCase() : value;
};

const namedReads = reads.map((each) => [each.kind, each.endpoints, each.line, each] as const);

describe.each(namedReads)("%s with %s endpoints, read by %s", (_kind, _endpoints, _line, each) => {
  beforeEach(each.prepare);
  const { id: _, ...withoutId } = each.response;
  const wrong: [string, unknown][] = [
    ["nothing", each.isList ? { results: [{}] } : {}],
    ["null", each.isList ? { results: [null] } : null],
    ["the resource inside another object", inList(each, { data: each.response })],
    ["a resource without an ID", inList(each, withoutId)],
    ["a resource with an empty ID", inList(each, { ...each.response, id: "" })],
  ];
  if (each.isList) {
    wrong.push(
      ["an empty object", {}],
      ["a list without its name", [each.response]],
      ["a number as results", { results: 3 }],
    );
  }
  // A list contains other IDs; settings of a place have an ID of their own.
  if (!each.isList && each.identity === "id") {
    wrong.push(["a resource with another ID", { ...each.response, id: other }]);
  }
  for (const arg of each.pathArgs) {
    const elsewhere = saying(each.kind, arg, each.response, other);
    const isReported = Object.keys(elsewhere).every((name) => name in each.response);
    if (isReported && elsewhere.id === each.id) wrong.push([`a resource of another ${arg}`, inList(each, elsewhere)]);
  }

  it.each(wrong)("fails with AP3105 for a response with %s", async (_, answer) => {
    platform.on(each.line, [200, answer]);
    const failure = await failureOf(read(each));
    expect(failure).toMatchObject({ code: "AP3105", message: expect.stringContaining(each.kind) });
    if (each.isList) expect(failure.message).toMatch(/^AP3105: Listing .+: the platform reports success, but/);
  });

  it("has no change if all IDs are uppercase", async () => {
    platform.on(each.line, [200, inList(each, shouted(each.response))]);
    const cycle = lifecycle(each.kind, platform.url, { endpoints: each.endpoints });
    const seen = await cycle.read(each.id, each.outputs);
    expect(seen.id).toBe(each.id);
    const { program, path } = fixtures.find(({ kind }) => kind === each.kind) as (typeof fixtures)[number];
    expect(await cycle.diff(each.id, seen.outputs, { ...program, ...path })).toEqual({ changes: false });
  });
});

it("refresh fails with AP3105 if the list that lacks the resource may be only the first page", async () => {
  const results = [{ ...database.response, id: other, name: "other" }];
  platform.on(`GET /environment/${ids.environment}/database`, [200, { results, next: "token" }]);
  const failure = await failureOf(lifecycle("Database", platform.url).read(ids.database, database.outputs));
  const message = expect.stringContaining("one page of a longer list");
  expect(failure).toMatchObject({ code: "AP3105", message });
});

describe("a write with an unexpected response", () => {
  const one = `/container/${ids.container}`;
  const args = { ...container.program, ...container.path };
  const elsewhere = { ...container.response, environment: { id: other } };

  it.each([
    ["another resource", { ...container.response, id: other }],
    ["a resource whose ID is a number", { ...container.response, id: 7 }],
    ["a resource of another environment", elsewhere],
    ["a resource of another environment, without an ID", { ...elsewhere, id: undefined }],
  ])("fails with AP3105 if the response describes %s", async (_, answer) => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [200, answer]);
    const { update } = lifecycle("Container", platform.url, { endpoints: "extended" });
    expect((await failureOf(update(ids.container, container.outputs, { ...args, cpu: 300 }))).code).toBe("AP3105");
  });

  it("finds the new resource by list if a create reports another environment", async () => {
    const list = `/environment/${ids.environment}/container`;
    platform.on(`POST ${list}`, [201, elsewhere]);
    platform.on(`GET ${list}`, () => {
      return [200, { results: [{ ...container.response, created_at: new Date().toISOString() }] }];
    });
    const created = await lifecycle("Container", platform.url).create(args);
    expect(created.id).toBe(ids.container);
    expect(created.outputs.environmentId).toBe(ids.environment);
  });
});

/** Every kind with an argument that says where it is, as its responses repeat it. */
const places = fixtures.flatMap(({ kind, path, program, response }) => {
  const definition = definitionOf(kind);
  const { api, pathArgs, verbs } = definition;
  if (verbs.read !== undefined) return [];
  const create = saveOf(definition, path) ?? api.create;
  const line = `${create.method} ${fillTarget(create, path)}`;
  return pathArgs.map((arg) => {
    const specified: Values = { ...program, ...path };
    const members = { ...specified, id: String(response.id) };
    /** What else a create may ask for. */
    const others = () => {
      if (api.list !== undefined) {
        emptyPreceding(platform, api.list, members);
        platform.on(`GET ${fillTarget(api.list, members)}`, [200, { results: [] }]);
      }
      if (api.update !== undefined) platform.on(`PUT ${fillTarget(api.update, members)}`, [200, response]);
    };
    return { kind, arg, line, response, specified, others };
  });
});

describe.each(places)("$arg of a new $kind", ({ kind, arg, line, response, specified, others }) => {
  const create = (returned: unknown) => {
    others();
    platform.on(line, [201, saying(kind, arg, response, returned)]);
    return lifecycle(kind, platform.url, { endpoints: "extended" }).create(specified);
  };

  it("fails the create if the response has another ID", async () => {
    expect((await failureOf(create(other))).message).toContain(other);
  });

  it.each([0, {}, [null], [other], null, undefined].map((returned) => ({ returned })))(
    "is the program's if the response has $returned",
    async ({ returned }) => {
      expect((await create(returned)).outputs[arg]).toBe(specified[arg]);
    },
  );
});
