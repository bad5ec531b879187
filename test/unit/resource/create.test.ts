import { beforeEach, describe, expect, it } from "vitest";
import { argsOf, container, database, fixtures, ids } from "../../kinds/fixtures.js";
import { PROVIDER_TEXT, present } from "../../support/frontend.js";
import { saveOf, type Values } from "../../support/provider.js";
import { definitionOf, failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const environment = `/environment/${ids.environment}`;
const conflict = { status: 409, error: "Conflict", detail: "a container of this name exists" };

describe("create: 409 name conflict", () => {
  it("fails with AP3004 and the ID and creation time of the other resource", async () => {
    const path = `${environment}/container`;
    const other = { id: ids.helm, name: " WEB ", created_at: "2026-01-01T00:00:00Z" };
    platform.on(`POST ${path}`, [409, conflict]);
    platform.on(`GET ${path}`, [200, { results: [{ id: ids.feature, name: "another" }, other] }]);
    const failure = await failureOf(lifecycle("Container", platform.url).create(argsOf(container)));
    expect(failure.code).toBe("AP3004");
    expect(failure.message).toContain('Container "web"');
    expect(failure.message).toContain(`id ${ids.helm}, created at 2026-01-01T00:00:00Z`);
    expect(failure.message).toContain("`name`");
    expect(platform.lines()).toEqual([`POST ${path}`, `GET ${path}`]);
  });

  it("fails with AP3005 if the list can't be read", async () => {
    platform.on(`POST ${environment}/container`, [409, conflict]).on(`GET ${environment}/container`, [500, {}]);
    expect((await failureOf(lifecycle("Container", platform.url).create(argsOf(container)))).code).toBe("AP3005");
  });

  it('adopts and updates the resource that has the name, instead of AP3004, if onExisting is "adopt"', async () => {
    const put = `PUT /container/${ids.container}`;
    platform.on(`POST ${environment}/container`, [409, conflict]);
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    platform.on(put, ({ body }) => [200, { ...container.response, ...(body as Values) }]);
    const { create } = lifecycle("Container", platform.url, { endpoints: "extended", onExisting: "adopt" });
    const { id, outputs } = await create({ ...argsOf(container), cpu: 999 });
    expect([id, outputs.cpu]).toEqual([ids.container, 999]);
    expect(platform.arrived.find(({ line }) => line === put)?.body).toMatchObject({ cpu: 999 });
  });

  it("fails with AP3004 instead of adopting a resource that the stack manages", async () => {
    platform.on(`POST ${environment}/container`, [409, conflict]);
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    const { create, run } = lifecycle("Container", platform.url, { onExisting: "adopt" });
    run.ownership.planned(`Container ${ids.container}`, { label: 'Container "b"' }, { retained: {} });
    expect((await failureOf(create(argsOf(container)))).code).toBe("AP3004");
  });
});

describe("create with cloneFrom", () => {
  const clone = `POST /container/${ids.helm}/clone`;
  const args = { ...container.path, name: "web", cloneFrom: ids.helm };
  const put = `PUT /container/${ids.container}`;
  const writes = () => platform.lines().filter((line) => !line.startsWith("GET"));

  it.each<[what: string, more: Values, sent: string[]]>([
    ["sends no update if only arguments that the provider uses differ", { cpu: 750, connection: "staging" }, [clone]],
    ["sends an update if an argument differs from the source", { cpu: 999 }, [clone, put]],
  ])("%s", async (_, more, sent) => {
    platform.on(clone, [201, container.response]).on(`GET /container/${ids.container}`, [200, container.response]);
    platform.on(put, ({ body }) => [200, { ...container.response, ...(body as Values) }]);
    const { create } = lifecycle("Container", platform.url, { endpoints: "extended" });
    const { id, outputs } = await create({ ...args, ...more });
    expect([id, writes()]).toEqual([ids.container, sent]);
    expect(platform.arrived[0]?.body).toEqual({ name: "web", environment_id: ids.environment });
    expect(outputs).toMatchObject({ ...more, cloneFrom: ids.helm, memory: container.outputs.memory } as Values);
  });

  it.each<[what: string, "fail" | "adopt", string | undefined]>([
    ["fails with AP3004", "fail", "AP3004"],
    ["adopts the resource with the name", "adopt", undefined],
  ])("%s after a 409 if onExisting is %s", async (_, onExisting, code) => {
    platform.on(clone, [409, conflict]).on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    const { create } = lifecycle("Container", platform.url, { onExisting });
    const found = await create(args).catch((error) => error);
    expect([found.code, found.id]).toEqual([code, code === undefined ? ids.container : undefined]);
    expect(writes()).toEqual([clone]);
  });
});

describe("create in two requests", () => {
  it("fails with AP4001 and keeps the Database in the state if its second request fails", async () => {
    const { disk_type: _, ...made } = database.response;
    platform.on(`POST ${environment}/database`, [201, { ...made, disk_type: null }]);
    const violations = [{ field: "disk_type", message: "not here" }];
    platform.on(`PUT /database/${ids.database}`, [400, { detail: "only on AWS", violations }]);
    const failure = await failureOf(lifecycle("Database", platform.url).create(argsOf(database)));
    const { diskType: __, ...outputs } = database.outputs;
    expect(failure.id).toBe(ids.database);
    const own = { __provider: PROVIDER_TEXT, __managed: expect.any(String), __location: new URL(platform.url).host };
    expect(present(failure.properties as Values)).toEqual({ ...outputs, ...own });
    const reason = new RegExp(`^AP4001: Database "orders" .*\\(id ${ids.database}\\)[\\s\\S]*diskType: not here`);
    expect(failure.reasons).toEqual([expect.stringMatching(reason)]);
  });

  it("sends no second request without arguments for it", async () => {
    platform.on(`POST ${environment}/database`, [201, database.response]);
    const { diskType: _, ...args } = argsOf(database);
    await lifecycle("Database", platform.url).create(args);
    expect(platform.lines()).toEqual([`POST ${environment}/database`]);
  });
});

describe("create: two resources with one name", () => {
  beforeEach(() => {
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
  });

  it("lets one adopt the existing resource, and fails the other with AP2006", async () => {
    platform.on(`POST ${environment}/container`, [409, conflict]);
    const { create } = lifecycle("Container", platform.url, { onExisting: "adopt" });
    const both = await Promise.allSettled([create(argsOf(container)), create(argsOf(container))]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { reason } = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(reason.message).toMatch(/^AP2006: [\s\S]*another new resource of this stack already adopts or created it/);
  });

  it("fails the second one with AP2006 if the first one was just created", async () => {
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

describe("create: unexpected response", () => {
  const made = fixtures
    .filter(({ response }) => response.id !== undefined)
    .flatMap((fixture) => oddAnswers.map((odd) => ({ kind: fixture.kind, fixture, ...odd })));

  it.each(made)("stores and deletes the $kind if the response has $title", async ({ fixture, answer }) => {
    const definition = definitionOf(fixture.kind);
    const create = saveOf(definition, fixture.path) ?? definition.api.create;
    const path = create.path.replace(/\{\+?(\w+)\}/g, (_, name: string) => String(fixture.path[name]));
    const { identity, nameArg = "" } = definition;
    const own = String(fixture.response.id);
    platform.on(`${create.method} ${path}`, [201, { ...answer, id: own }]).on(`PUT /database/${own}`, [200, answer]);
    platform.on(`POST ${environment}/cancelDeployment`, [202, answer]);
    platform.on(`GET ${environment}/statuses`, [200, { containers: [{ id: "1", state: "DEPLOYED" }] }], [200, {}]);
    const cycle = lifecycle(fixture.kind, platform.url);
    const { id, outputs } = await cycle.create(argsOf(fixture));
    expect(id).toBe(identity === "name" ? fixture.program[nameArg] : own);
    // What the engine does with it afterwards must work as well.
    expect(JSON.parse(JSON.stringify(outputs))).toEqual(outputs);
    await cycle.diff(id, outputs ?? {}, argsOf(fixture));
    await cycle.delete(id, outputs ?? {});
  });

  it.each([
    ["no id", {}],
    ["an empty ID", { id: "" }],
    ["a list", []],
  ])("fails with AP3105 for a response with %s although the list has the name", async (_, answer) => {
    platform.on(`POST ${environment}/container`, [201, answer]);
    platform.on(`GET ${environment}/container`, [200, { results: [container.response] }]);
    const failure = await failureOf(lifecycle("Container", platform.url).create(argsOf(container)));
    const message = expect.stringContaining("look for it in the platform's console");
    expect(failure).toMatchObject({ code: "AP3105", message });
  });
});
