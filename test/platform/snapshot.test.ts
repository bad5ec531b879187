import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holds } from "../support/seeds.js";
import { type Body, bodies, clusterBody, type KindName, kindNames } from "./support/bodies.js";
import { advance, fill, local, shown, snapshotOf } from "./support/everything.js";
import { opened } from "./support/opened.js";
import { type Platform, whileServed } from "./support/platform.js";

describe("snapshot", () => {
  const { platform } = opened();
  beforeEach(() => fill(platform));

  it("replaces content, clock and failure rules of another platform, and running deployments continue there", async () => {
    const [snapshot, before] = [await snapshotOf(platform), await shown(platform)];
    const changed = async (of: Platform) => {
      for (const seconds of [0.5, 1, 1, 1, 1, 30]) await advance(of, seconds);
      return shown(of);
    };
    await whileServed({ endpoints: "extended", speed: "manual" }, async (other) => {
      await fill(other);
      await advance(other, 5000);
      expect((await local(other, "PUT", "snapshot", snapshot)).status).toBe(204);
      // The reading of the clock is part of it.
      expect([await snapshotOf(other), await shown(other)]).toEqual([snapshot, before]);
      const taken = { ...bodies.database.minimal(other.ids), name: "DONE" };
      const list = `/environment/${other.ids.environment}/database`;
      expect((await other.request("POST", list, { body: taken })).status).toBe(409);
      const after = await changed(other);
      expect(after).toEqual(await changed(platform));
      expect(after).not.toEqual(before);
    });
  });

  it("restores the same states if the platform's clock runs", async () => {
    const [snapshot, before] = [await snapshotOf(platform), await shown(platform)];
    // Slowly, so that no state ends while the test reads.
    await whileServed({ endpoints: "extended", speed: 0.001 }, async (other) => {
      expect((await local(other, "PUT", "snapshot", snapshot)).status).toBe(204);
      // Seconds are rounded, and the clock continues: only they may differ.
      const withoutSeconds = (value: unknown) =>
        JSON.parse(JSON.stringify(value, (key, each) => (/duration/.test(key) ? undefined : each)));
      expect(withoutSeconds(await shown(other))).toEqual(withoutSeconds(before));
    });
  });

  it("has no signing key", async () => {
    const snapshot = await snapshotOf(platform);
    expect(Object.keys(snapshot).sort()).toEqual(["clock", "deploymentFailures", "format", "tables"]);
    expect(Object.keys(snapshot.tables).sort()).toEqual(["deployment", "record", "service"]);
  });
});

/** What may be omitted: a member that only some have, or whose absence is shown like null. */
const optional =
  `failsDuring change deployedVersion keptStatus reading times during service reason revision deployedRevision lastRun dryRunSince
  routes stageId icon_uri description credential_type`.split(/\s+/);

/** Every way to a member of the snapshot, down to the members of configurations; of each kind of row, one. */
function ways(value: unknown, depth: number): (string | number)[][] {
  if (typeof value !== "object" || value === null || depth === 0) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...new Map(value.map((row, index) => [row.kind ?? "", [index, row] as [number, unknown]])).values()]
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => [
    ...(typeof key === "number" || optional.includes(key) ? [] : [[key]]),
    ...ways(inner, depth - 1).map((way) => [key, ...way]),
  ]);
}

/** What holds the member at the end of a way. */
const holderIn = (whole: Body, way: readonly (string | number)[]) =>
  way.slice(0, -1).reduce<Body>((inner, key) => inner[key] as Body, whole);

