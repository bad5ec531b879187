import fc from "fast-check";
import { expect, it } from "vitest";
import { anonymous } from "../../kinds/documentedCalls.js";
import { isFull } from "../../support/full.js";
import { holds } from "../../support/seeds.js";
import { openedWorld } from "../access/world.js";
import { alterationsWith, altered } from "../support/alterations.js";
import { kindNames } from "../support/bodies.js";
import type { Answer } from "../support/platform.js";
import { startPlatformProcess } from "../support/platform-process.js";
import { type Document, type Operation, readDocument, type Schema } from "./document.js";

/**
 * An id that is not known before the request is sent: `@container:3` is the fourth container that there is. So a random
 * program means the same each time it is run, though the platform gives other ids.
 */
const reference = /^@(\w+):(\d+)$/;

/** How a body was come by; the matrix counts them apart. */
const ways = ["from the schema", "good, then altered"] as const;

interface ArbitraryRequest {
  readonly operation: Operation;
  readonly made: (typeof ways)[number];
  /** Path members, by name. */
  readonly members: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: unknown;
}

const someOf = (kind: string) => fc.nat({ max: 5 }).map((index) => `@${kind}:${index}`);
/** Mostly one that exists, sometimes one that does not. */
const idOf = (kind: string) => fc.oneof({ weight: 12, arbitrary: someOf(kind) }, fc.uuid(), someOf("any"));

/** What an id stands for, by the name of its member and of the member around it. */
function kindOf(key: string, around: string): string {
  if (key === "id" || key === "") return around.replace(/_groups$/, "Group").replace(/s$/, "");
  if (key === "git_token_id") return "gitToken";
  return key.replace(/_?id$/i, "");
}

/** Texts with an inner form, by what the document says about it. */
const forms: readonly (readonly [RegExp, readonly string[]])[] = [
  [/cron expression/, ["*/5 * * * *", "0 4 * jan MON-FRI"]],
  [/time zone/, ["Europe/Paris", "Etc/UTC"]],
  [/https?, https or ssh URL/, ["https://github.com/acme/shop.git", "ssh://git@example.com/acme/shop"]],
  [/http or https URL/, ["https://argocd.example.com", "http://example.com/x"]],
  [/absolute URI/, ["app://icon", "https://example.com/icon.svg"]],
  [/URL that begins with https/, ["https://registry.example.com"]],
  [/Name of the feature/, ["STATIC_IP", "VPC_SUBNET", "fea70e00-a3c5-41e7-a263-d45f7193b00d"]],
  [/domain name/, ["shop.example.com", "*.example.com"]],
];

/** Few names, so that they are taken now and then. */
const names = fc.oneof(
  fc.constantFrom("web", "WEB", "db", "job"),
  fc.uuid(),
  fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
);

function texts(schema: Schema, key: string, around: string): fc.Arbitrary<unknown> {
  if (schema.format === "uuid") return idOf(kindOf(key, around));
  if (schema.format === "date-time") return fc.constant("2026-01-02T03:04:05Z");
  const form = forms.find(([says]) => says.test(schema.description ?? ""));
  if (form !== undefined) return fc.constantFrom(...form[1]);
  if (key === "name") return names;
  if (key === "image_name") return fc.constantFrom("nginx", "library/nginx", "acme/team/web");
  const { minLength = 0, maxLength = 20 } = schema;
  const free = fc.string({ minLength, maxLength: Math.min(maxLength, 20), unit: "grapheme" });
  const usual = fc.constantFrom("1.27", "build-error", "x").filter((text) => text.length >= minLength);
  return fc.oneof(free, usual);
}

