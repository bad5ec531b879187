/** What a plan decides, refuses and tells others, by what is asked of it. */
import { describe, expect, it } from "vitest";
import { childIdentity, type OwnedChildren } from "../../../provider/definition/subresources.js";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { noSecrets, type SecretNames } from "../../../provider/engine/request.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import { type StackResource, UNKNOWN, type Values } from "../../support/provider.js";
import { type Circumstances, connected, definitionOf, requestWith } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";
const [id, other] = ["0000000a-0000-4000-8000-000000000001", "0000000b-0000-4000-8000-000000000001"];
const urn = urnOf("Container", "web");

const container: Values = {
  environmentId: ids.environment,
  name: "web",
  registryId: ids.registry,
  imageName: "library/nginx",
  tag: "1",
  healthchecks: {},
};
const variable: Values = { on: `container/${ids.container}`, key: "LEVEL", value: "info", description: "how much" };
const database: Values = {
  ...{ environmentId: ids.environment, name: "db", type: "POSTGRESQL", version: "16", mode: "CONTAINER" },
  accessibility: "PRIVATE",
};

interface Asked {
  readonly secrets?: SecretNames;
  readonly oldInputs?: Values;
  readonly isFromOtherProvider?: boolean;
}

function planning(circumstances: Circumstances = {}) {
  const { platform, run, log, warnings, told } = connected(nowhere, { endpoints: "extended", ...circumstances });
  const connections: (string | undefined)[] = [];
  const handlers: Record<string, ReturnType<typeof handlersOf>> = {};
  const plan = async (kind: string, before: Values, args: Values, asked: Asked = {}) => {
    const definition = definitionOf(kind);
    handlers[kind] ??= handlersOf(
      definition,
      (connection) => {
        connections.push(connection);
        return platform;
      },
      { run },
    );
    const state = { values: before, revision: undefined };
    const known = requestWith({ urn: urnOf(kind, "web"), log, oldInputs: before, id, inputs: args, state });
    const planned = handlers[kind].diff({ ...known, ...asked });
    return planned.then(({ plan }) => plan).catch((error: Error) => error);
  };
  return { plan, platform, run, warnings, told, connections };
}

describe("a plan is on the platform", () => {
  it.each<[where: string, before: Values, args: Values, connection: string | undefined]>([
    ["of the stack", {}, {}, undefined],
    ["of the connection that the program gives", { connection: "staging" }, { connection: "live" }, "live"],
    ["of the state, if the connection is not known yet", { connection: "staging" }, { connection: UNKNOWN }, "staging"],
  ])("%s", async (_, before, args, connection) => {
    const { plan, connections } = planning();
    await plan("Container", { ...container, ...before }, { ...container, ...args });
    expect(new Set(connections)).toEqual(new Set([connection]));
  });
});

describe("what an explicit provider of the other door has", () => {
  const provider = { name: "staging", address: "https://staging.example.com" };
  const held: StackResource = { urn, kind: "Container", id: id.toUpperCase(), values: container, provider };
  const moved = { isFromOtherProvider: true };
  it.each<[what: string, resource: StackResource | undefined, asked: Asked, isRefused: boolean]>([
    ["on another platform is refused", held, moved, true],
    ["on the same platform moves", { ...held, provider: { ...provider, address: `${nowhere}/` } }, moved, false],
    ["is not looked for, if the resource is of this door", held, {}, false],
    ["isn't another kind's", { ...held, kind: "Job" }, moved, false],
    ["isn't another resource's", { ...held, id: other }, moved, false],
    ["is the stack's own where none is declared", { ...held, provider: undefined as never }, moved, false],
    ["may be unknown", undefined, moved, false],
  ])("%s", async (_, resource, asked, isRefused) => {
    const owners = newOwners(async () => {
      if (resource === undefined) throw new Error("no state");
      return [{ ...held, kind: "Environment", id: other, provider: undefined as never }, resource];
    });
    const planned = await planning({ owners }).plan("Container", container, container, asked);
    expect(planned instanceof Error ? planned.message : planned).toEqual(
      // An update converts the state of what comes from the other provider.
      isRefused ? expect.stringContaining(provider.address) : { hasWork: asked === moved },
    );
  });
});