describe("invalid snapshot", () => {
  const { platform } = opened({ isFresh: false });
  let whole: Body & { tables: Record<string, { kind?: string; body: Body }[]> };
  beforeAll(async () => {
    await fill(platform);
    whole = await snapshotOf(platform);
  });

  async function refused(body: unknown): Promise<unknown> {
    const response = await local(platform, "PUT", "snapshot", body);
    expect(response.status).toBe(400);
    expect(response.body.violations.length).toBeGreaterThan(0);
    expect(await snapshotOf(platform)).toEqual(whole);
    return response.body.violations[0];
  }

  it.each<[what: string, body: unknown]>([
    ["an empty object", {}],
    ["a list", []],
    ["null", null],
    ["a number", 7],
    ["an older format", { format: 1 }],
    ["a table that isn't a list", { format: 2, tables: { record: 1 } }],
  ])("is refused with 400: %s", async (_what, body) => {
    await refused(body);
  });

  it("is refused with 400 and changes nothing if any member is missing", async () => {
    const all = ways(whole, 6);
    expect(all.length).toBeGreaterThan(150);
    for (const way of all) {
      const copy = structuredClone(whole);
      delete holderIn(copy, way)[way.at(-1) as string];
      const { status } = await local(platform, "PUT", "snapshot", copy);
      expect([way.join("."), status]).toEqual([way.join("."), 400]);
    }
    expect(await snapshotOf(platform)).toEqual(whole);
  });

  type Child = Body & { id: string; parentId: string; config: Body };
  type Row = { kind?: string; body: Body };
  const rowsOf = (copy: typeof whole, table: string) => copy.tables[table] as Row[];
  const childIn = (copy: typeof whole, kind: string, members: Body = {}): Child => {
    const children = rowsOf(copy, "record").flatMap((row) => (row.kind === `child:${kind}` ? [row.body as Child] : []));
    return children.find(({ config }) =>
      Object.entries(members).every(([name, each]) => config[name] === each),
    ) as Child;
  };
  const variableIn = (copy: typeof whole, key: string, type?: string) =>
    childIn(copy, "variable", { key, ...(type && { type }) });
  const serviceIn = (copy: typeof whole, kind: string) =>
    rowsOf(copy, "service").find((row) => row.kind === kind)?.body;
  /** In another environment, from which the others are not seen. */
  const elsewhere = (copy: typeof whole) => ({
    parentId: childIn(copy, "deploymentStage", { name: "elsewhere" }).parentId,
  });
  const inDatabase = (copy: typeof whole) => ({ parentId: serviceIn(copy, "database")?.id });

  /** Changes of what is found in a copy. */
  const set =
    (members: Body | ((copy: typeof whole) => Body), find: (copy: typeof whole) => unknown) => (copy: typeof whole) =>
      void Object.assign(find(copy) as Body, typeof members === "function" ? members(copy) : members);
  const configOf = (kind: string) => (copy: typeof whole) => serviceIn(copy, kind)?.config;
  const without = (kind: string) => (copy: typeof whole) => {
    copy.tables.record = rowsOf(copy, "record").filter((row) => row.kind !== kind);
  };
  const twice = (table: string) => (copy: typeof whole) => void rowsOf(copy, table).push(rowsOf(copy, table)[0] as Row);
  const retargeted = (key: string, target: string, type?: string) =>
    set(
      (copy) => ({ targetId: variableIn(copy, target).id, ...(type && { type }) }),
      (copy) => variableIn(copy, key).config,
    );
  const both = (one: ReturnType<typeof set>, other: ReturnType<typeof set>) => (copy: typeof whole) => {
    one(copy);
    other(copy);
  };
  const variable = (key: string, members: Body, type?: string) =>
    set(members, (copy) => variableIn(copy, key, type).config);
  const firstService = (copy: typeof whole) => rowsOf(copy, "service")[0];
  const firstDeployment = (copy: typeof whole) => rowsOf(copy, "deployment")[0]?.body;
  const lateStage = (copy: typeof whole) => childIn(copy, "deploymentStage", { name: "late" });
  const itself = (copy: typeof whole) => copy;

  it.each<[string, (copy: typeof whole) => void, string]>([
    ["no organization", without("organization"), "tables.record"],
    ["no cluster", without("cluster"), "tables.record"],
    ["no environment", without("environment"), "parentId"],
    ["no registries", without("organization:containerRegistry"), "tables.service"],
    ["no labels group", without("organization:labelsGroup"), "tables."],
    ["no git token", without("organization:gitToken"), "tables."],
    ["no stages", without("child:deploymentStage"), "stageId"],
    ["no deployments", (copy) => void rowsOf(copy, "deployment").splice(0), "lastDeploymentId"],
    ["a service twice", twice("service"), "tables"],
    ["a record twice", twice("record"), "tables"],
    ["a row with another ID", set({ id: "x" }, firstService), "id"],
    ["an unknown state of failure", set({ deploymentFailures: [{ state: "SAD" }] }, itself), "state"],
    ["a clock beyond every date", set({ clock: { speed: "manual", reading: 1e300 } }, itself), "reading"],
    ["a start that isn't a date", set({ startedAt: "soon" }, firstDeployment), "startedAt"],
    ["a size that is text", set({ cpu: "500" }, configOf("container")), "cpu"],
    ["an alias of itself", retargeted("OTHER", "OTHER"), "targetId"],
    ["aliases of each other", both(retargeted("OTHER", "THIRD"), retargeted("THIRD", "OTHER")), "targetId"],
    ["an alias without a target", variable("OTHER", { targetId: null }), "targetId"],
    ["a value with a target", retargeted("SHARED", "OTHER"), "targetId"],
    [
      "an alias of a variable that its scope doesn't see",
      (copy) => {
        const alias = variableIn(copy, "THIRD");
        Object.assign(alias, elsewhere(copy), { config: { ...alias.config, scope: "ENVIRONMENT" } });
      },
      "targetId",
    ],
    ["an override with another key", retargeted("SHARED", "OTHER", "OVERRIDE"), "targetId"],
    ["an override that is renamed", variable("SHARED", { key: "NEW" }, "OVERRIDE"), "key"],
    ["a variable of another scope", variable("THIRD", { scope: "JOB" }), "scope"],
    ["a built-in variable", variable("THIRD", { scope: "BUILT_IN" }), "body.config"],
    ["a restriction of a database", set(inDatabase, (copy) => childIn(copy, "deploymentRestriction")), "parentId"],
    ["a domain of a database", set(inDatabase, (copy) => childIn(copy, "customDomain")), "parentId"],
    ["a stage of another environment", set(elsewhere, lateStage), "stageId"],
  ])("is refused with 400 and changes nothing with %s", async (_why, damage, field) => {
    const copy = structuredClone(whole);
    damage(copy);
    expect(await refused(copy)).toMatchObject({ field: expect.stringContaining(field), message: expect.any(String) });
  });
});

