/** Histories that once ended wrong, or in which a provider would that lacks a rule: as they were found, or as short as they could be made. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rulesOfDelete } from "../../../provider/deletion/rules.js";
import { frontends } from "../../support/frontend.js";
import type { Transport } from "../../support/provider.js";
import { oneSeed } from "../../support/seeds.js";
import { type Backend, openBackend } from "./backend.js";
import type { ChangeSort } from "./changes.js";
import { type History, type HistoryStep, play } from "./history.js";
import type { Disturbance } from "./history-world.js";
import { isService, type KindName, kindNames } from "./kinds.js";

type Steps = readonly HistoryStep[];
type Row = readonly [sentence: string, set: History["set"], steps: Steps];

const change = (sort: ChangeSort, kind: KindName = "Application", pick = 0): HistoryStep => ({
  sort: "change",
  change: { sort, kind, pick },
});
const create = (kind: KindName = "Application", pick = 0) => change("create", kind, pick);
const adoptAgain = (pick = 0) => change("adopt under another Pulumi name", "Database", pick);
const removeAll = change("remove all");
const up = (disturbance: Partial<Disturbance> = {}): HistoryStep => ({
  sort: "up",
  disturbance: { storm: "calm", salt: 0, ...disturbance },
});
const refresh: HistoryStep = { sort: "refresh", disturbance: { storm: "calm", salt: 0 } };
const [database, container] = [create("Database"), create("Container")];
const trigger = (pick = 0) => create("DeploymentTrigger", pick);

const defects: readonly Row[] = [
  [
    "an ArgoCdConfig is declared under a new Pulumi name after a delete whose response was lost",
    "extended",
    [create("ArgoCdConfig"), up(), removeAll, up({ storm: "hurricane", salt: 41230 }), create("ArgoCdConfig")],
  ],
  [
    "two triggers deploy a service that was changed in the console",
    "extended",
    [container, trigger(2), trigger(62), up(), change("console sets an argument"), up(), create()],
  ],
  [
    "the responses to a save of an ArgoCdConfig are lost, and the last one is 429",
    "documented",
    [
      ...[create(), up({ meddling: { after: 0, pick: 0 } }), create("ArgoCdConfig")],
      ...[up({ storm: "hurricane", salt: 430699 }), removeAll, up()],
    ],
  ],
  [
    "two triggers deploy at the same time, and the request of one is lost",
    "extended",
    [database, database, trigger(1), trigger(2), up({ storm: "storm" })],
  ],
  [
    "the console's first deployment of a service ends while a trigger can't reach the platform",
    "extended",
    [
      ...[create("Container", 303), trigger(), up({ target: 0 })],
      ...[change("console deploys a tag"), up({ crash: { how: "platform down", after: 9 } }), create()],
    ],
  ],
  [
    "somebody deletes a DeploymentStage whose only service is removed from the program",
    "extended",
    [
      ...[create(), create("DeploymentStage"), up(), change("remove")],
      ...[change("console deletes"), up(), create(), up()],
    ],
  ],
];

/** A resource that gets another connection to the same platform, by what gives it that. */
const reconnected = (sort: ChangeSort, kind: KindName): Steps => [
  ...[create(kind), up(), change(sort, kind, 1), up({ skips: true })],
];

const changes: readonly Row[] = [
  [
    "the console deploys a tag in ignoreChanges, and a trigger then another service and the environment",
    "documented",
    [
      ...[create("Container", 1), database, trigger(), up(), change("console deploys a tag")],
      ...[change("give an argument", "Database", 1), up(), change("edit", "DeploymentTrigger", 2), up()],
    ],
  ],
  [
    "a service of a trigger is changed, and another one is created",
    "documented",
    [database, trigger(), up(), change("give an argument", "Database"), up(), create(), up()],
  ],
  ["a deployment fails once", "extended", [database, up(), trigger(), change("a deployment fails"), up()]],
  ["another connection adopts a resource", "extended", reconnected("adopt under another Pulumi name", "Database")],
  [
    "a resource gets another connection to the same platform, with its own adoptId",
    "extended",
    reconnected("connect", "Database"),
  ],
  ["an ArgoCdConfig gets another connection", "extended", reconnected("connect", "ArgoCdConfig")],
  ["two resources swap their names", "extended", [database, database, up(), change("swap names", "Database")]],
  [
    "a transform removes the secret marks of all arguments",
    "extended",
    [container, change("mark secrets"), change("give an argument", "Container", 1), up()],
  ],
];

