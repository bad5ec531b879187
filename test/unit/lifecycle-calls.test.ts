import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Values } from "../../provider/schema/json.js";
import { ids } from "./fixtures/ids.js";
import { fixtures } from "./fixtures/index.js";
import { definitionOf, lifecycle, type PretendPlatform, pretendPlatform } from "./pretend-platform.js";

let platform: PretendPlatform;
beforeAll(async () => {
  platform = await pretendPlatform();
});
beforeEach(() => platform.reset());
afterAll(() => platform.close());

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly endpoints: "documented" | "extended";
  /** Request lines of each verb; `refused` where the set has no such call, `none` where nothing is sent. */
  readonly create: readonly string[];
  readonly read: readonly string[];
  readonly update: readonly string[] | "refused";
  readonly delete: readonly string[];
  /** An argument to edit, and its new value. */
  readonly edit: Values;
}

const environment = `/environment/${ids.environment}`;
const organization = `/organization/${ids.organization}`;

/** The table "What each resource can do" of the project's choices, row by row, in both sets of endpoints. */
const rows: readonly Row[] = [
  {
    kind: "Application",
    id: ids.application,
    endpoints: "documented",
    create: [`POST ${environment}/application`],
    read: [`GET ${environment}/application`],
    update: "refused",
    delete: [],
    edit: { cpu: 800 },
  },
  {
    kind: "Application",
    id: ids.application,
    endpoints: "extended",
    create: [`POST ${environment}/application`],
    read: [`GET /application/${ids.application}`],
    update: [`GET /application/${ids.application}`, `PUT /application/${ids.application}`],
    delete: [`DELETE /application/${ids.application}`],
    edit: { cpu: 800 },
  },
  {
    kind: "Container",
    id: ids.container,
    endpoints: "documented",
    create: [`POST ${environment}/container`],
    read: [`GET /container/${ids.container}`],
    update: "refused",
    delete: [],
    edit: { cpu: 800 },
  },
  {
    kind: "Container",
    id: ids.container,
    endpoints: "extended",
    create: [`POST ${environment}/container`],
    read: [`GET /container/${ids.container}`],
    update: [`GET /container/${ids.container}`, `PUT /container/${ids.container}`],
    delete: [`DELETE /container/${ids.container}`],
    edit: { tag: "1.28" },
  },
  {
    kind: "Job",
    id: ids.job,
    endpoints: "documented",
    create: [`POST ${environment}/job`],
    read: [`GET ${environment}/job`],
    update: [`GET ${environment}/job`, `PUT /job/${ids.job}`],
    delete: [],
    edit: { maxNbRestart: 3 },
  },
  {
    kind: "Job",
    id: ids.job,
    endpoints: "extended",
    create: [`POST ${environment}/job`],
    read: [`GET /job/${ids.job}`],
    update: [`GET /job/${ids.job}`, `PUT /job/${ids.job}`],
    delete: [`DELETE /job/${ids.job}`],
    edit: { maxNbRestart: 3 },
  },
  {
    kind: "Database",
    id: ids.database,
    endpoints: "documented",
    // diskType is a member of the edit only.
    create: [`POST ${environment}/database`, `PUT /database/${ids.database}`],
    read: [`GET ${environment}/database`],
    update: [`PUT /database/${ids.database}`],
    delete: [],
    edit: { version: "17" },
  },
  {
    kind: "Database",
    id: ids.database,
    endpoints: "extended",
    create: [`POST ${environment}/database`, `PUT /database/${ids.database}`],
    read: [`GET /database/${ids.database}`],
    update: [`PUT /database/${ids.database}`],
    delete: [`DELETE /database/${ids.database}`],
    edit: { version: "17" },
  },
  {
    kind: "TerraformService",
    id: ids.terraform,
    endpoints: "documented",
    create: [`POST ${environment}/terraform`],
    read: [],
    update: "refused",
    delete: [],
    edit: { timeoutSec: 60 },
  },
  {
    kind: "TerraformService",
    id: ids.terraform,
    endpoints: "extended",
    create: [`POST ${environment}/terraform`],
    read: [`GET /terraform/${ids.terraform}`],
    update: [`GET /terraform/${ids.terraform}`, `PUT /terraform/${ids.terraform}`],
    delete: [`DELETE /terraform/${ids.terraform}`],
    edit: { timeoutSec: 60 },
  },
  {
    kind: "Cluster",
    id: ids.cluster,
    endpoints: "documented",
    create: [`PUT ${organization}/cluster/${ids.cluster}`],
    read: [],
    update: [`PUT ${organization}/cluster/${ids.cluster}`],
    delete: [],
    edit: { maxRunningNodes: 12 },
  },
  {
    kind: "Cluster",
    id: ids.cluster,
    endpoints: "extended",
    create: [`PUT ${organization}/cluster/${ids.cluster}`],
    read: [`GET ${organization}/cluster`],
    update: [`GET ${organization}/cluster`, `PUT ${organization}/cluster/${ids.cluster}`],
    delete: [],
    edit: { maxRunningNodes: 12 },
  },
  {
    kind: "ArgoCdConfig",
    id: ids.argoCdConfig,
    endpoints: "documented",
    create: [`POST /cluster/${ids.cluster}/argoCdConfig`],
    read: [],
    update: [`POST /cluster/${ids.cluster}/argoCdConfig`],
    delete: [],
    edit: { argocdToken: "hunter3" },
  },
  {
    kind: "ArgoCdConfig",
    id: ids.argoCdConfig,
    endpoints: "extended",
    create: [`POST /cluster/${ids.cluster}/argoCdConfig`],
    read: [`GET /cluster/${ids.cluster}/argoCdConfig`],
    update: [`GET /cluster/${ids.cluster}/argoCdConfig`, `POST /cluster/${ids.cluster}/argoCdConfig`],
    delete: [`DELETE /cluster/${ids.cluster}/argoCdConfig`],
    edit: { argocdToken: "hunter3" },
  },
];

