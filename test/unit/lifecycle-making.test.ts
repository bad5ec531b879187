import { beforeEach, describe, expect, it } from "vitest";
import { PROVIDER_TEXT, present } from "../door.js";
import {
  application,
  argoCdConfig,
  argsOf,
  container,
  database,
  fixtures,
  ids,
  job,
  terraformService,
} from "../kinds/fixtures.js";
import { saveOf, type Values } from "../provider.js";
import { definitionOf, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const environment = `/environment/${ids.environment}`;
const conflict = { status: 409, error: "Conflict", detail: "a container of this name exists" };

describe("a create that meets a taken name", () => {
  it.each([application, container, job, database])("of $kind looks the other one up and names it", async (fixture) => {
    const path = `${environment}/${fixture.kind.toLowerCase()}`;
    const name = ` ${String(fixture.program.name).toUpperCase()} `;
    const other = { id: ids.helm, name, created_at: "2026-01-01T00:00:00Z" };
    platform.on(`POST ${path}`, [409, conflict]);
    platform.on(`GET ${path}`, [200, { results: [{ id: ids.feature, name: "another" }, other] }]);
    const failure = await failureOf(lifecycle(fixture.kind, platform.url).create(argsOf(fixture)));
    expect(failure.code).toBe("AP3004");
    expect(failure.message).toContain(`${fixture.kind} "${String(fixture.program.name)}"`);
    expect(failure.message).toContain(`id ${ids.helm}, created at 2026-01-01T00:00:00Z`);
    expect(failure.message).toContain("`name`");
    expect(platform.lines()).toEqual([`POST ${path}`, `GET ${path}`]);
  });

  it("of a kind that cannot be listed says what the platform says", async () => {
    platform.on(`POST ${environment}/terraform`, [409, conflict]);
    const failure = await failureOf(lifecycle("TerraformService", platform.url).create(argsOf(terraformService)));
    expect(failure.code).toBe("AP3004");
    expect(failure.message).toContain("a container of this name exists");
    expect(platform.lines()).toEqual([`POST ${environment}/terraform`]);
  });

  it("is a plain conflict when the list knows no such name, or cannot be had", async () => {
    platform.on(`POST ${environment}/container`, [409, conflict]);
    platform.on(`GET ${environment}/container`, [200, { results: [] }], [500, {}]);
    const { create } = lifecycle("Container", platform.url);
    expect((await failureOf(create(argsOf(container)))).code).toBe("AP3005");
    expect((await failureOf(create(argsOf(container)))).code).toBe("AP3005");
  });

  it("adopts the existing resource if the settings allow it", async () => {
    platform.on(`POST ${environment}/container`, [409, conflict]);
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    const made = await lifecycle("Container", platform.url, { onExisting: "adopt" }).create(argsOf(container));
    expect(made).toMatchObject({ id: ids.container, outputs: container.outputs });
    expect(platform.lines().filter((line) => !line.startsWith("GET"))).toEqual([`POST ${environment}/container`]);
  });

  it("never adopts what another resource of the stack has had until now", async () => {
    platform.on(`POST ${environment}/container`, [409, conflict]);
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    const { create, platform: here } = lifecycle("Container", platform.url, { onExisting: "adopt" });
    here.holdings.planned(`Container ${ids.container}`, { label: 'Container "b"' }, { stays: {} });
    expect((await failureOf(create(argsOf(container)))).code).toBe("AP3004");
  });
});

describe("a clone", () => {
  const clone = `POST /container/${ids.helm}/clone`;
  const args = { ...container.path, name: "web", cloneFrom: ids.helm };
  const put = `PUT /container/${ids.container}`;
  const writes = () => platform.lines().filter((line) => !line.startsWith("GET"));

  it.each<[what: string, more: Values, sent: string[]]>([
    ["is not updated to what it has, or to what only the provider uses", { cpu: 750, connection: "staging" }, [clone]],
    ["is updated to what the program gives besides", { cpu: 999 }, [clone, put]],
  ])("%s", async (_, more, sent) => {
    platform.on(clone, [201, container.response]).on(`GET /container/${ids.container}`, [200, container.response]);
    platform.on(put, ({ body }) => [200, { ...container.response, ...(body as Values) }]);
    const { id, outputs } = await lifecycle("Container", platform.url, { endpoints: "extended" }).create({
      ...args,
      ...more,
    });
    expect([id, writes()]).toEqual([ids.container, sent]);
    expect(platform.arrived[0]?.body).toEqual({ name: "web", environment_id: ids.environment });
    expect(outputs).toMatchObject({ ...more, cloneFrom: ids.helm, memory: container.outputs.memory } as Values);
  });

  it.each<["fail" | "adopt", string | undefined]>([
    ["fail", "AP3004"],
    ["adopt", undefined],
  ])("that meets a taken name does as any create: %s", async (onExisting, code) => {
    platform.on(clone, [409, conflict]).on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    const { create } = lifecycle("Container", platform.url, { onExisting });
    const found = await create(args).catch((error) => error);
    expect([found.code, found.id]).toEqual([code, code === undefined ? ids.container : undefined]);
    expect(writes()).toEqual([clone]);
  });
});

describe("an edit that meets a taken name", () => {
  it("names the other one", async () => {
    platform.on(`GET ${environment}/job`, [200, { results: [job.response, { id: ids.helm, name: "taken" }] }]);
    platform.on(`PUT /job/${ids.job}`, [409, conflict]);
    const wanted = { ...argsOf(job), name: "Taken" };
    const failure = await failureOf(lifecycle("Job", platform.url).update(ids.job, job.outputs, wanted));
    expect(failure).toMatchObject({ code: "AP3004", message: expect.stringContaining(`id ${ids.helm}`) });
  });

  it("does not name the resource itself", async () => {
    platform.on(`GET ${environment}/job`, [200, { results: [job.response] }]);
    platform.on(`PUT /job/${ids.job}`, [409, { detail: "a deployment is running" }]);
    const wanted = { ...argsOf(job), cpu: 900 };
    const failure = await failureOf(lifecycle("Job", platform.url).update(ids.job, job.outputs, wanted));
    expect(failure).toMatchObject({ code: "AP3005", message: expect.stringContaining("a deployment is running") });
  });
});

describe("a create in two steps", () => {
  it("keeps the database in the state when the edit after its creation fails", async () => {
    const { disk_type: _, ...made } = database.response;
    platform.on(`POST ${environment}/database`, [201, { ...made, disk_type: null }]);
    const violations = [{ field: "disk_type", message: "not here" }];
    platform.on(`PUT /database/${ids.database}`, [400, { detail: "only on AWS", violations }]);
    const failure = await failureOf(lifecycle("Database", platform.url).create(argsOf(database)));
    const { diskType: __, ...outputs } = database.outputs;
    expect(failure.id).toBe(ids.database);
    const own = { __provider: PROVIDER_TEXT, __managed: expect.any(String) };
    expect(present(failure.properties as Values)).toEqual({ ...outputs, ...own });
    expect(failure.reasons).toHaveLength(1);
    expect(String((failure.reasons as string[])[0])).toMatch(
      new RegExp(`^AP4001: Database "orders" .*\\(id ${ids.database}\\)[\\s\\S]*diskType: not here`),
    );
  });

  it("sends no edit when nothing asks for one", async () => {
    platform.on(`POST ${environment}/database`, [201, database.response]);
    const { diskType: _, ...args } = argsOf(database);
    await lifecycle("Database", platform.url).create(args);
    expect(platform.lines()).toEqual([`POST ${environment}/database`]);
  });
});

describe("a run that adopts by name what an earlier one has created", () => {
  const names = Array.from({ length: 20 }, (_, index) => `web-${index}`);
  const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  const isThere = (index: number) => index % 2 === 0;

  it("reads each list once, also where every other one exists already", async () => {
    const path = `/environment/${ids.environment}/container`;
    const itemOf = (index: number) => ({ ...container.response, id: idOf(index), name: names[index] });
    const existing = names.map((_, index) => itemOf(index)).filter((_, index) => isThere(index));
    platform.on(`GET ${path}`, [200, { results: existing }]);
    platform.on(`POST ${path}`, ({ body }) => {
      const index = names.indexOf(String((body as Values).name));
      return isThere(index) ? [409, { status: 409, error: "Conflict" }] : [201, itemOf(index)];
    });
    for (const [index] of names.entries()) platform.on(`GET /container/${idOf(index)}`, [200, itemOf(index)]);
    const { create, told } = lifecycle("Container", platform.url, { onExisting: "adopt" });
    for (const [index, name] of names.entries()) {
      const made = await create({ ...container.program, ...container.path, name });
      expect(made.id).toBe(idOf(index));
    }
    expect(told).toHaveLength(existing.length);
    expect(platform.lines().filter((line) => line === `GET ${path}`)).toHaveLength(1);
  });
});

describe("two new resources of the same name", () => {
  beforeEach(() => {
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
  });

  it.each<[string, Values]>([
    ["by its name", {}],
    ["by its id", { adoptId: ids.container }],
  ])("never both adopt the same one %s", async (_, more) => {
    platform.on(`POST ${environment}/container`, [409, conflict]);
    const { create } = lifecycle("Container", platform.url, { onExisting: "adopt" });
    const args = { ...argsOf(container), ...more };
    const [one, other] = await Promise.allSettled([create(args), create(args)]);
    expect([one.status, other.status].sort()).toEqual(["fulfilled", "rejected"]);
    const { reason } = [one, other].find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(reason.message).toMatch(/^AP2006: [\s\S]*another new resource of this stack already adopts or created it/);
  });

  it("never become one, where the platform has made the first of them", async () => {
    platform.on(`POST ${environment}/container`, [201, container.response], [409, conflict]);
    const { create } = lifecycle("Container", platform.url, { onExisting: "adopt" });
    expect((await create(argsOf(container))).id).toBe(ids.container);
    expect((await failureOf(create(argsOf(container)))).code).toBe("AP2006");
  });
});

const nothing = { name: null, healthchecks: null, ports: null, environment: null, source: null };
const garbage = { terraform_variables_source: { tf_vars: [1, { key: 3 }, null] }, schedule: { cronjob: 4 } };
/** Answers of a create that no document promises, each with an id. */
const oddAnswers: { readonly title: string; readonly answer: Values }[] = [
  { title: "nothing but the id", answer: {} },
  { title: "numbers where objects are promised", answer: { healthchecks: 7, registry: 1, environment: 2, ports: 3 } },
  { title: "lists of anything", answer: { ports: [null, 1, "x", {}, { internal_port: {} }], storage: [[], true] } },
  { title: "null everywhere", answer: nothing },
  { title: "words that no document names", answer: { service_type: "ROBOT", mode: "FLYING", state: "ASCENDING" } },
  { title: "deep garbage", answer: garbage },
];

describe("a response of an unexpected shape", () => {
  const made = fixtures.flatMap((fixture) => oddAnswers.map((odd) => ({ kind: fixture.kind, fixture, ...odd })));

  it.each(made)("with $title loses no $kind", async ({ fixture, answer }) => {
    const definition = definitionOf(fixture.kind);
    const create = saveOf(definition, fixture.path) ?? definition.api.create;
    const path = create.path.replace(/\{\+?(\w+)\}/g, (_, name: string) => String(fixture.path[name]));
    const own = String(fixture.response.id);
    platform.on(`${create.method} ${path}`, [201, { ...answer, id: own }]).on(`PUT /database/${own}`, [200, answer]);
    platform.on(`POST ${environment}/cancelDeployment`, [202, answer]);
    const cycle = lifecycle(fixture.kind, platform.url);
    const { id, outputs } = await cycle.create(argsOf(fixture));
    expect(id).toBe(own);
    // What the engine does with it afterwards must work as well.
    expect(JSON.parse(JSON.stringify(outputs))).toEqual(outputs);
    await cycle.diff(id, outputs ?? {}, argsOf(fixture)).catch((error) => expect(error.code).toMatch(/^AP200[12]$/));
    await cycle.delete(id, outputs ?? {});
  });

  it("without an id isn't a loss where the list knows the name", async () => {
    const { id: _, ...answer } = container.response;
    platform.on(`POST ${environment}/container`, [201, answer]);
    const made = () => ({ ...container.response, created_at: new Date().toISOString() });
    platform.on(`GET ${environment}/container`, () => [200, { results: [made()] }]);
    expect((await lifecycle("Container", platform.url).create(argsOf(container))).id).toBe(ids.container);
  });

  it("without an id never takes what had the name before", async () => {
    platform.on(`POST ${environment}/container`, [201, {}]);
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    const failure = await failureOf(lifecycle("Container", platform.url).create(argsOf(container)));
    expect(failure).toMatchObject({ code: "AP3105", message: expect.stringContaining("may have been created") });
  });

  it("without an id isn't a loss where the place says what was saved", async () => {
    platform.on(`POST /cluster/${ids.cluster}/argoCdConfig`, [200, {}]);
    expect((await lifecycle("ArgoCdConfig", platform.url).create(argsOf(argoCdConfig))).id).toBe(ids.cluster);
  });

  it.each([
    ["no id", {}],
    ["a number as id", { id: 7 }],
    ["an empty id", { id: "" }],
    ["a list", []],
    ["nothing", undefined],
  ])("with %s says that the resource may have been created", async (_, answer) => {
    platform.on(`POST ${environment}/container`, [201, answer]).on(`GET ${environment}/container`, [500, {}]);
    const failure = await failureOf(lifecycle("Container", platform.url).create(argsOf(container)));
    expect(failure.code).toBe("AP4002");
    expect(failure.message).toContain("the request may or may not have been carried out");
  });
});