/** The network with other answers to some requests. */
const answering =
  (isMeant: (method: string, path: string) => boolean, changed: (text: string) => { text: string; status?: number }) =>
  (inner: Transport): Transport =>
  async (exchange, signal) => {
    const answer = await inner(exchange, signal);
    return isMeant(exchange.method, exchange.path) && answer.status < 300
      ? { ...answer, ...changed(answer.text) }
      : answer;
  };

/** A redirect in place of the response to one update: nothing sends it again. */
const losingOneUpdate = () => {
  let left = 1;
  return answering(
    (method) => method === "PUT" && left-- > 0,
    () => ({ status: 302, text: "<html>" }),
  );
};

/** The program names the environment of a container by its ID, so that nothing says which of them is deleted first. */
const byId = (...steps: Steps): Steps => [
  ...[create("Environment"), container, up(), change("name its place by ID"), ...steps, up(), up()],
];
/** A container of the console in the environment, under the name of one that the program does not have yet. */
const withForeign: Steps = [
  ...[create("Environment"), up(), container, change("console takes a name")],
  ...[change("remove", "Container", 1), up(), removeAll],
];
/** A database that is adopted under another Pulumi name, and then forgotten under the old one, each in a targeted run. */
const adoptedByTarget = (pick: number): Steps => [
  ...[database, up(), adoptAgain(pick), up({ target: 0 }), up({ target: 1 })],
];
/** A database that is adopted under another Pulumi name in a run, whose state does not have that yet. */
const adoptedInRun = (pick: number): Steps => [database, up(), adoptAgain(pick), up({ skips: true })];

/** What is deleted, or not, through both providers. */
const deletes: readonly Row[] = [
  [
    "a process of the run adopts a resource that another one deletes, and the resource stays",
    "extended",
    adoptedInRun(22),
  ],
  [
    "a targeted run adopts a resource through another connection, and the resource stays",
    "extended",
    adoptedByTarget(1),
  ],
  [
    "a targeted run adopts a resource under another Pulumi name, both are removed, and it is deleted",
    "extended",
    [database, up(), adoptAgain(), up({ target: 0 }), removeAll, up()],
  ],
  [
    "a targeted run is to delete an environment before its container, and fails until the container is deleted",
    "extended",
    byId(up(), removeAll, up({ target: 0 })),
  ],
  [
    "an environment is removed while the program declares its container by ID, and stays until the program doesn't",
    "extended",
    byId(up(), change("remove")),
  ],
  [
    "an environment is removed with its protected container, and stays until the container is unprotected",
    "extended",
    byId(change("protect", "Container", 1), up(), removeAll),
  ],
  [
    "an environment is removed with its container with `retainOnDelete`, and stays until somebody deletes the container",
    "extended",
    byId(change("retain on delete", "Container", 1), up(), removeAll, up({ onDelete: "everything" })),
  ],
  [
    "one of two triggers with `cancelOnDestroy` is removed, and what the other one deploys isn't stopped",
    "extended",
    [
      ...[database, trigger(), trigger(), change("end on destroy", "DeploymentTrigger"), up()],
      ...[change("remove", "DeploymentTrigger", 1), up()],
    ],
  ],
];

const backends = new Map<History["set"], Backend>();
beforeAll(async () => {
  for (const set of ["documented", "extended"] as const) backends.set(set, await openBackend(set));
});
afterAll(async () => {
  for (const backend of backends.values()) await backend.close();
});

const played = (history: Omit<History, "seed">, transport?: (inner: Transport) => Transport) =>
  play({ seed: 0, ...history }, { backend: backends.get(history.set) as Backend, ...(transport && { transport }) });

