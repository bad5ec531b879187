/** What a plan decides, refuses and tells others, by what is asked of it. */
import { describe, expect, it } from "vitest";
import { childIdentity, type OwnedChildren } from "../../../provider/definition/subresources.js";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { noSecrets, type SecretNames } from "../../../provider/engine/request.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import { type StackResource, UNKNOWN, type Values } from "../../support/provider.js";
import { type ConnectedOptions, connected, definitionOf, requestWith } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";
const [id, other] = ["0000000a-0000-4000-8000-000000000001", "0000000b-0000-4000-8000-000000000001"];
const urn = urnOf("Container", "web");

const container: Values = {
  ...{ environmentId: ids.environment, name: "web", registryId: ids.registry, imageName: "library/nginx" },
  ...{ tag: "1", healthchecks: {} },
};
const variable: Values = { on: `container/${ids.container}`, key: "LEVEL", value: "info", description: "how much" };
const database: Values = {
  ...{ environmentId: ids.environment, name: "db", type: "POSTGRESQL", version: "16", mode: "CONTAINER" },
  accessibility: "PRIVATE",
};

interface PlanOptions {
  readonly secrets?: SecretNames;
  readonly oldInputs?: Values;
  readonly isFromOtherProvider?: boolean;
}

function planning(options: ConnectedOptions = {}) {
  const { platform, run, log, warnings, infos } = connected(nowhere, { endpoints: "extended", ...options });
  const connections: (string | undefined)[] = [];
  const platformFor = (connection: string | undefined) => {
    connections.push(connection);
    return platform;
  };
  const handlers: Record<string, ReturnType<typeof handlersOf>> = {};
  const plan = async (kind: string, before: Values, args: Values, options: PlanOptions = {}) => {
    const definition = definitionOf(kind);
    handlers[kind] ??= handlersOf(definition, platformFor, { run });
    const state = { values: before, revision: undefined };
    const known = requestWith({ urn: urnOf(kind, "web"), log, oldInputs: before, id, inputs: args, state });
    const planned = handlers[kind].diff({ ...known, ...options });
    return planned.then(({ plan }) => plan).catch((error: Error) => error);
  };
  return { plan, platform, run, warnings, infos, connections };
}

describe("plan: connection", () => {
  const staging = { connection: "staging" };
  it.each<[where: string, before: Values, args: Values, connection: string | undefined]>([
    ["is the stack's by default", {}, {}, undefined],
    ["is the one that the program sets", staging, { connection: "live" }, "live"],
    ["is the one in the state while the program's is unknown", staging, { connection: UNKNOWN }, "staging"],
  ])("%s", async (_, before, args, connection) => {
    const { plan, connections } = planning();
    await plan("Container", { ...container, ...before }, { ...container, ...args });
    expect(new Set(connections)).toEqual(new Set([connection]));
  });
});

describe("plan of a move to the dynamic provider", () => {
  const provider = { name: "staging", address: "https://staging.example.com" };
  const stackResource: StackResource = { urn, kind: "Container", id: id.toUpperCase(), values: container, provider };
  const here = { ...stackResource, provider: { ...provider, address: `${nowhere}/` } };
  const moved = { isFromOtherProvider: true };
  it.each<[what: string, resource: StackResource | undefined, options: PlanOptions, isRefused: boolean]>([
    ["fails if the explicit provider uses another platform", stackResource, moved, true],
    ["succeeds if the explicit provider uses the same platform", here, moved, false],
    ["ignores the explicit provider of a resource of the same provider", stackResource, {}, false],
    ["ignores resources of another kind", { ...stackResource, kind: "Job" }, moved, false],
    ["ignores resources with another ID", { ...stackResource, id: other }, moved, false],
    ["succeeds if no explicit provider is declared", { ...stackResource, provider: undefined as never }, moved, false],
    ["succeeds if the state can't be read", undefined, moved, false],
  ])("%s", async (_, resource, options, isRefused) => {
    const owners = newOwners(async () => {
      if (resource === undefined) throw new Error("no state");
      return [{ ...stackResource, kind: "Environment", id: other, provider: undefined as never }, resource];
    });
    const planned = await planning({ owners }).plan("Container", container, container, options);
    expect(planned instanceof Error ? planned.message : planned).toEqual(
      // An update converts the state of what comes from the other provider.
      isRefused ? expect.stringContaining(provider.address) : { hasWork: options === moved },
    );
  });
});