/** Values that the schema allows. */
function valuesOf(document: Document, schema: Schema, key = "", around = ""): fc.Arbitrary<unknown> {
  const found = document.resolve(schema);
  const inner = (each: Schema, name = key, of = around) => valuesOf(document, each, name, of);
  if (found.anyOf !== undefined && found.type === undefined) return fc.oneof(...found.anyOf.map((each) => inner(each)));
  if (found.enum !== undefined) return fc.constantFrom(...found.enum);
  if (Array.isArray(found.type)) return fc.oneof(...found.type.map((type) => inner({ ...found, type })));
  switch (found.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer": {
      const { minimum: min = 0, maximum: max = 100 } = found;
      return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, Math.max(min, 10)) }));
    }
    case "number":
      return fc.double({ min: found.minimum ?? 0, max: found.maximum ?? 100, noNaN: true });
    case "string":
      return texts(found, key, around);
    case "array":
      if (found.prefixItems !== undefined) return fc.tuple(...found.prefixItems.map((each) => inner(each, "", key)));
      return fc.array(inner(found.items ?? {}, "", key), { minLength: found.minItems ?? 0, maxLength: 3 });
    case "object": {
      const { properties, additionalProperties = {}, required = [] } = found;
      const names = fc.string({ maxLength: 8 });
      if (properties === undefined) return fc.dictionary(names, inner(additionalProperties, "", ""), { maxKeys: 3 });
      // Whether it follows the rules between its members is left to chance.
      const members = Object.entries(properties).map(([name, each]) => [name, inner(each, name, key)] as const);
      return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
    }
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

const odd = fc.constantFrom<unknown>(
  ...[null, "", " ", "\u0000", "null", "x".repeat(10_000), [], {}, [[]]],
  ...[0, -1, 1e300, 2 ** 53, 0.5],
);
const alterations = alterationsWith(fc.oneof(odd, fc.jsonValue({ maxDepth: 2 })));

/** Requests of one operation; `good` is a body that it takes, if it takes any. */
function requestsOf(document: Document, operation: Operation, good: unknown): fc.Arbitrary<ArbitraryRequest> {
  const { body, path, query } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const members = Object.fromEntries(names.map((name) => [name, idOf(name.replace(/Id$/, ""))]));
  const shared = {
    operation: fc.constant(operation),
    members: fc.record(members),
    query: fc.constantFrom("", ...query.flatMap((name) => ["true", "false", "x", ""].map((of) => `?${name}=${of}`))),
  };
  const schema = body === undefined ? fc.constant(undefined) : valuesOf(document, body);
  const fromSchema = fc.record<ArbitraryRequest>({ ...shared, made: fc.constant(ways[0]), body: schema });
  if (body === undefined) return fromSchema;
  const starts = good === undefined ? schema : fc.oneof(fc.constant(good), schema);
  return fc.oneof(
    fromSchema,
    fc.record<ArbitraryRequest>({
      ...shared,
      made: fc.constant(ways[1]),
      body: fc.tuple(starts, alterations).map(([start, steps]) => altered(start, steps)),
    }),
  );
}

const document = readDocument();
const world = openedWorld(startPlatformProcess);

const programs = isFull ? 16_000 : 160;
const counts = { requests: 0, accepted: 0 };
/** Operations, each with the ways in which its requests were created. */
const reached = new Set<string>();
const byStatus = new Map<number, number>();

/** The ids there are before a program, by kind. */
async function prepare(): Promise<Record<string, string[]>> {
  await world.restore();
  const { registries, gitToken, annotationsGroup, labelsGroup } = world.platform.ids;
  const known: Record<string, string[]> = {
    ...{ gitToken: [gitToken], annotationsGroup: [annotationsGroup], labelsGroup: [labelsGroup] },
    registry: Object.values(registries),
  };
  for (const { kind, id } of world.endpoints.flatMap(({ ids }) => ids)) {
    known[kind] = [...new Set([...(known[kind] ?? []), id])];
  }
  return known;
}

const unknown = "00000000-0000-4000-8000-000000000000";

/** Puts the ids that there are in place of the references to them. */
function resolved(value: unknown, known: Readonly<Record<string, string[]>>): unknown {
  if (typeof value === "string") {
    const [, kind = "", index = "0"] = reference.exec(value) ?? [];
    if (kind === "") return value;
    const ids = kind === "any" ? Object.values(known).flat() : (known[kind] ?? []);
    return ids[Number(index) % Math.max(1, ids.length)] ?? unknown;
  }
  if (Array.isArray(value)) return value.map((item) => resolved(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolved(member, known)]));
}