describe("what a failed update left undone", () => {
  const edited = { ...container, tag: "2" };
  it.each<[what: string, args: Values, oldInputs: Values | undefined, plan: Values]>([
    ["is done, though the engine sees no change", edited, edited, { hasWork: true }],
    ["is the engine's to see, if the arguments changed", edited, container, {}],
    ["is the engine's to see, if nobody tells what they were", edited, undefined, {}],
    ["is nothing, if the platform has everything", container, container, { hasWork: false }],
  ])("%s", async (_, args, oldInputs, expected) => {
    expect(await planning().plan("Container", container, args, oldInputs && { oldInputs })).toEqual(expected);
  });
});

describe("a plan says what it removes", () => {
  const disk = (mountPoint: string) => ({ type: "FAST_SSD", size: 4, mountPoint });
  const [one, both] = [[disk("/a")], [disk("/a"), disk("/b")]];
  const deletesData = /mountPoint "\/b"\), with its data: the platform deletes it/;
  it.each<[what: string, before: Values, args: Values, told: RegExp[], warned: RegExp[]]>([
    ["of an update", { cpu: 800 }, {}, [/cpu: 800 → 500/], []],
    ["but not what has its default anyway", { cpu: 500 }, {}, [], []],
    ["with a warning, if the platform deletes data", { storage: both }, { storage: one }, [], [deletesData]],
    ["with a warning of all disks", { storage: one, cpu: 800 }, {}, [/cpu/], [/storage: removed, with its data/]],
    ["but not of a replacement, of which nothing stays", { cpu: 800 }, { environmentId: ids.otherEnvironment }, [], []],
  ])("%s, once", async (_, before, args, told, warned) => {
    const { plan, ...its } = planning();
    const edited = [
      { ...container, ...before },
      { ...container, ...args },
    ] as const;
    for (const _time of ["preview", "update"]) await plan("Container", ...edited);
    const matching = (texts: RegExp[]) => texts.map((text) => expect.stringMatching(text));
    expect([its.told, its.warnings]).toEqual([matching(told), matching(warned)]);
  });
});

it("a declared variable is refused in a service, whichever of its variables it is, and one that the service drops isn't its own", async () => {
  const { plan, platform, run } = planning();
  const { owned } = definitionOf("Container");
  const keyOf = (name: string) =>
    JSON.stringify([platform.address, null, childIdentity(owned as OwnedChildren, id, name)]);
  const before = { ...container, variables: { A: "1", B: "1", C: "1" } };
  await plan("Container", before, { ...container, variables: { A: "1", D: "1" } });
  expect(["A", "B", "C", "D"].map((name) => run.declarations.dropperOf(keyOf(name)))).toEqual([
    undefined,
    'Container "web"',
    'Container "web"',
    undefined,
  ]);
  run.declarations.declared({ urn: "urn:of-variable", key: keyOf("E") });
  const edited = { ...before, variables: { A: "1", E: "1" } };
  expect(await plan("Container", before, edited)).toMatchObject({ code: "AP1205" });
  // What replaces the service has variables of its own.
  const replaced = await plan("Container", before, { ...edited, environmentId: ids.otherEnvironment });
  expect(replaced).not.toBeInstanceOf(Error);
});

describe("a deployment is told that", () => {
  const domain: Values = { on: variable.on as string, domain: "a.de" };
  const on = ids.container;
  const withThree = { ...container, variables: { A: "1", B: "1", C: "1" } };
  const variables = { A: "2", C: "1", D: "1" };
  const elsewhere = { environmentId: ids.otherEnvironment };
  it.each<[what: string, kind: string, before: Values, more: Values, place: string, told: string[]]>([
    ["a variable changes", "Variable", variable, { value: "debug" }, on, ["variable LEVEL changes"]],
    ["a variable is replaced", "Variable", variable, { key: "LOG" }, on, ["variable LOG changes"]],
    ["nothing of a variable changes that services see", "Variable", variable, { description: "b" }, on, []],
    ["nothing changes", "Variable", variable, {}, on, []],
    ["a variable changes of an unknown key", "Variable", variable, { key: UNKNOWN }, on, ["variable changes"]],
    ["a value may change", "Variable", variable, { value: UNKNOWN }, on, ["variable LEVEL changes"]],
    ["only a description may change", "Variable", variable, { description: UNKNOWN }, on, []],
    ["a domain changes", "CustomDomain", domain, { domain: "b.de" }, on, ["custom domain b.de changes"]],
    ["a service's own variable changes", "Container", container, { variables: { A: "1" } }, id, ["variable A changes"]],
    ["several of its own variables change", "Container", withThree, { variables }, id, ["variables A, B and D change"]],
    ["what replaces a service has nothing to tell", "Container", container, { ...elsewhere, variables }, id, []],
    ["none of its own variables change", "Container", withThree, { cpu: 800 }, id, []],
    ["a kind has nothing that services see", "Database", database, { version: "17" }, id, ["something else changes"]],
  ])("%s", async (_, kind, before, more, place, told) => {
    const { plan, run } = planning();
    run.deployments.planned(id, "something else changes", place);
    expect(await plan(kind, before, { ...before, ...more })).not.toBeInstanceOf(Error);
    expect(run.deployments.plannedFor(place)).toEqual(told);
  });
});

