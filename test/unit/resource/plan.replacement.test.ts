/** What a diff reads and refuses before a replacement, and how it undoes one that an earlier run hasn't ended. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import type { Run } from "../../../provider/ownership/run.js";
import { newOwners, type StackResource } from "../../../provider/ownership/stackOwners.js";
import { database, ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import {
  type ConnectedOptions,
  connected,
  definitionOf,
  fakePlatform,
  listing,
  requestWith,
} from "../support/fake-platform.js";

const platform = fakePlatform();
const args: Values = { ...database.program, ...database.path };
const renamed = { ...args, name: "sales" };
const mysql = { ...args, type: "MYSQL" };
const [old, now] = [ids.database, ids.job];
const urn = urnOf("Database", "it");

interface Situation extends ConnectedOptions {
  readonly kind?: string;
  readonly id?: string;
  readonly before?: Values;
  readonly edit: Values;
  readonly state?: readonly StackResource[];
  readonly prepare?: (run: Run) => void;
}

/** The plan, or the message of the error that refuses it. */
async function planned({
  kind = "Database",
  id = now,
  before = args,
  edit,
  state = [],
  prepare,
  ...options
}: Situation) {
  const owners = newOwners(async () => state);
  const { platform: here, run, log, warnings } = connected(platform.url, { endpoints: "extended", owners, ...options });
  prepare?.(run);
  const inputs = { ...before, ...edit };
  const known = {
    urn: urnOf(kind, "it"),
    log,
    oldInputs: before,
    id,
    inputs,
    state: { values: before, revision: undefined },
  };
  const { diff } = handlersOf(definitionOf(kind), () => here, { definitionOf, run });
  const plan = await diff(requestWith(known)).then(
    (result) => result.plan,
    ({ message }) => message,
  );
  return { plan, warnings };
}

const current = (values: Values, more: Partial<StackResource> = {}): StackResource => ({
  ...{ urn, kind: "Database", id: now, values },
  ...more,
});
const former = (values: Values = args): StackResource => ({ ...current(values), id: old, awaits: "deletion" });

describe("diff of a resource whose replacement was interrupted", () => {
  const [one, all] = [`GET /database/${old}`, `GET /environment/${ids.environment}/database`];
  const serve = () => platform.on(one, [200, database.response]).on(all, listing(database.response));
  const state = [current(renamed), former()];

  it("replaces it with the old one if only the old one can have the name", async () => {
    serve();
    const { plan } = await planned({ before: renamed, edit: args, state });
    expect(plan).toEqual({ hasWork: true, replaces: ["name"] });
  });

  it.each<[when: string, edit: Values, state: readonly StackResource[]]>([
    ["the old one is gone", args, state],
    ["the new name isn't the old one's", { name: "other" }, state],
    ["the state has no old one", args, [current(renamed)]],
  ])("plans an update if %s", async (_, edit, state) => {
    const { plan } = await planned({ before: renamed, edit, state });
    expect(plan).toEqual({});
  });

  it("sends no requests if the name stays the same", async () => {
    serve();
    const { plan } = await planned({
      before: renamed,
      edit: { version: "17" },
      state: [current(renamed), former(renamed)],
    });
    expect([plan, platform.lines()]).toEqual([{}, []]);
  });

  it("fails with AP2002 if the old one has the name and a `type` that no update can change", async () => {
    serve();
    const before = { ...renamed, type: "MYSQL" };
    const { plan } = await planned({ before, edit: { name: "orders" }, state: [current(before), former()] });
    expect(plan).toMatch(/^AP2002: .*until the end of this run/s);
  });
});