describe("plan after a failed update", () => {
  const edited = { ...container, tag: "2" };
  it.each<[what: string, args: Values, oldInputs: Values | undefined, plan: Values]>([
    ["sets `hasWork` if the state differs from unchanged inputs", edited, edited, { hasWork: true }],
    ["omits `hasWork` if the inputs have changed", edited, container, {}],
    ["omits `hasWork` if the old inputs are unknown", edited, undefined, {}],
    ["sets `hasWork` to false if the state has all inputs", container, container, { hasWork: false }],
  ])("%s", async (_, args, oldInputs, expected) => {
    expect(await planning().plan("Container", container, args, oldInputs && { oldInputs })).toEqual(expected);
  });
});

describe("plan: removed arguments, planned twice", () => {
  const disk = (mountPoint: string) => ({ type: "FAST_SSD", size: 4, mountPoint });
  const [one, both] = [[disk("/a")], [disk("/a"), disk("/b")]];
  const [disks, deletesData] = [{ storage: both }, /mountPoint "\/b"\), with its data: the platform deletes it/];
  it.each<[what: string, before: Values, args: Values, infos: RegExp[], warned: RegExp[]]>([
    ["are reported once for an update", { cpu: 800 }, {}, [/cpu: 800 → 500/], []],
    ["aren't reported if equal to the default", { cpu: 500 }, {}, [], []],
    ["cause a warning if a disk is removed and its data is lost", disks, { storage: one }, [], [deletesData]],
    [
      "cause a warning if all disks are removed",
      { storage: one, cpu: 800 },
      {},
      [/cpu/],
      [/storage: removed, with its data/],
    ],
    ["aren't reported for a replacement", { cpu: 800 }, { environmentId: ids.otherEnvironment }, [], []],
  ])("%s", async (_, before, args, infos, warned) => {
    const { plan, ...its } = planning();
    for (const _time of ["preview", "update"])
      await plan("Container", { ...container, ...before }, { ...container, ...args });
    const matching = (texts: RegExp[]) => texts.map((text) => expect.stringMatching(text));
    expect([its.infos, its.warnings]).toEqual([matching(infos), matching(warned)]);
  });
});

it("plan fails with AP1205 for a separately declared variable unless the service is replaced", async () => {
  const { plan, platform, run } = planning();
  const { owned } = definitionOf("Container");
  const keyOf = (name: string) =>
    JSON.stringify([platform.address, null, childIdentity(owned as OwnedChildren, id, name)]);
  const before = { ...container, variables: { A: "1", B: "1", C: "1" } };
  await plan("Container", before, { ...container, variables: { A: "1", D: "1" } });
  const droppers = ["A", "B", "C", "D"].map((name) => run.declarations.dropperOf(keyOf(name)));
  expect(droppers).toEqual([undefined, 'Container "web"', 'Container "web"', undefined]);
  run.declarations.declared({ urn: "urn:of-variable", key: keyOf("E") });
  const edited = { ...before, variables: { A: "1", E: "1" } };
  expect(await plan("Container", before, edited)).toMatchObject({ code: "AP1205" });
  // What replaces the service has variables of its own.
  const replaced = await plan("Container", before, { ...edited, environmentId: ids.otherEnvironment });
  expect(replaced).not.toBeInstanceOf(Error);
});

describe("plan of a change that deploys services", () => {
  const domain: Values = { on: variable.on as string, domain: "a.de" };
  const on = ids.container;
  const withThree = { ...container, variables: { A: "1", B: "1", C: "1" } };
  const variables = { A: "2", C: "1", D: "1" };
  const [elsewhere, others] = [{ environmentId: ids.otherEnvironment }, "something else changes"];
  it.each<[what: string, kind: string, before: Values, more: Values, place: string, infos: string[]]>([
    ["a changed variable", "Variable", variable, { value: "debug" }, on, ["variable LEVEL changes"]],
    ["a replaced variable", "Variable", variable, { key: "LOG" }, on, ["variable LOG changes"]],
    ["nothing for a variable's description", "Variable", variable, { description: "b" }, on, []],
    ["nothing without a change", "Variable", variable, {}, on, []],
    ["a changed variable with an unknown key", "Variable", variable, { key: UNKNOWN }, on, ["variable changes"]],
    ["a variable whose value is unknown", "Variable", variable, { value: UNKNOWN }, on, ["variable LEVEL changes"]],
    ["nothing for a variable on an unknown resource", "Variable", variable, { on: UNKNOWN }, "", []],
    ["nothing for an unknown description", "Variable", variable, { description: UNKNOWN }, on, []],
    ["a changed domain", "CustomDomain", domain, { domain: "b.de" }, on, ["custom domain b.de changes"]],
    ["a changed variable of a service", "Container", container, { variables: { A: "1" } }, id, ["variable A changes"]],
    ["several changed variables", "Container", withThree, { variables }, id, ["variables A, B and D change"]],
    ["nothing for a replaced service", "Container", container, { ...elsewhere, variables }, id, []],
    ["nothing for unchanged variables of a service", "Container", withThree, { cpu: 800 }, id, []],
    ["nothing for a kind that services don't see", "Database", database, { version: "17" }, id, [others]],
  ])("reports to triggers %s", async (_, kind, before, more, place, infos) => {
    const { plan, run } = planning();
    run.deployments.planned(id, others, place);
    expect(await plan(kind, before, { ...before, ...more })).not.toBeInstanceOf(Error);
    expect(run.deployments.plannedFor(place)).toEqual(infos);
  });
});

