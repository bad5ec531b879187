/** What is planned for a resource, by the definition of its kind, the endpoints and the arguments alone. */
import { describe, expect, it } from "vitest";
import { compare } from "../../provider/definition/comparison.js";
import { checkOrigin, isOrigin, plan } from "../../provider/lifecycle/plan.js";
import { givenMembers } from "../../provider/values/given.js";
import { ids } from "../kinds/shared/ids.js";
import {
  type EndpointSet,
  type Plan,
  type PlanCall,
  type ResourceDefinition,
  UNKNOWN,
  type Values,
} from "../provider.js";
import { connected, definitionOf } from "./pretend-platform.js";

const [id, other] = ["0000000a-0000-4000-8000-000000000001", "0000000b-0000-4000-8000-000000000001"];

function scopeOf(definition: ResourceDefinition, endpoints: EndpointSet = "extended") {
  const { platform, log, warnings } = connected("http://127.0.0.1:9", { endpoints });
  const call: PlanCall = { definition, platform, log, label: `${definition.kind} "it"` };
  return { call, warnings };
}

/** The plan where the arguments were `before`, or the error that refuses it. */
function planned(kind: string | ResourceDefinition, before: Values, args: Values, endpoints?: EndpointSet) {
  const definition = typeof kind === "string" ? definitionOf(kind) : kind;
  const given = givenMembers(definition.body, before);
  const comparison = compare(definition, { id, state: before, args, givenBefore: given });
  try {
    return plan(scopeOf(definition, endpoints).call, comparison);
  } catch (error) {
    return error as Error;
  }
}

const container: Values = {
  environmentId: ids.environment,
  name: "web",
  registryId: ids.registry,
  imageName: "library/nginx",
  tag: "1",
  healthchecks: {},
};
const variable: Values = { on: `container/${ids.container}`, key: "LEVEL", value: "info" };
const domain: Values = { on: `container/${ids.container}`, domain: "a.example.com" };
const database: Values = {
  ...{ environmentId: ids.environment, name: "db", type: "POSTGRESQL", version: "16", mode: "CONTAINER" },
  accessibility: "PRIVATE",
};

describe("a plan", () => {
  const inPlace = { hasWork: true, replaces: ["environmentId"] };
  it.each<[what: string, kind: string, before: Values, more: Values, endpoints: EndpointSet, expected: Plan]>([
    ["is nothing without a change", "Container", container, {}, "documented", { hasWork: false }],
    ["is left to the engine if something changes", "Container", container, { tag: "2" }, "documented", {}],
    ["is an update if something may change", "Container", container, { tag: UNKNOWN }, "documented", { hasWork: true }],
    [
      "is left to the engine if something is no longer given",
      "Container",
      { ...container, cpu: 500 },
      { cpu: undefined as never },
      "extended",
      {},
    ],
    [
      "is an update if only what is unknown stays",
      "Container",
      container,
      { environmentVariables: UNKNOWN, imageName: UNKNOWN },
      "documented",
      { hasWork: true },
    ],
    [
      "is a replacement in another place, before the old one is deleted",
      "Container",
      container,
      { environmentId: ids.otherEnvironment },
      "extended",
      inPlace,
    ],
    [
      "is one also where nothing can be deleted",
      "Container",
      container,
      { environmentId: ids.otherEnvironment },
      "documented",
      inPlace,
    ],
    [
      "is one if the place may be another one",
      "Container",
      container,
      { environmentId: UNKNOWN },
      "documented",
      inPlace,
    ],
    [
      "is one on another connection",
      "Container",
      container,
      { connection: "other" },
      "documented",
      { hasWork: true, replaces: ["connection"] },
    ],
    [
      "is one with another name where no update can change it",
      "Container",
      container,
      { name: "shop" },
      "documented",
      { hasWork: true, replaces: ["name"] },
    ],
    [
      "is none with another name where an update can change it",
      "Container",
      container,
      { name: "shop" },
      "extended",
      {},
    ],
    [
      "is one after the deletion of what has the name",
      "Database",
      database,
      { type: "MYSQL" },
      "extended",
      { hasWork: true, replaces: ["type"], deleteBeforeReplace: true },
    ],
    [
      "is one before it if the name changes, too",
      "Database",
      database,
      { type: "MYSQL", name: "other" },
      "extended",
      { hasWork: true, replaces: ["type"] },
    ],
    [
      "is one before it if the name may change",
      "Database",
      database,
      { type: "MYSQL", name: UNKNOWN },
      "extended",
      { hasWork: true, replaces: ["type"] },
    ],
    [
      "is one before it in another place",
      "Database",
      database,
      { type: "MYSQL", environmentId: ids.otherEnvironment },
      "extended",
      { hasWork: true, replaces: ["environmentId", "type"] },
    ],
    [
      "is one before it of both arguments, one of them not known yet",
      "Database",
      database,
      { type: "MYSQL", environmentId: UNKNOWN },
      "extended",
      { hasWork: true, replaces: ["type", "environmentId"] },
    ],
    [
      "is left open where nothing can be deleted, and the change is not known yet",
      "Database",
      database,
      { type: UNKNOWN },
      "documented",
      { hasWork: true },
    ],
    [
      "is one after the deletion of what has a name that is unique everywhere",
      "CustomDomain",
      domain,
      { on: `application/${ids.application}` },
      "extended",
      { hasWork: true, replaces: ["on"], deleteBeforeReplace: true },
    ],
    [
      "is one before it on another platform",
      "CustomDomain",
      domain,
      { connection: "other" },
      "extended",
      { hasWork: true, replaces: ["connection"] },
    ],
    ["is an update of a variable", "Variable", variable, { value: "debug" }, "extended", {}],
  ])("%s", (_, kind, before, more, endpoints, expected) => {
    const args = Object.fromEntries(Object.entries({ ...before, ...more }).filter(([, value]) => value !== undefined));
    expect(planned(kind, before, args, endpoints)).toEqual(expected);
  });

  it("is a replacement of a kind without a name before the old one is deleted", () => {
    const nameless: ResourceDefinition = { ...definitionOf("Database"), nameArg: undefined };
    expect(planned(nameless, database, { ...database, type: "MYSQL" })).toEqual({ hasWork: true, replaces: ["type"] });
  });

  it.each<
    [what: string, kind: string, before: Values, more: Values, endpoints: EndpointSet, code: string, said: string]
  >([
    [
      "a replacement under a name that cannot be freed",
      "Database",
      database,
      { type: "MYSQL" },
      "documented",
      "AP2002",
      'type: "POSTGRESQL" → "MYSQL"',
    ],
    [
      "an edit that the endpoints do not have",
      "Container",
      container,
      { imageName: "library/httpd" },
      "documented",
      "AP2001",
      'imageName: "library/nginx" → "library/httpd"',
    ],
    [
      "a variable that the endpoints do not have",
      "Container",
      { ...container, variables: { A: "1" } },
      { variables: { A: "2" } },
      "documented",
      "AP2001",
      "variables.A",
    ],
    [
      "an ID that the platform assigns",
      "Container",
      container,
      { ports: [{ id: other, internalPort: 80, publiclyAccessible: false }] },
      "extended",
      "AP1203",
      "ports[0].id",
    ],
  ])("refuses %s", (_, kind, before, more, endpoints, code, said) => {
    expect(planned(kind, before, { ...before, ...more }, endpoints)).toMatchObject({
      code,
      message: expect.stringContaining(said),
    });
  });

  it("lets what only a deployment or the provider uses change where no update is served", () => {
    const { variables: _, ...args } = { ...container, tag: "2", variables: {} };
    expect(planned("Container", container, args, "documented")).toEqual({});
    const definition = definitionOf("Container");
    const local = {
      ...definition,
      args: { ...definition.args, imageName: { ...definition.args.imageName, local: true } },
    };
    expect(planned(local as ResourceDefinition, container, { ...container, imageName: "b" }, "documented")).toEqual({});
  });

  it("refuses a default that does not fit what is given, except of a clone, which has it from its source", () => {
    const before = { ...container, minRunningInstances: 3, maxRunningInstances: 4 };
    const { maxRunningInstances: _, ...args } = before;
    expect(planned("Container", before, args)).toMatchObject({ code: "AP1203" });
    const clone = { environmentId: ids.environment, name: "web", cloneFrom: other };
    expect(planned("Container", { ...clone, cpu: 1_000 }, clone)).toEqual({});
    const { minRunningInstances: __, ...fitting } = before;
    expect(planned("Container", before, fitting)).toEqual({});
  });
});

