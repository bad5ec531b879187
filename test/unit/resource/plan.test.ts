/** What is planned for a resource, by the definition of its kind, the endpoints and the arguments alone. */
import { describe, expect, it } from "vitest";
import { argumentsUpdatedBy } from "../../../provider/definition/defineKind.js";
import { checkOrigin, isOrigin, plan } from "../../../provider/resource/plan.js";
import { compare } from "../../../provider/values/compare.js";
import { cluster, container, database, type Fixture, ids, job, terraformService } from "../../kinds/fixtures.js";
import {
  type EndpointSet,
  type Plan,
  type PlanCall,
  type ResourceDefinition,
  UNKNOWN,
  type Value,
  type Values,
} from "../../support/provider.js";
import { connected, definitionOf, failureOf, lifecycle } from "../support/fake-platform.js";

const [id, other] = ["0000000a-0000-4000-8000-000000000001", "0000000b-0000-4000-8000-000000000001"];

function scopeOf(definition: ResourceDefinition, endpoints: EndpointSet = "extended") {
  const { platform, run, log, warnings } = connected("http://127.0.0.1:9", { endpoints });
  const call: PlanCall = { definition, platform, run, log, label: `${definition.kind} "it"` };
  return { call, warnings };
}

/** The plan where the arguments were `before`, or the message of the error that refuses it. */
function planned(definition: ResourceDefinition, before: Values, edit: Values, endpoints?: EndpointSet): Plan | string {
  const args = Object.fromEntries(Object.entries({ ...before, ...edit }).filter(([, value]) => value !== omitted));
  const comparison = compare(definition, { id, state: before, args, oldInputs: before });
  try {
    return plan(scopeOf(definition, endpoints).call, comparison);
  } catch (error) {
    return (error as Error).message;
  }
}

type Known = [kind: string, args: Values];
const full = ({ kind, program, path }: Fixture): Known => [kind, { ...program, ...path }];
const web: Known = full(container);
const probe = (port: Value): Values => ({ readinessProbe: { type: { http: { port } } } });
const nginx = { ...container.path, name: "web", imageName: "library/nginx" };
const bare: Known = ["Container", { ...nginx, healthchecks: probe(80) }];
const orders: Known = full(database);
const main: Known = full(cluster);
const variable: Known = ["Variable", { on: `container/${ids.container}`, key: "LEVEL", value: "info" }];
const domain: Known = ["CustomDomain", { on: `container/${ids.container}`, domain: "a.example.com" }];

const [omitted, unchanged, edited, work] = [Symbol() as never, { hasWork: false }, {}, { hasWork: true }];
const replaced = (...replaces: string[]): Plan => ({ hasWork: true, replaces });
const deletedFirst = (...replaces: string[]): Plan => ({ ...replaced(...replaces), deleteBeforeReplace: true });
const elsewhere = { environmentId: ids.otherEnvironment };
const port = { id: other, internalPort: 80, publiclyAccessible: false };