/** What every path that reads something responds. */
async function readAll(platform: Platform): Promise<[string, number][]> {
  const { ids } = platform;
  const rows = (await snapshotOf(platform)).tables;
  const environments: string[] = (await local(platform, "GET", "environments")).body.results.map(
    ({ id }: { id: string }) => id,
  );
  const paths = [
    ...environments.flatMap((id) => ["status", "statuses", ...kindNames].map((path) => `/environment/${id}/${path}`)),
    ...environments.map((id) => `/_local/environments/${id}/content`),
    ...rows.service.map(({ kind, id }: { kind: string; id: string }) => `/${kind}/${id}`),
    ...rows.service.map(({ id }: { id: string }) => `/_local/services/${id}`),
    ...rows.deployment.map(({ id }: { id: string }) => `/_local/deployments/${id}`),
    ...[`/organization/${ids.organization}/cluster`, `/cluster/${ids.cluster}/argoCdConfig`, "/_local/overview"],
  ];
  return Promise.all(
    paths.map(async (path) => [path, (await platform.request("GET", path)).status] as const),
  ) as Promise<[string, number][]>;
}

/** What requests that change everything are responded. */
async function changeAll(platform: Platform): Promise<[string, number][]> {
  const { ids } = platform;
  const services = (await snapshotOf(platform)).tables.service as { kind: KindName; id: string }[];
  const requests: [string, string, Body?][] = [
    ...services.map(({ kind, id }): [string, string, Body] => [
      "POST",
      `/${kind}/${id}/clone`,
      { name: `clone-${id}`, environment_id: ids.otherEnvironment },
    ]),
    ...services.map(({ kind, id }): [string, string, Body] => ["PUT", `/${kind}/${id}`, bodies[kind].full(ids)]),
    ...["redeploy", "cancelDeployment", "stop"].flatMap((path) =>
      [ids.environment, ids.otherEnvironment].map((id): [string, string] => ["POST", `/environment/${id}/${path}`]),
    ),
    ["PUT", `/organization/${ids.organization}/cluster/${ids.cluster}`, clusterBody(ids)],
    ...services.map(({ kind, id }): [string, string] => ["DELETE", `/${kind}/${id}`]),
  ];
  const responses: [string, number][] = [];
  for (const [method, path, body] of requests) {
    responses.push([`${method} ${path}`, (await platform.request(method, path, { body })).status]);
  }
  return responses;
}

it.each(["manual", 1] as const)(
  "snapshot with a random value is refused, or its content causes no 5xx in reads and writes (speed %s)",
  async (speed) => {
    const whole = await whileServed({ endpoints: "extended", speed: "manual" }, async (source) => {
      await fill(source);
      return snapshotOf(source);
    });
    const change = fc.record({
      way: fc.constantFrom(...ways(whole, 8)),
      value: fc.constantFrom(null, 7, -1, 0.5, 1e300, "", "text", true, [], [null], {}, { id: "text" }),
    });
    await whileServed({ endpoints: "extended", speed }, async (platform) => {
      await holds(
        fc.asyncProperty(change, async ({ way, value }) => {
          const copy = structuredClone(whole);
          holderIn(copy, way)[way.at(-1) as string] = value;
          const { status } = await local(platform, "PUT", "snapshot", copy);
          expect(status).toBeLessThan(500);
          if (status !== 204) return;
          for (const use of [readAll, changeAll, readAll])
            expect((await use(platform)).filter(([, each]) => each >= 500)).toEqual([]);
        }),
        50,
      );
    });
  },
);

it("snapshot at speed instant is restored as taken", async () => {
  await whileServed({ endpoints: "extended" }, async (platform) => {
    await fill(platform);
    const taken = [await snapshotOf(platform), await shown(platform)];
    await local(platform, "POST", "reset");
    expect((await local(platform, "PUT", "snapshot", taken[0])).status).toBe(204);
    expect([await snapshotOf(platform), await shown(platform)]).toEqual(taken);
  });
});