const cases = rows.map((row) => {
  const fixture = fixtures.find(({ kind }) => kind === row.kind);
  if (fixture === undefined) throw new Error(`no fixture of ${row.kind}`);
  return { ...row, fixture, args: { ...fixture.program, ...fixture.path } };
});

/** Answers as a platform that holds the fixture's resource: lists give it among others, what is deleted is gone. */
function serve({ fixture, kind, endpoints }: (typeof cases)[number]): void {
  const { create, update, read, list, delete: remove } = definitionOf(kind).api;
  const fill = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(name === "id" ? fixture.response.id : fixture.path[name]));
  const line = (call: { method: string; path: string }) => `${call.method} ${fill(call.path)}`;
  let isGone = false;
  const answer = (): readonly [number, unknown] => (isGone ? [404, { detail: "gone" }] : [200, fixture.response]);
  for (const call of [create, update, read]) {
    if (call !== undefined && (endpoints === "extended" || call.row !== undefined)) platform.on(line(call), answer);
  }
  if (list !== undefined) {
    platform.on(line(list), () => [
      200,
      { results: [{ id: ids.otherEnvironment }, ...(isGone ? [] : [fixture.response])] },
    ]);
  }
  if (remove !== undefined) {
    platform.on(line(remove), () => {
      isGone = true;
      return [204];
    });
  }
}

const writes = () => platform.arrived.filter(({ line }) => !line.startsWith("GET"));

describe("with the endpoints that a platform serves,", () => {
  it.each(cases)("$kind ($endpoints) is made by the documented call and shows what it answers", async (row) => {
    serve(row);
    const made = await lifecycle(row.kind, platform.url, row).create(row.args);
    expect(platform.lines()).toEqual(row.create);
    const [first] = platform.arrived;
    const { disk_type: _, ...createBody } = row.fixture.request;
    expect(first?.body).toEqual(row.kind === "Database" ? createBody : row.fixture.request);
    expect(first?.authorization).toBe("Bearer pretend-token");
    expect(made.id).toBe(row.id);
    expect(made.outs).toEqual({ ...row.fixture.outputs, __managed: expect.any(String) });
  });

  it.each(cases)("$kind ($endpoints) is read by the cheapest call, or kept as last known", async (row) => {
    serve(row);
    const state = { ...row.fixture.outputs, __managed: "name" };
    const seen = await lifecycle(row.kind, platform.url, row).read(row.id, state);
    expect(platform.lines()).toEqual(row.read);
    expect(seen).toMatchObject({ id: row.id, props: { ...row.fixture.outputs, __managed: "name" } });
  });

  it.each(cases)("$kind ($endpoints) without a change is left alone", async (row) => {
    const plan = await lifecycle(row.kind, platform.url, row).diff(row.id, row.fixture.outputs, row.args);
    expect(plan).toEqual({ changes: false });
    expect(platform.lines()).toEqual([]);
  });

  it.each(cases.filter(({ update }) => update !== "refused"))(
    "$kind ($endpoints) is edited in place, with all that it holds",
    async (row) => {
      serve(row);
      const wanted = { ...row.args, ...row.edit };
      const cycle = lifecycle(row.kind, platform.url, row);
      expect(await cycle.diff(row.id, row.fixture.outputs, wanted)).toEqual({});
      await cycle.update(row.id, { ...row.fixture.outputs, __managed: "name" }, wanted);
      expect(platform.lines()).toEqual(row.update);
      const { type: _, mode: __, ...databaseEdit } = row.fixture.request;
      const base = row.kind === "Database" ? databaseEdit : row.fixture.request;
      const [[name, value] = ["", ""]] = Object.entries(row.edit);
      const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect(writes()[0]?.body).toEqual({ ...base, [wire]: value });
    },
  );

  it.each(cases.filter(({ update }) => update === "refused"))(
    "a changed $kind ($endpoints) is refused at preview, with the field and the ways out",
    async (row) => {
      const cycle = lifecycle(row.kind, platform.url, row);
      const refused = cycle.diff(row.id, row.fixture.outputs, { ...row.args, ...row.edit });
      await expect(refused).rejects.toMatchObject({ code: "AP2001" });
      const [name = ""] = Object.keys(row.edit);
      await expect(refused).rejects.toThrow(
        new RegExp(`${row.kind} ".*" cannot be edited[^]*${name}: .* → [^]*endpoints extended[^]*change its \`name\``),
      );
      expect(platform.lines()).toEqual([]);
    },
  );

  it.each(cases.filter((row) => row.delete.length > 0))("$kind ($endpoints) is deleted", async (row) => {
    serve(row);
    const cycle = lifecycle(row.kind, platform.url, row);
    await cycle.delete(row.id, row.fixture.outputs);
    expect(writes().map(({ line }) => line)).toEqual(row.delete);
    expect(cycle.warnings).toEqual([]);
  });

  it.each(cases.filter((row) => row.delete.length === 0))(
    "$kind ($endpoints) stays on the platform when it is destroyed, and that is said",
    async (row) => {
      const cycle = lifecycle(row.kind, platform.url, row);
      await cycle.delete(row.id, row.fixture.outputs);
      expect(platform.lines()).toEqual([]);
      const name = typeof row.args.name === "string" ? `"${row.args.name}"` : `(clusterId ${ids.cluster})`;
      expect(cycle.warnings).toHaveLength(1);
      expect(cycle.warnings[0]).toContain(`${row.kind} ${name} (id ${row.id}) stays on the platform`);
    },
  );
});