describe("plan", () => {
  type Expected = Plan | RegExp;
  const mysqlSomewhere = { type: "MYSQL", environmentId: UNKNOWN };
  const nameTaken = /^AP2002: .*type: "POSTGRESQL" → "MYSQL".*change `name` too/s;
  const [mysql, net, both] = [{ type: "MYSQL" }, { name: "net" }, { name: "site", description: "other" }];
  const [added, partly, network] = [{ variables: { A: "2" } }, { cpu: 999, memory: UNKNOWN }, full(terraformService)];
  const [renamed, ofType, typeFirst] = [replaced("name"), replaced("type"), deletedFirst("type")];
  it.each<[what: string, known: Known, edit: Values, documented: Expected, extended?: Expected]>([
    ["no change if nothing changes", web, {}, unchanged],
    ["an update for a new name of a container (replaced if documented)", web, { name: "site" }, renamed, edited],
    ["an update for a new name of a Terraform service (replaced if documented)", network, net, renamed, edited],
    ["an update for a new name of a database", orders, { name: "sales" }, edited],
    ["no change for a container's name in another letter case", web, { name: "WEB" }, unchanged],
    ["no change for a job's name in another letter case", full(job), { name: " Report " }, unchanged],
    ["an update for a new name and another description (replaced if documented)", web, both, renamed, edited],
    ["an update for a new tag", web, { tag: "2" }, edited],
    ["an update for a new tag without variables", web, { tag: "2", variables: {} }, edited],
    [
      "an update for a new image (AP2001 if documented)",
      web,
      { imageName: "httpd" },
      /^AP2001: .*imageName: "library\/nginx" → "httpd"/s,
      edited,
    ],
    ["an update for a new variable (AP2001 if documented)", web, added, /^AP2001: .*variables\.A/s, edited],
    ["an update for a value that is no longer set", full(job), { cpu: omitted }, edited],
    ["a change for an unknown tag", bare, { tag: UNKNOWN }, work],
    ["a change for an unknown value", full(job), { cpu: UNKNOWN }, work],
    ["a change for a known and an unknown value (AP2001 if documented)", web, partly, /^AP2001/, work],
    ["a change for an unknown value in an object", bare, { healthchecks: probe(UNKNOWN) }, work],
    ["a replacement for another environment", web, elsewhere, replaced("environmentId")],
    ["a replacement for an unknown environment", web, { environmentId: UNKNOWN }, replaced("environmentId")],
    ["a replacement for another connection", web, { connection: "other" }, replaced("connection")],
    ["deleteBeforeReplace for another `type` (AP2002 if documented)", orders, mysql, nameTaken, typeFirst],
    [
      "deleteBeforeReplace for another `mode` and the same name of a database (AP2002 if documented)",
      orders,
      { mode: "CONTAINER", name: "ORDERS" },
      /^AP2002/,
      deletedFirst("mode"),
    ],
    ["deleteBeforeReplace for an unknown `type` (a change if documented)", orders, { type: UNKNOWN }, work, typeFirst],
    ["a replacement for another `type` and a new name of a database", orders, { ...mysql, name: "sales" }, ofType],
    ["a replacement for another `type` and an unknown name of a database", orders, { ...mysql, name: UNKNOWN }, ofType],
    [
      "a replacement for another `type` of a database in another environment",
      orders,
      { type: "MYSQL", ...elsewhere },
      replaced("environmentId", "type"),
    ],
    [
      "a replacement for another `type` of a database in an unknown environment",
      orders,
      mysqlSomewhere,
      replaced("type", "environmentId"),
    ],
    ["a replacement for another cluster", main, { clusterId: ids.helm }, replaced("clusterId")],
    [
      "deleteBeforeReplace for a unique name in another parent (AP2002 if documented)",
      domain,
      { on: `job/${ids.job}` },
      /^AP2002/,
      deletedFirst("on"),
    ],
    ["a replacement of a domain for another connection", domain, { connection: "other" }, replaced("connection")],
    ["an update for a new value of a Variable (AP2001 if documented)", variable, { value: "debug" }, /^AP2001/, edited],
    ["nothing for an ID of a port that isn't assigned (AP1203)", web, { ports: [port] }, /^AP1203: .*ports\[0\]\.id/s],
  ])("plans %s", (_, [kind, before], edit, documented, extended = documented) => {
    for (const [endpoints, expected] of Object.entries({ documented, extended })) {
      const found = planned(definitionOf(kind), before, edit, endpoints as EndpointSet);
      const matching = expected instanceof RegExp ? expect.stringMatching(expected) : expected;
      expect([endpoints, found]).toEqual([endpoints, matching]);
    }
  });

  it("creates a replacement first if the kind has no name", () => {
    const nameless: ResourceDefinition = { ...definitionOf("Database"), nameArg: undefined };
    expect(planned(nameless, orders[1], { type: "MYSQL" })).toEqual(replaced("type"));
  });

  it("replaces a resource whose outputs were lost with the response to the create, if the endpoints can delete it", () => {
    const lost = { ...orders[1], __lost: ["password"] };
    expect(planned(definitionOf("Database"), lost, {})).toEqual(deletedFirst("password"));
    expect(planned(definitionOf("Database"), lost, {}, "documented")).toEqual(unchanged);
    expect(planned(definitionOf("Database"), orders[1], {})).toEqual(unchanged);
  });

  it("replaces a resource whose kind has no update call if a value in an array changes or is unknown", () => {
    const { api, args, ...rest } = definitionOf("Container");
    const { update: _, ...others } = api;
    const fixed: ResourceDefinition = { ...rest, api: others, args: argumentsUpdatedBy({}, args) };
    const disk = (size: Value): Values => ({ storage: [{ size, mountPoint: "/data" }] });
    for (const size of [20, UNKNOWN])
      expect(planned(fixed, { ...bare[1], ...disk(10) }, disk(size))).toEqual(deletedFirst("storage"));
  });

  it("plans an update of an argument that only the provider uses if the endpoints have no update", () => {
    const { args, ...others } = definitionOf("Container");
    const local = { ...others, args: { ...args, imageName: { ...args.imageName, local: true } } } as ResourceDefinition;
    expect(planned(local, web[1], { imageName: "b" }, "documented")).toEqual(edited);
  });

  it("fails with AP1203 if an omitted default violates a rule, except for a clone", () => {
    const before = { ...bare[1], registryId: ids.registry, tag: "1", minRunningInstances: 3, maxRunningInstances: 4 };
    const kind = definitionOf("Container");
    expect(planned(kind, before, { maxRunningInstances: omitted })).toMatch(/^AP1203/);
    expect(planned(kind, before, { minRunningInstances: omitted })).toEqual(edited);
    // Without a default, they're as they were checked.
    const described = { ...before, maxRunningInstances: 2, description: "a" };
    expect(planned(kind, described, { description: omitted })).toEqual(edited);
    const clone = { ...container.path, name: "web", cloneFrom: other, cpu: 1_000 };
    expect(planned(kind, clone, { cpu: omitted })).toEqual(edited);
  });
});