describe("diff of a replacement that deletes first", () => {
  const replaced = { hasWork: true, replaces: ["type"], deleteBeforeReplace: true };
  const kept = current(args, { keeps: "retainOnDelete" });

  it("fails with AP2002 and the changed argument if retainOnDelete keeps the resource and its name", async () => {
    const { plan } = await planned({ edit: mysql, state: [kept] });
    expect(plan).toMatch(/^AP2002: .*retainOnDelete keeps the old resource.*type: "POSTGRESQL" → "MYSQL"/s);
    expect(plan).toContain(now);
  });

  it.each<[when: string, edit: Values, state: readonly StackResource[], plan: unknown]>([
    ["the run deletes the resource", mysql, [current(args)], replaced],
    ["the `type` may turn out to be the same", { type: UNKNOWN }, [kept], replaced],
    [
      "retainOnDelete keeps the resource, and the new one has another name",
      { ...mysql, name: "sales" },
      [kept],
      { hasWork: true, replaces: ["type"] },
    ],
  ])("succeeds if %s", async (_, edit, state, plan) => {
    expect((await planned({ edit, state })).plan).toEqual(plan);
  });

  it("fails with AP2014 if something in it isn't managed by the stack", async () => {
    const unmanaged = { id: ids.port, domain: "a.example.com" };
    platform.on(`GET /container/${ids.container}/customDomain`, listing(unmanaged));
    const container: Values = {
      environmentId: ids.environment,
      name: "web",
      imageName: "nginx",
      registryId: ids.registry,
      tag: "1",
      healthchecks: {},
    };
    const state = [{ urn: urnOf("Container", "it"), kind: "Container", id: ids.container, values: container }];
    const its = { kind: "Container", id: ids.container, before: container, state };
    const moved = { environmentId: ids.otherEnvironment };
    expect((await planned({ ...its, edit: moved })).plan).toMatch(/^AP2014: .*a\.example\.com/s);
    // An update deletes nothing.
    expect((await planned({ ...its, edit: { cpu: 800 } })).plan).toEqual({});
  });
});

describe("diff of a replacement through another connection with onDelete: fail", () => {
  const elsewhere = { connection: "staging" };
  const refusing = { endpoints: "documented", onDelete: "fail" } as const;

  it("fails with AP2003 if the endpoints can't delete the old resource", async () => {
    const { plan } = await planned({ edit: elsewhere, state: [current(args)], ...refusing });
    expect(plan).toMatch(/^AP2003/);
  });

  it("succeeds if the new one adopts the old one by its ID", async () => {
    const { plan } = await planned({ edit: { ...elsewhere, adoptId: now }, state: [current(args)], ...refusing });
    expect(plan).toEqual({ hasWork: true, replaces: ["connection"] });
  });

  it("succeeds for a StoppedEnvironment, whose destroy deletes nothing", async () => {
    const before = { environmentId: ids.environment };
    const state = [
      { urn: urnOf("StoppedEnvironment", "it"), kind: "StoppedEnvironment", id: ids.environment, values: before },
    ];
    const its = { kind: "StoppedEnvironment", id: ids.environment, before, edit: elsewhere, state };
    expect((await planned({ ...its, ...refusing })).plan).toEqual({ hasWork: true, replaces: ["connection"] });
  });
});

it.each<[outcome: string, edit: Values, plan: unknown]>([
  [
    "fails with AP2014 for a resource that stays in it",
    { version: "17" },
    expect.stringMatching(/^AP2014: Environment "staging"/),
  ],
  [
    "succeeds for a resource that leaves it",
    { environmentId: ids.otherEnvironment },
    { hasWork: true, replaces: ["environmentId"] },
  ],
])("diff in an environment that the run replaces %s", async (_, edit, plan) => {
  const staging = urnOf("Environment", "staging");
  const environment = { urn: staging, kind: "Environment", id: ids.environment, values: {} };
  const prepare = ({ ownership }: Run) =>
    void ownership.planned(
      `Environment ${ids.environment}`,
      { label: 'Environment "staging"', urn: staging },
      "replaced",
    );
  expect((await planned({ edit, state: [current(args), environment], prepare })).plan).toEqual(plan);
});