describe("what a replacement creates again", () => {
  const [container, config] = [definitionOf("Container"), definitionOf("ArgoCdConfig")];
  it.each<[what: string, definition: ResourceDefinition, args: Values, plan: Plan, is: boolean]>([
    ["is the same if it adopts that", container, { adoptId: id.toUpperCase() }, {}, true],
    ["is another one if it adopts another one", container, { adoptId: other }, {}, false],
    ["is another one if it adopts none", container, {}, {}, false],
    ["may be another one while it is not known", container, { adoptId: UNKNOWN }, {}, false],
    ["is the same in the same place, if the place identifies it", config, {}, { replaces: ["connection"] }, true],
    ["is the same if nothing is replaced", config, {}, {}, true],
    ["is another one in another place", config, {}, { replaces: [config.pathArgs[0] as string] }, false],
  ])("%s", (_, definition, args, plan, is) => {
    expect(isOrigin(definition, { id, args, planned: plan })).toBe(is);
  });
});

describe("what a resource is created from", () => {
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
    ["nothing", {}, {}, {}],
    ["what it is", { adoptId: id.toUpperCase() }, {}, {}],
    ["what it is, on another connection", { adoptId: id, connection: "b" }, { replaces: ["connection"] }, {}],
    [
      "what it is, in a place that is not known yet",
      { adoptId: id, environmentId: UNKNOWN },
      { replaces: ["environmentId"] },
      {},
    ],
    ["another one, by a replacement", { adoptId: other }, { replaces: ["environmentId"] }, {}],
    ["one that is not known yet", { adoptId: UNKNOWN, cloneFrom: UNKNOWN }, {}, {}],
    ["the same source as before", { cloneFrom: other }, {}, { cloneFrom: other.toUpperCase() }],
    ["another source, by a replacement", { cloneFrom: other }, { replaces: ["environmentId"] }, {}],
  ])("may be %s", (_, args, plan, before) => {
    expect(check(args, plan, before)).toEqual([]);
  });

  it("can't be another one", () => {
    expect(check({ adoptId: other })).toContain(`it already manages the one with id ${id}.`);
  });

  it("can't be what its replacement takes the place of, and says what replaces it", () => {
    const args = { adoptId: id, connection: "b", name: UNKNOWN };
    const replaces = ["environmentId", "connection", "name", "type"];
    expect(check(args, { replaces })).toContain("`environmentId`, `type` replaces it with a new resource.");
  });

  it.each<[before: Values]>([[{}], [{ cloneFrom: id }]])("says that another source than %o has no effect", (before) => {
    expect(check({ cloneFrom: other }, {}, before)).toEqual([
      expect.stringMatching(`^Container "it": \`cloneFrom\` is used only at creation.* a clone of ${other}`),
    ]);
  });
});