describe("isOrigin", () => {
  const [container, config] = [definitionOf("Container"), definitionOf("ArgoCdConfig")];
  it.each<[what: string, definition: ResourceDefinition, args: Values, plan: Plan, is: boolean]>([
    ["returns true for an adoptId of the same resource", container, { adoptId: id.toUpperCase() }, {}, true],
    ["returns false for an adoptId of another resource", container, { adoptId: other }, {}, false],
    ["returns false without adoptId", container, {}, {}, false],
    ["returns false while adoptId is unknown", container, { adoptId: UNKNOWN }, {}, false],
    ["returns true for the same parent if it identifies the resource", config, {}, { replaces: ["connection"] }, true],
    ["returns true if nothing is replaced", config, {}, {}, true],
    ["returns false for another parent", config, {}, { replaces: [config.pathArgs[0] as string] }, false],
  ])("%s", (_, definition, args, plan, is) => {
    expect(isOrigin(definition, { id, args, planned: plan })).toBe(is);
  });
});

describe("checkOrigin of an existing resource", () => {
  const check = (args: Values, plan: Plan = {}, before: Values = {}) => {
    const { call, warnings } = scopeOf(definitionOf("Container"));
    try {
      checkOrigin(call, { id, args, planned: plan }, before);
    } catch (error) {
      return (error as Error).message;
    }
    return warnings;
  };

  it.each<[what: string, args: Values, plan: Plan, before: Values]>([
    ["no adoptId and no cloneFrom", {}, {}, {}],
    ["its own ID as adoptId", { adoptId: id.toUpperCase() }, {}, {}],
    [
      "its own ID as adoptId on another connection, which Pulumi plans as a replacement",
      { adoptId: id, connection: "b" },
      { replaces: ["connection"] },
      {},
    ],
    ["its ID as adoptId, environment unknown", { adoptId: id, environmentId: UNKNOWN }, replaced("environmentId"), {}],
    ["another ID as adoptId with a replacement", { adoptId: other }, replaced("environmentId"), {}],
    ["an unknown adoptId and cloneFrom", { adoptId: UNKNOWN, cloneFrom: UNKNOWN }, {}, {}],
    ["the same cloneFrom", { cloneFrom: other }, {}, { cloneFrom: other.toUpperCase() }],
    ["another cloneFrom with a replacement", { cloneFrom: other }, replaced("environmentId"), {}],
  ])("accepts %s", (_, args, plan, before) => {
    expect(check(args, plan, before)).toEqual([]);
  });

  it("fails with AP2006 for another adoptId, since the stack already has a resource with another ID", () => {
    expect(check({ adoptId: other })).toMatch(
      /^AP2006: .*already manages the one with id 0000000a.*pulumi state delete/s,
    );
  });

  it("fails with AP2006 for its own ID as adoptId in a replacement, and names the arguments", () => {
    const args = { adoptId: id, connection: "b", name: UNKNOWN };
    const replaces = ["environmentId", "connection", "name", "type"];
    const text = /^AP2006: .*: `environmentId`, `type` replaces it with a new resource.*undo the change/s;
    expect(check(args, { replaces })).toMatch(text);
  });

  it.each<[what: string, before: Values]>([
    ["had none", {}],
    ["had another one", { cloneFrom: id }],
  ])("warns that a new cloneFrom has no effect if the old arguments %s", (_what, before) => {
    expect(check({ cloneFrom: other }, {}, before)).toEqual([
      expect.stringMatching(`^Container "it": \`cloneFrom\` is used only at creation.* a clone of ${other}`),
    ]);
  });
});

