/** Previews of replacements whose end would fail: a run whose last delete would be refused deletes nothing. */
import { describe, expect, it } from "vitest";
import { foreseeReplacement, refuseToStayIn } from "../../../provider/deletion/rules.js";
import { CREATED } from "../../../provider/kinds/cluster/deployment.js";
import type { Ownership } from "../../../provider/ownership/ownership.js";
import { ids } from "../../kinds/shared/ids.js";
import { urnOf } from "../../support/frontend.js";
import type { StackResource, Values } from "../../support/provider.js";
import { resource, unread, type World, worldOf } from "../support/deletions.js";

const web = resource("Container", "web", ids.container);
const shop = { ...web, urn: urnOf("Container", "shop") };
const staging = resource("Environment", "staging", ids.environment);
const old = { awaits: "deletion" } as const;
const retained = { keeps: "retainOnDelete" } as const;

type State = readonly StackResource[] | Error;
type Prepare = (ownership: Ownership) => void;

/** The result of a promise; of an error, its code and the resources in its message, each with why. */
const outcomeOf = (result: Promise<unknown>) =>
  result.catch(({ code, message }) =>
    [code, ...message.split("What to do")[0].split("\n  - ").slice(1)].join(": ").trim(),
  );

describe("foreseeReplacement", () => {
  interface Timing {
    readonly values?: Values;
    readonly isFirst?: boolean;
    readonly prepare?: Prepare | undefined;
  }
  const foreseen = async (id: string, world: World, { values = {}, isFirst = false, prepare }: Timing = {}) => {
    const { call, requested, warnings, ownership } = worldOf(world);
    prepare?.(ownership);
    return { outcome: await outcomeOf(foreseeReplacement(call, id, values, isFirst)), requested, warnings };
  };

  describe("of a service", () => {
    const domains = { [`/container/${ids.container}/customDomain`]: [{ id: ids.port, domain: "a.example.com" }] };
    const fails = `AP2014: CustomDomain "a.example.com" (id ${ids.port}): this stack doesn't manage it`;
    const documented = { endpoints: "documented" } as const;

    it.each<[title: string, expected: string | undefined, World]>([
      ["fails with AP2014 if it contains a domain that the stack doesn't manage", fails, {}],
      ["fails with AP2014 if it has protect", fails, { state: [{ ...web, keeps: "protect" }] }],
      [
        "fails with AP2014 if only its older resource has retainOnDelete",
        fails,
        { state: [{ ...web, ...old, ...retained }, web] },
      ],
      [
        "fails with AP2014 if only another service has retainOnDelete",
        fails,
        { state: [{ ...shop, ...retained, id: ids.job }, web] },
      ],
      [
        "fails with AP2014 if another resource with its ID is replaced, too",
        fails,
        { state: [web, { ...shop, ...old }] },
      ],
      ["returns `retained` if it has retainOnDelete", "retained", { state: [{ ...web, ...retained }] }],
      ["returns `shared` if another resource has its ID", "shared", { state: [web, shop] }],
      ["returns nothing if the state has only its older resource", undefined, { state: [{ ...web, ...old }] }],
      ["returns nothing if the state has only another resource with its ID", undefined, { state: [shop] }],
      ["returns nothing if the state can't be read", undefined, { state: unread }],
      ["returns nothing if the endpoints can't delete it", undefined, documented],
      [
        "fails with AP2003 if the endpoints can't delete it and onDelete is fail",
        "AP2003",
        { ...documented, onDelete: "fail" },
      ],
    ])("%s", async (_, expected, world) => {
      const { outcome, requested, warnings } = await foreseen(ids.container, {
        state: [web],
        lists: domains,
        ...world,
      });
      expect(outcome).toBe(expected);
      expect([requested.length > 0, warnings]).toEqual([expected === fails, []]);
    });

    it.each([
      ["warns if onDelete is everything and it contains a domain that the stack doesn't manage", domains, 1],
      ["returns nothing if it contains nothing", {}, 0],
    ])("%s", async (_, lists, count) => {
      const world = { state: [web], lists, onDelete: "everything" } as const;
      const { outcome, warnings } = await foreseen(ids.container, world);
      expect([outcome, warnings.length]).toEqual([undefined, count]);
    });
  });

  it("returns `shared` for a Variable only if its service has the key in `variables`", async () => {
    const values = { on: `container/${ids.container}`, key: "LEVEL" };
    const variable = resource("Variable", "level", ids.port, { values });
    const judged = (key: string) => {
      const state = [variable, { ...web, values: { variables: { [key]: "info" } } }];
      return foreseen(ids.port, { kind: "Variable", name: "level", state }, { values });
    };
    expect([(await judged("LEVEL")).outcome, (await judged("OTHER")).outcome]).toEqual(["shared", undefined]);
  });

  describe("of an environment", () => {
    const lists = { [`/environment/${ids.environment}/container`]: [{ id: ids.container, name: "web" }] };
    const outcomes = async (state: readonly StackResource[], prepare?: Prepare) => {
      const world: World = { kind: "Environment", name: "staging", state: [staging, ...state], lists };
      const both = [true, false].map((isFirst) => foreseen(ids.environment, world, { isFirst, prepare }));
      return (await Promise.all(both)).map(({ outcome }) => outcome);
    };
    const failure = (why: string) => `AP2014: Container "web" (id ${ids.container}): ${why}`;
    const refersToIt = { refersTo: ["another", staging.urn] };
    const [api, toApi] = [{ ...shop, id: ids.job }, { refersTo: [shop.urn] }];

    it.each([
      ["this stack doesn't manage it", []],
      ["it has the resource option retainOnDelete", [{ ...web, ...retained, ...refersToIt }]],
    ])("fails with AP2014 because of a service: %s", async (why, state) => {
      expect(await outcomes(state)).toEqual([failure(why), failure(why)]);
    });

    it.each([
      ["refers to nothing", [web]],
      ["refers to another resource", [{ ...web, ...toApi }, api]],
      [
        "and another one refer to each other",
        [
          { ...web, ...toApi },
          { ...api, refersTo: [web.urn] },
        ],
      ],
      ["doesn't refer to it, but another one does", [web, { ...api, ...refersToIt }]],
    ])("fails with AP2014 only if it's deleted first and a service of the state %s", async (_, state) => {
      expect(await outcomes(state)).toEqual([
        failure("this run deletes it too, but possibly only afterwards"),
        undefined,
      ]);
    });

    it.each<[string, StackResource[], Prepare?]>([
      ["refers to it", [{ ...web, ...refersToIt }]],
      [
        "refers to it through another one",
        [
          { ...web, ...toApi },
          { ...api, ...refersToIt },
        ],
      ],
      [
        "has a deletedWith that refers to it",
        [
          { ...web, deletedWith: shop.urn },
          { ...api, ...refersToIt },
        ],
      ],
      ["is declared by the program, which may still move it", [web], ({ declared }) => declared(web.urn)],
    ])("returns nothing if a service of the state %s", async (_, state, prepare) => {
      expect(await outcomes(state, prepare)).toEqual([undefined, undefined]);
    });
  });

  describe("of a registry", () => {
    const user = { ...web, values: { environmentId: ids.environment, registryId: ids.registry } };
    const job = resource("Job", "job", ids.job);
    const shown = (id: string, name: string) => ({ id, name, registry: { id: ids.registry } });
    const others = `AP2016: Container "other" (id ${ids.job}), which this stack doesn't manage`;

    it.each<[title: string, expected: string | undefined, StackResource[], Values[]]>([
      ["returns nothing if only services of the stack use it", undefined, [user, job], []],
      ["fails with AP2016 if another service uses it", others, [user], [shown(ids.job, "other")]],
      [
        "fails with AP2016 if another service uses it whose ID a Job of the stack has",
        others,
        [user, job],
        [shown(ids.job, "other")],
      ],
    ])("%s", async (_, expected, state, more) => {
      const lists = { [`/environment/${ids.environment}/container`]: [shown(ids.container, "web"), ...more] };
      const world: World = { kind: "ContainerRegistry", name: "images", lists };
      const registry = resource("ContainerRegistry", "images", ids.registry);
      expect((await foreseen(ids.registry, { ...world, state: [registry, ...state] })).outcome).toBe(expected);
    });
  });

  it("fails with AP2016 for a cluster with an environment only if the stack has created the cluster", async () => {
    const { organization: organizationId, project, cluster } = ids;
    const lists = {
      [`/organization/${organizationId}/project`]: [{ id: project }],
      [`/project/${project}/environment`]: [{ id: ids.environment, name: "theirs", cluster_id: cluster }],
    };
    const world = { kind: "Cluster", name: "main", state: [resource("Cluster", "main", cluster)], lists };
    const judged = (isOwn: boolean) => foreseen(cluster, world, { values: { organizationId, [CREATED]: isOwn } });
    expect((await judged(true)).outcome).toBe(`AP2016: Environment "theirs" (id ${ids.environment})`);
    expect((await judged(false)).outcome).toBeUndefined();
  });
});

