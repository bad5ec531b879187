import fc from "fast-check";
import { expect, it } from "vitest";
import { anonymous } from "../../kinds/documentedCalls.js";
import { isFull } from "../../support/full.js";
import { holds } from "../../support/seeds.js";
import { openedWorld } from "../access/world.js";
import { kindNames } from "../support/bodies.js";
import type { Answer } from "../support/platform.js";
import { startPlatformProcess } from "../support/platform-process.js";
import { type ArbitraryRequest, reference, requestsOf, ways } from "./arbitrary-requests.js";
import { type Operation, readDocument } from "./document.js";
import { mismatches } from "./mismatches.js";

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
function wrongWith({ answers }: Operation, { status, headers, body }: Answer): string[] {
  if (!answers.has(status)) return [`the document lists no ${status}`];
  const described = answers.get(status);
  if (described === undefined) return body === undefined ? [] : ["the document lists no body"];
  const { type, schema } = described;
  const sent = type === "application/json" ? `${type}; charset=utf-8` : type;
  if (headers["content-type"] !== sent) return [`it is ${headers["content-type"]}`];
  return mismatches(document, schema, body);
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
      await holds(
        fc.asyncProperty(own, async (request) => send(request, await prepare())),
        1,
      );
      expect(reached).toContain(`${name} ${made}`);
    }
  }
});

it("random requests get every status, and a tenth of them succeeds", () => {
  const reached = new Set(byStatus.keys());
  for (const status of [200, 201, 202, 204, 400, 404, 409]) expect(reached).toContain(status);
  expect(counts.accepted).toBeGreaterThan(counts.requests / 10);
});

it("comparison with the OpenAPI document finds a response that it doesn't list", () => {
  const list = document.operations.find(({ name }) => name === "listDatabases") as Operation;
  const headers = { "content-type": "application/json; charset=utf-8" };
  expect(wrongWith(list, { status: 500, headers, body: {} })).toHaveLength(1);
  expect(wrongWith(list, { status: 200, headers, body: { results: [{ id: "x" }] } }).length).toBeGreaterThan(5);
  expect(wrongWith(list, { status: 200, headers, body: { results: [], more: 1 } })).toHaveLength(1);
  expect(wrongWith(list, { status: 200, headers, body: { results: [] } })).toEqual([]);
});