// Nothing listens there: a plan needs no platform.
const nowhere = "http://127.0.0.1:9";

const planOf = (
  { kind, program, path, response, outputs }: Fixture,
  edit: Values,
  endpoints: EndpointSet,
  state: Values = outputs,
) => lifecycle(kind, nowhere, { endpoints }).diff(String(response.id), state, { ...program, ...path, ...edit });

describe("diff", () => {
  const replacement = { changes: true, replaces: ["type"], deleteBeforeReplace: true };
  it.each<[title: string, fixture: Fixture, edit: Values, expected: unknown]>([
    ["an update for an unknown value", job, { cpu: UNKNOWN }, {}],
    ["deleteBeforeReplace for another `type`", database, { type: "MYSQL" }, replacement],
    ["AP2001 for another region", cluster, { region: "us-east-1" }, "AP2001"],
  ])("returns %s", async (_, fixture, edit, expected) => {
    expect(await planOf(fixture, edit, "extended").catch(({ code }) => code)).toEqual(expected);
  });

  it("fails with AP2001, each changed field and what to do if the endpoints can't update the resource", async () => {
    const edit = { cpu: 999, ports: [{ internalPort: 1, publiclyAccessible: true }] };
    const failure = await failureOf(planOf(container, edit, "documented"));
    expect(failure.message.split("\n")).toEqual([
      expect.stringMatching(/^AP2001: Container "web" can't be updated: /),
      "  - ports[0]: added (internalPort 1)",
      "  - ports: removed (internalPort 8080)",
      "  - ports: removed (internalPort 8081)",
      "  - cpu: 750 → 999",
      expect.stringContaining("What to do, one of:"),
      expect.stringContaining("app-platform:endpoints extended"),
      expect.stringContaining("`name`"),
      expect.stringContaining("ignoreChanges"),
      "  More: npx app-platform explain AP2001",
    ]);
  });
});