/** What of a response is not as the document has it. */
function wrongWith({ answers }: Operation, { status, headers, body }: Answer): readonly unknown[] {
  if (!answers.has(status)) return [`the document lists no ${status}`];
  const described = answers.get(status);
  if (described === undefined) return body === undefined ? [] : ["the document lists no body"];
  const { type, schema } = described;
  const sent = type === "application/json" ? `${type}; charset=utf-8` : type;
  if (headers["content-type"] !== sent) return [`it is ${headers["content-type"]}`];
  return document.mismatches(schema, body);
}

async function send(request: ArbitraryRequest, known: Record<string, string[]>): Promise<void> {
  const { operation, made, members, query } = request;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => String(resolved(members[name] ?? "", known)));
  const body = request.body === undefined ? undefined : JSON.stringify(resolved(request.body, known));
  const answer = await world.platform.request(operation.method, path + query, body === undefined ? {} : { body });
  counts.requests += 1;
  if (answer.status < 300) counts.accepted += 1;
  byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
  const wrong = wrongWith(operation, answer);
  reached.add(`${operation.name} ${made}`);
  expect(wrong, `${operation.method} ${path}${query} ${body} was answered with ${answer.status}`).toEqual([]);
  const kind = kindNames.find((each) => new RegExp(`^(create|clone)${each}$`, "i").test(operation.name));
  if (kind !== undefined && answer.status < 300) known[kind]?.push(answer.body.id);
}

it(`random requests get only responses that the OpenAPI document lists: ${programs} programs`, async () => {
  const time = fc.nat({ max: 10 }).map((advanceSeconds) => ({ advanceSeconds }));
  const requests = document.operations.map((operation) => {
    const call = anonymous(`${operation.method} ${operation.path}`);
    return requestsOf(document, operation, world.endpointOf(call).body);
  });
  const step = fc.oneof({ weight: 1, arbitrary: time }, ...requests.map((arbitrary) => ({ weight: 1, arbitrary })));
  const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
    const known = await prepare();
    for (const each of steps) {
      if ("operation" in each) await send(each, known);
      else await world.platform.request("POST", "/_local/clock", { body: each });
    }
    expect(world.platform.logs()).toBe("");
  });
  await holds(property, programs);
  for (const [index, { name, body }] of document.operations.entries()) {
    for (const made of body === undefined ? ways.slice(0, 1) : ways) {
      // The more operations there are, the more chance leaves out.
      if (reached.has(`${name} ${made}`)) continue;
      const own = (requests[index] as fc.Arbitrary<ArbitraryRequest>).filter((request) => request.made === made);
      const sent = fc.asyncProperty(own, async (request) => send(request, await prepare()));
      await holds(sent, 1);
      expect(reached).toContain(`${name} ${made}`);
    }
  }
});

it("random requests get every common status, and more than a tenth of the requests succeed", () => {
  const reached = new Set(byStatus.keys());
  for (const status of [200, 201, 202, 204, 400, 404, 409]) expect(reached).toContain(status);
  expect(counts.accepted).toBeGreaterThan(counts.requests / 10);
});

it("comparison with the OpenAPI document finds a response that the document doesn't list", () => {
  const list = document.operations.find(({ name }) => name === "listDatabases") as Operation;
  const headers = { "content-type": "application/json; charset=utf-8" };
  expect(wrongWith(list, { status: 500, headers, body: {} })).toHaveLength(1);
  expect(wrongWith(list, { status: 200, headers, body: { results: [{ id: "x" }] } }).length).toBeGreaterThan(5);
  expect(wrongWith(list, { status: 200, headers, body: { results: [], more: 1 } })).toHaveLength(1);
  expect(wrongWith(list, { status: 200, headers, body: { results: [] } })).toEqual([]);
});
