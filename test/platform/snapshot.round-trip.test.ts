/** Whatever requests have created, a snapshot of it can be restored and is the same afterwards. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isFull } from "../support/full.js";
import { holds } from "../support/seeds.js";
import type { Endpoint } from "./access/endpoints.js";
import { openedWorld } from "./access/world.js";
import { type Alteration, alterationsWith, altered } from "./support/alterations.js";
import type { Body } from "./support/bodies.js";
import { local, snapshotOf } from "./support/everything.js";

const world = openedWorld();

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const odd = [null, "", " ", "ümläut 😀", "__proto__", 0, -1, 2 ** 31, 0.1, true, [], {}, [null], { "": { a: [1e21] } }];

interface Step {
  readonly endpoint: number;
  readonly changes: readonly Alteration[];
  /** Which record of its kind each ID of the body is replaced with. */
  readonly other: number;
}

const changes = alterationsWith(fc.oneof(fc.constantFrom<unknown>(...odd), fc.jsonValue({ maxDepth: 3 })));
const step = fc.record<Step>({ endpoint: fc.nat(), changes, other: fc.nat() });

/** The IDs of everything, by kind. */
async function idsByKind(): Promise<string[][]> {
  const { tables } = await snapshotOf(world.platform);
  const kinds = new Map<string, string[]>();
  for (const { kind, id } of [...tables.record, ...tables.service]) kinds.set(kind, [...(kinds.get(kind) ?? []), id]);
  return [...kinds.values()];
}

it("snapshot restores the same records after random writes", async () => {
  const writes = world.endpoints.filter(({ call, body }) => body !== undefined && !/_local/.test(call));
  const accepted = new Set<string>();
  let kinds: string[][] = [];
  const bodyOf = ({ body }: Endpoint, { changes, other }: Step, index: number) => {
    const elsewhere = (value: string) => {
      const same = kinds.find((ids) => ids.includes(value)) ?? [value];
      return same[other % same.length];
    };
    const copy: Body = JSON.parse(JSON.stringify(body), (_key, value) =>
      typeof value === "string" && uuid.test(value) ? elsewhere(value) : value,
    );
    for (const member of ["name", "domain", "key"]) {
      if (typeof copy[member] === "string") copy[member] = `${index}${copy[member]}`;
    }
    return altered(copy, changes);
  };
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
    await world.restore();
    for (const [index, each] of steps.entries()) {
      const endpoint = writes[each.endpoint % writes.length] as Endpoint;
      if (index % 5 === 0) kinds = await idsByKind();
      const { status } = await world.send(endpoint, { body: bodyOf(endpoint, each, index) });
      expect(status, endpoint.call).toBeLessThan(500);
      if (status < 300) accepted.add(endpoint.call);
    }
    const taken = await snapshotOf(world.platform);
    const restored = await local(world.platform, "PUT", "snapshot", taken);
    expect([restored.status, restored.body?.violations]).toEqual([204, undefined]);
    expect(await snapshotOf(world.platform)).toEqual(taken);
  });
  await holds(property, isFull ? 3000 : 80);
  // Enough of them for the property to mean something.
  const creates = writes.filter(({ call }) => call.startsWith("POST ")).map(({ call }) => call);
  expect(creates.filter((call) => accepted.has(call)).length).toBeGreaterThan(creates.length * 0.8);
});

it("snapshot restores a Helm repository without a URL and its services", async () => {
  await world.restore();
  const create = world.endpointOf("POST /organization/{}/helmRepository");
  const { url: _, ...body } = create.body ?? {};
  const { body: repository } = await world.send(create, { body: { ...body, name: "without URL" } });
  const source = { helm_repository: { repository: repository.id, chart_name: "a", chart_version: "1" } };
  const helm = world.endpointOf("POST /environment/{}/helm");
  const { body: service } = await world.send(helm, { body: { ...helm.body, source } });
  expect(service.source.repository.repository).toEqual({ id: repository.id, name: "without URL", url: "" });
  const taken = await snapshotOf(world.platform);
  expect((await local(world.platform, "PUT", "snapshot", taken)).status).toBe(204);
  expect(await snapshotOf(world.platform)).toEqual(taken);
});