it.each<[what: string, args: Values, infos: string[]]>([
  ["reports a new variable to triggers", variable, ["variable LEVEL changes"]],
  ["doesn't report a refused variable to triggers", { ...variable, value: 5 }, []],
])("check %s", async (_, args, infos) => {
  const { platform, run, log } = connected(nowhere, { endpoints: "extended" });
  const { check } = handlersOf(definitionOf("Variable"), () => platform, { run });
  await check(requestWith({ urn, log, inputs: args }));
  expect(run.deployments.plannedFor(ids.container)).toEqual(infos);
});

it("plan reports a variable with a secret key to triggers without the key", async () => {
  const { plan, run } = planning();
  await plan("Variable", variable, { ...variable, value: "debug" }, { secrets: { ...noSecrets, now: ["key"] } });
  expect(run.deployments.plannedFor(ids.container)).toEqual(["variable changes"]);
});

it("plan warns that a changed cloneFrom has no effect if the old inputs or the state have another one", async () => {
  const warning = [expect.stringMatching(/^Container "web": `cloneFrom` is used only at creation.*clone of 0000000b/)];
  const cloneOf = (cloneFrom: string) => ({ ...container, cloneFrom });
  const byEngine = planning();
  await byEngine.plan("Container", container, cloneOf(other), { oldInputs: cloneOf(id) });
  const byState = planning();
  await byState.plan("Container", cloneOf(id), cloneOf(other));
  expect([byEngine.warnings, byState.warnings]).toEqual([warning, warning]);
});

describe("ownership of a planned resource", () => {
  const [identity, by] = [`Container ${id}`, { label: 'Container "new"' }];
  it.each<[what: string, more: Values, adopter: string | undefined, isKept: boolean]>([
    ["stays with the resource in an update", {}, 'Container "web"', true],
    [
      "is free for adoption if the resource is replaced in another environment",
      { environmentId: ids.otherEnvironment },
      undefined,
      true,
    ],
    [
      "stays with the resource if it adopts its own ID on another connection",
      { connection: "b", adoptId: id },
      'Container "web"',
      true,
    ],
  ])("%s", async (_, more, adopter, isKept) => {
    const { plan, run } = planning();
    expect(await plan("Container", container, { ...container, ...more })).not.toBeInstanceOf(Error);
    expect(run.ownership.adoptionPlanned(identity, by)).toBe(adopter);
    expect(run.ownership.isRetained(identity)).toBe(isKept);
  });

  it("blocks an adoption before deleteBeforeReplace has deleted the resource", async () => {
    const { plan, run } = planning();
    const planned = await plan("Database", database, { ...database, type: "MYSQL" });
    expect(planned).toMatchObject({ deleteBeforeReplace: true });
    expect(run.ownership.isRetained(`Database ${id}`)).toBe(false);
    expect(run.ownership.adoptionPlanned(`Database ${id}`, by)).toBe('Database "web" (db)');
  });

  it("fails the plan if another resource already adopts the ID", async () => {
    const { plan, run } = planning();
    run.ownership.adoptionPlanned(identity, by);
    const message = expect.stringMatching(/Container "web" of this stack already manages it.*declare it once/s);
    expect(await plan("Container", container, container)).toMatchObject({ message });
  });

  it("includes the values of the state (knownOf)", async () => {
    const { plan, run } = planning();
    await plan("Container", container, { ...container, tag: "2" });
    expect(run.ownership.knownOf(identity)).toEqual({ ...container, id });
  });
});