it.each<[what: string, args: Values, told: string[]]>([
  ["gets a new variable", variable, ["variable LEVEL changes"]],
  ["gets none that is refused", { ...variable, value: 5 }, []],
])("a deployment %s", async (_, args, told) => {
  const { platform, run, log } = connected(nowhere, { endpoints: "extended" });
  const { check } = handlersOf(definitionOf("Variable"), () => platform, { run });
  await check(requestWith({ urn, log, inputs: args }));
  expect(run.deployments.plannedFor(ids.container)).toEqual(told);
});

it("a deployment never gets a secret name", async () => {
  const { plan, run } = planning();
  await plan("Variable", variable, { ...variable, value: "debug" }, { secrets: { ...noSecrets, now: ["key"] } });
  expect(run.deployments.plannedFor(ids.container)).toEqual(["variable changes"]);
});

it("the source of a clone counts only at creation: a change of it warns, whether the engine or the state has the former one", async () => {
  const warning = [expect.stringMatching(/^Container "web": `cloneFrom` is used only at creation.*clone of 0000000b/)];
  const [before, after] = [
    { ...container, cloneFrom: id },
    { ...container, cloneFrom: other },
  ];
  const byEngine = planning();
  await byEngine.plan("Container", container, after, { oldInputs: before });
  const byState = planning();
  await byState.plan("Container", before, after);
  expect([byEngine.warnings, byState.warnings]).toEqual([warning, warning]);
});

describe("what a planned resource holds", () => {
  const [identity, by] = [`Container ${id}`, { label: 'Container "new"' }];
  it.each<[what: string, more: Values, adopter: string | undefined, isKept: boolean]>([
    ["stays its own, so nothing adopts it", {}, 'Container "web"', true],
    ["is free, if it moves elsewhere", { environmentId: ids.otherEnvironment }, undefined, true],
    ["is its own again, if another connection adopts it", { connection: "b", adoptId: id }, 'Container "web"', true],
  ])("%s", async (_, more, adopter, isKept) => {
    const { plan, run } = planning();
    expect(await plan("Container", container, { ...container, ...more })).not.toBeInstanceOf(Error);
    expect(run.ownership.adoptionPlanned(identity, by)).toBe(adopter);
    expect(run.ownership.isRetained(identity)).toBe(isKept);
  });

  it("is not free until it is deleted, if that comes first", async () => {
    const { plan, run } = planning();
    expect(await plan("Database", database, { ...database, type: "MYSQL" })).toMatchObject({
      deleteBeforeReplace: true,
    });
    expect(run.ownership.isRetained(`Database ${id}`)).toBe(false);
    expect(run.ownership.adoptionPlanned(`Database ${id}`, by)).toBe('Database "db"');
  });

  it("is refused, if another resource adopts it", async () => {
    const { plan, run } = planning();
    run.ownership.adoptionPlanned(identity, by);
    const planned = await plan("Container", container, container);
    expect(planned).toMatchObject({
      message: expect.stringContaining('Container "web" of this stack already manages it'),
    });
  });

  it("is known from the state", async () => {
    const { plan, run } = planning();
    await plan("Container", container, { ...container, tag: "2" });
    expect(run.ownership.knownOf(identity)).toEqual({ ...container, id });
  });
});