describe("refuseToStayIn", () => {
  const identity = `Environment ${ids.environment}`;
  const by = { label: 'Environment "staging"', urn: staging.urn };
  const replaces: Prepare = ({ planned }) => void planned(identity, by, "replaced");
  const moves: Prepare = ({ planned }) => void planned(identity, by, "moves");
  const stays: Prepare = ({ planned }) => void planned(identity, by, { retained: {} });
  const outcome = async (world: World, values: Values, prepare: Prepare = replaces) => {
    const { call, ownership } = worldOf(world);
    prepare(ownership);
    return outcomeOf(refuseToStayIn(call, values));
  };
  const other = { ...staging, urn: urnOf("Environment", "other") };

  it.each<[string, StackResource[], Prepare?]>([
    ["is replaced", [staging]],
    ["is replaced in another project", [staging], moves],
    ["is replaced, and so is another resource with its ID", [staging, { ...other, ...old }]],
    ["has the ID of a resource of another kind", [resource("Job", "job", ids.environment), staging]],
  ])("fails with AP2014 if the environment of a service %s", async (_, state, prepare) => {
    const values = { environmentId: ids.environment.toUpperCase() };
    expect(await outcome({ state }, values, prepare)).toBe('AP2014: Container "web": your program declares it');
  });

  it.each<[string, State, Prepare?]>([
    ["stays", [staging], stays],
    ["isn't planned", [staging], () => undefined],
    ["has retainOnDelete", [{ ...staging, ...retained }]],
    ["belongs to two resources", [staging, other]],
    ["isn't in the state", [{ ...staging, id: ids.otherEnvironment }]],
    ["isn't known because the state can't be read", unread],
  ])("returns nothing if the environment of a service %s", async (_, state, prepare) => {
    expect(await outcome({ state }, { environmentId: ids.environment }, prepare)).toBeUndefined();
  });

  it("fails with AP2014 for a Variable on an environment that is replaced, and for no other", async () => {
    const on = (reference: string) =>
      outcome({ kind: "Variable", name: "level", state: [staging, web] }, { on: reference });
    expect(await on(`environment/${ids.environment}`)).toBe('AP2014: Variable "level": your program declares it');
    expect(await on(`container/${ids.container}`)).toBeUndefined();
  });

  it.each(["aliasOf", "overrides"])(
    "fails with AP2014 for a Variable whose %s is replaced, and for no other",
    async (arg) => {
      const source = resource("Variable", "level", ids.container);
      const replaced: Prepare = ({ planned }) =>
        void planned(`Variable ${ids.container}`, { label: 'Variable "level"', urn: source.urn }, "replaced");
      const of = (id: string) =>
        outcome({ kind: "Variable", name: "other", state: [source] }, { on: `job/${ids.job}`, [arg]: id }, replaced);
      expect(await of(ids.container)).toBe('AP2014: Variable "other": your program declares it');
      expect(await of(ids.port)).toBeUndefined();
    },
  );
});