describe("history of a stack (simulation)", () => {
  it.each([...defects, ...changes])(
    "ends with exactly what the program declares on the platform: %s",
    async (_, set, steps) => {
      await played({ set, steps });
    },
  );

  it.each(deletes.flatMap(([what, ...row]) => frontends.map((frontend) => [what, frontend, ...row] as const)))(
    "ends with exactly what the program declares on the platform: %s (%s provider)",
    async (_, frontend, set, steps) => {
      await played({ set, steps, frontend });
    },
  );

  it("ends without a container that is deleted with its environment (`deletedWith`), and needs no manual step", async () => {
    const placed = [create("Environment"), container, up(), change("delete with its place"), up(), removeAll];
    expect((await played({ set: "extended", steps: placed })).acts).toEqual([]);
  });

  it("ends with the deployment of an update whose response was lost, once a refresh has found it", async () => {
    const steps = [create("Job"), trigger(), up(), change("edit", "Job"), up(), refresh];
    await played({ set: "documented", steps }, losingOneUpdate());
  });
});

/** What takes the place of a rule: it never objects. */
const removed: readonly (readonly [judge: string, set: History["set"], steps: Steps, finds: RegExp])[] = [
  ["ownedInRun", "extended", adoptedInRun(0), /deleted what Database-2 still manages/],
  ["servedByPlatform", "documented", [container, up(), removeAll], /it does not come to rest/],
  ["ownedBySeveral", "extended", adoptedByTarget(0), /deleted what Database-2 still manages/],
  [
    "deletable",
    "documented",
    [container, up(), removeAll, up({ onDelete: "fail" })],
    /was sent, though no endpoint deletes it/,
  ],
  ["nothingInsideRetained", "extended", withForeign, /deleted container .*: nobody manages it/],
];

describe("simulation", () => {
  it.each(removed.flatMap(([name, ...rule]) => frontends.map((frontend) => [name, frontend, ...rule] as const)))(
    "fails if deletes lack the rule %s (%s provider)",
    async (name, frontend, set, steps, finds) => {
      type Rule = (typeof rulesOfDelete)[number];
      const rule = rulesOfDelete.find(({ judge }) => judge.name === name) as {
        -readonly [Name in keyof Rule]: Rule[Name];
      };
      const { judge } = rule;
      rule.judge = () => undefined;
      try {
        await expect(played({ set, steps, frontend })).rejects.toThrow(finds);
      } finally {
        rule.judge = judge;
      }
      await played({ set, steps, frontend });
    },
  );

  it("is tested without each rule of deletes, except ownedInState, notCreated and unused", () => {
    // What a state that cannot be read hides is among the facts. What is in use, the platform itself doesn't delete. No history has a cluster.
    const names = [...removed.map(([name]) => name), "ownedInState", "notCreated", "unused"];
    expect(rulesOfDelete.map(({ judge }) => judge.name).sort()).toEqual(names.sort());
  });

  /** What is created is cloned, edited and removed in bad weather. */
  const rough = fc
    .nat({ max: 1_000_000 })
    .map(
      (salt): Steps => [
        ...[...kindNames.filter(isService).map((kind) => create(kind)), up({ storm: "storm", salt })],
        ...(["clone", "edit"] as const).flatMap((sort) =>
          [0, 1, 2, 3, 4].map((pick) => change(sort, "Container", pick)),
        ),
        ...[up({ storm: "hurricane", salt: salt + 1 }), removeAll, up({ storm: "hurricane", salt: salt + 2 })],
      ],
    );
  const blind = answering(
    (method, path) => method === "GET" && /^\/environment\/[^/]+\/\w+$/.test(path) && !/status/.test(path),
    () => ({ text: '{"results":[]}' }),
  );
  it("fails if a provider never finds what a create with a lost response has created", async () => {
    const reported: string[] = [];
    const { failed } = await fc.check(
      fc.asyncProperty(rough, async (steps) => {
        if (reported.length > 0) throw new Error("found");
        await played({ set: "extended", steps }, blind).catch((error: Error) => {
          reported.push(error.message);
          throw error;
        });
      }),
      { numRuns: 300, seed: oneSeed, endOnFailure: true },
    );
    expect(failed).toBe(true);
    expect(reported[0]?.split("\n")[0]).toMatch(/failed, but had made|it does not come to rest/);
  });
});
