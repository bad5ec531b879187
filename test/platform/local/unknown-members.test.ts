import { type Seed, startPlatform } from "app-platform-backend";
import { describe, expect, it } from "vitest";
import type { LocalRoute } from "../../../backend/src/local/local-route.js";
import { localRoutes } from "../../../backend/src/local/routes.js";
import { fieldsOf, opened } from "../support/opened.js";

const { platform, local } = opened();

const id = "3b0c0a6e-6d0c-4c2e-9d1a-0f6f6f3c2a10";
const rule = { match: { method: "POST", route: "createContainer" }, fault: "500", times: 1 };

/** A body that each local path accepts. */
const bodies: Readonly<Record<string, () => unknown>> = {
  "PUT /_local/faults": () => ({ rules: [rule] }),
  "PUT /_local/faults/{index}/enabled": () => ({ enabled: false }),
  "POST /_local/clock": () => ({ advanceSeconds: 1 }),
  "POST /_local/environments": () => ({ name: "staging" }),
  "POST /_local/tokens": () => ({ role: "viewer", ttl: "15m" }),
  "PUT /_local/deployment-failures": () => ({ rules: [{ service: "web", state: "DEPLOYMENT_ERROR" }] }),
  "PUT /_local/snapshot": async () => (await local("GET", "snapshot")).body,
};

const nameOf = ({ method, path }: LocalRoute) => `${method} ${path}`;
const send = ({ method, path }: LocalRoute, body?: unknown, query = "") =>
  platform.request(method, path.replace(/\{\w+\}/g, "0") + query, { token: null, body });

/** What a snapshot has in rows is checked by the kinds of its records and services. */
const isRow = (path: string) => /\.body$/.test(path);

/** Every object in a value, with its path. */
function* objectsIn(value: unknown, path = ""): Generator<[object: Record<string, unknown>, path: string]> {
  if (typeof value !== "object" || value === null || isRow(path)) return;
  if (!Array.isArray(value)) yield [value as Record<string, unknown>, path];
  for (const [name, inner] of Object.entries(value)) {
    yield* objectsIn(inner, Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`);
  }
}

/** The value, each time with a member that doesn't exist in another one of its objects, and the path of the member. */
function misspelled(value: unknown): [wrong: unknown, field: string][] {
  return [...objectsIn(value)].map(([, path], index) => {
    const wrong = structuredClone(value);
    Object.assign([...objectsIn(wrong)][index]?.[0] ?? {}, { mispelled: 1 });
    return [wrong, path === "" ? "mispelled" : `${path}.mispelled`];
  });
}

const taking = localRoutes.filter(({ takesBody }) => takesBody === true);

describe("local path", () => {
  it("has a body in these tests if it accepts one", () => {
    expect(taking.map(nameOf).sort()).toEqual(Object.keys(bodies).sort());
  });

  it.each(taking.map((route) => [nameOf(route), route] as const))(
    "returns 400 for an unknown member in any object of its body: %s",
    async (name, route) => {
      await local("PUT", "faults", { rules: [rule] });
      const body = await bodies[name]?.();
      for (const [wrong, field] of misspelled(body)) {
        const response = await send(route, wrong);
        expect([response.status, fieldsOf(response)]).toEqual([400, [field]]);
        expect(response.body.detail).toContain(`${field} doesn't exist; the members are `);
      }
      expect((await send(route, body)).status).toBeLessThan(300);
    },
  );

  it("returns 400 for a body that isn't empty if it accepts no body", async () => {
    const others = localRoutes.filter(({ method, takesBody }) => method !== "GET" && takesBody !== true);
    expect(others.length).toBeGreaterThan(5);
    for (const route of others) {
      const response = await send(route, { everything: true });
      const violations = [{ field: "", message: "must be omitted" }];
      expect([nameOf(route), response]).toMatchObject([nameOf(route), { status: 400, body: { violations } }]);
      expect((await send(route, {})).status).not.toBe(400);
    }
  });

  it("returns 400 for an unknown query parameter, unless it is a page", async () => {
    for (const route of localRoutes.filter((each) => each.query !== "any" && each.method === "GET")) {
      const response = await send(route, undefined, "?mispelled=1");
      expect([nameOf(route), response.status, fieldsOf(response)]).toEqual([nameOf(route), 400, ["mispelled"]]);
    }
    expect((await local("GET", "?theme=dark")).status).toBe(200);
  });
});

describe("list of fault rules", () => {
  it("can be sent back as read, which resets the counts of its rules", async () => {
    await local("PUT", "faults", { rules: [rule] });
    await platform.request("POST", `/environment/${platform.ids.environment}/container`, { body: {} });
    const { rules } = (await local("GET", "faults")).body;
    expect(rules).toMatchObject([{ seen: 1, happened: 1 }]);
    expect((await local("PUT", "faults", { rules })).body.rules).toEqual([{ ...rules[0], seen: 0, happened: 0 }]);
  });
});

describe("seed", () => {
  const group = { id, created_at: "2025-01-01T00:00:00Z", name: "a" };
  const seed = {
    environments: [{ id, name: "staging" }],
    registries: [{ id, name: "ours", url: "https://registry.example.org", kind: "GENERIC_CR" }],
    git_tokens: [{ id, name: "bot" }],
    annotations_groups: [{ ...group, annotations: [{ key: "k", value: "v" }], scopes: ["JOBS"] }],
    labels_groups: [{ ...group, labels: [{ key: "k", value: "v", propagate_to_cloud_provider: true }] }],
    features: [{ id, title: "Static IP", value: "false" }],
  };

  it("is refused with an unknown member in any of its objects", async () => {
    for (const [wrong, field] of misspelled(seed)) {
      await expect(startPlatform({ seed: wrong as Seed })).rejects.toThrow(
        `The seed can't be used: ${field} doesn't exist; the members are `,
      );
    }
  });
});
