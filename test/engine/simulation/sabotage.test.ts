/** That the simulation can fail: providers that are created wrong on purpose, each of which it has to find. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newClaims } from "../../../provider/claims/claims.js";
import { newHolders } from "../../../provider/claims/holders.js";
import type { Holdings } from "../../../provider/claims/holdings.js";
import { ledgerOfProcess } from "../../../provider/claims/holdings.js";
import { type Comparison, compare } from "../../../provider/definition/comparison.js";
import { includedIn, readStatuses } from "../../../provider/deployment/statuses.js";
import { rulesOfDelete } from "../../../provider/gate/gate.js";
import { defaultVerbs } from "../../../provider/lifecycle/lifecycle.js";
import { PartialFailure } from "../../../provider/lifecycle/stored.js";
import { type Deployments, newDeployments } from "../../../provider/platform/deployments.js";
import { rolloutOf, withRollout } from "../../../provider/resources/deploymentTrigger/lastRollout.js";
import { definitions } from "../../../provider/resources/index.js";
import { REVISION, VERSION_REVISION } from "../../../provider/values/serviceSelection.js";
import { doors } from "../../door.js";
import type { Call, ResourceDefinition, StackReader, StackResource, Transport, Values, Verbs } from "../../provider.js";
import { oneSeed } from "../../seeds.js";
import { ledgersOfRun } from "../start-plugin.js";
import { type Backend, openBackend } from "./backend.js";
import type { ChangeSort } from "./changes.js";
import { type History, play } from "./history.js";
import type { Circumstances, Disturbance } from "./history-world.js";
import { isAct, isService, type KindName, kindNames } from "./kinds.js";
import type { Storm } from "./network.js";
import { optionsOf } from "./optional.js";

type Sabotage = {
  readonly definitions?: readonly ResourceDefinition[];
  readonly transport?: (inner: Transport) => Transport;
};

/** The same kinds with other verbs. */
const withOther = (isMeant: (kind: string) => boolean, wrong: (verbs: Verbs) => Partial<Verbs>) =>
  definitions.map((each) =>
    isMeant(each.kind) ? { ...each, verbs: { ...each.verbs, ...wrong({ ...defaultVerbs, ...each.verbs }) } } : each,
  );

type WrongVerbs = (verbs: Verbs) => Partial<Verbs>;
/** All kinds with the default verbs, with some of these made wrong. */
const withVerbs = (wrong: WrongVerbs) => withOther((kind) => !isAct(kind as KindName), wrong);
const withTriggers = (wrong: WrongVerbs) => withOther((kind) => isAct(kind as KindName), wrong);
const withContainers = (wrong: WrongVerbs) => withOther((kind) => kind === "Container", wrong);

/** The network with other answers to some requests. */
const answering =
  (isMeant: (method: string, path: string) => boolean, text: (text: string) => string) =>
  (inner: Transport): Transport =>
  async (exchange, signal) => {
    const answer = await inner(exchange, signal);
    const isChanged = isMeant(exchange.method, exchange.path) && answer.status < 300;
    return isChanged ? { ...answer, text: text(answer.text) } : answer;
  };

const sabotages: readonly (readonly [what: string, sabotage: Sabotage, finds: RegExp])[] = [
  [
    "sees nothing when it looks whether a lost create arrived",
    {
      transport: answering(
        (method, path) => method === "GET" && /^\/environment\/[^/]+\/\w+$/.test(path) && !/status/.test(path),
        () => '{"results":[]}',
      ),
    },
    /failed, but had made|it does not come to rest/,
  ],
  [
    "forgets what is half made",
    {
      definitions: withVerbs(({ create }) => ({
        create: (scope, args) =>
          create(scope, args).catch((error) => {
            throw error instanceof PartialFailure ? new Error(error.message) : error;
          }),
      })),
    },
    /failed, but had made|failed without a reason/,
  ],
  [
    "makes a second one under another name where the first is in doubt",
    {
      definitions: withVerbs(({ create }) => ({
        create: (scope, args) =>
          create(scope, args).catch((error) => {
            if (typeof args.name !== "string" || args.name.endsWith("again")) throw error;
            return create(scope, { ...args, name: `${args.name} again` });
          }),
      })),
    },
    /(ended well, but the platform has|failed, but had made)/,
  ],
  [
    "takes an edit whose answer is lost for one that is done",
    {
      definitions: withVerbs(({ update }) => ({
        update: (scope, comparison) =>
          update(scope, comparison).catch(() => ({ ...comparison.state, ...comparison.args })),
      })),
    },
    /ended well, but the platform has/,
  ],
  [
    "takes a delete whose answer is lost for one that is done",
    {
      definitions: withVerbs((verbs) => ({
        delete: (scope, id, state) => verbs.delete(scope, id, state).catch(() => undefined),
      })),
      // Bad weather alone hardly ever ends a delete: it is retried for two minutes.
      transport: (inner) => (exchange, signal) =>
        exchange.method === "DELETE"
          ? Promise.resolve({ status: 302, headers: {}, text: "" })
          : inner(exchange, signal),
    },
    /ended well, but it is still there|nobody was told/,
  ],
];

/** Most histories that the search for one may take. */
const most = 300;

const change = (sort: ChangeSort, kind: KindName = "Container", pick = 0) =>
  ({ sort: "change", change: { sort, kind, pick } }) as const;
const create = (kind: KindName = "Container", pick = 0) => change("create", kind, pick);
const adoptAgain = (pick = 0) => change("adopt under another Pulumi name", "Database", pick);
const removeAll = change("remove all");
const up = (storm: Storm, salt: number, more: Partial<Disturbance> = {}) =>
  ({ sort: "up", disturbance: { storm, salt, ...more } }) as const;
/** Runs without a fault. */
const calm = (salt: number, more: Partial<Disturbance> = {}) => up("calm", salt, more);
const refresh = (salt: number) => ({ sort: "refresh", disturbance: { storm: "calm", salt } }) as const;
const historyOf = (set: History["set"], ...steps: History["steps"]): History => ({ set, seed: 0, steps });

/** Histories in which a provider needs what it is created to lack: what is created is cloned, edited and removed in bad weather. */
const rough = fc
  .nat({ max: 1_000_000 })
  .map(
    (salt): History => ({
      set: "extended",
      seed: salt,
      steps: [
        ...[...kindNames.filter(isService).map((kind) => create(kind)), up("storm", salt)],
        ...(["clone", "edit"] as const).flatMap((sort) =>
          [0, 1, 2, 3, 4].map((pick) => change(sort, "Container", pick)),
        ),
        ...[up("hurricane", salt + 1), removeAll, up("hurricane", salt + 2)],
      ],
    }),
  );

/** Two triggers in one environment, each with a database of its own. */
const twoTriggers = (salt: number) =>
  historyOf(
    "extended",
    ...[create("Database"), create("Database"), create("DeploymentTrigger", 1), create("DeploymentTrigger", 2)],
    up("storm", salt),
  );

/**
 * A database that is adopted under another Pulumi name, and then forgotten under the old one, each in a targeted run.
 *
 * @param pick An odd one adopts it through another connection.
 */
const adoptedByTarget = (pick: number) =>
  historyOf(
    "extended",
    ...[create("Database"), calm(0), adoptAgain(pick), calm(1, { target: 0 }), calm(2, { target: 1 })],
  );

/** A resource that gets another connection to the same platform, by what gives it that. */
const reconnected = (sort: ChangeSort, kind: KindName) =>
  historyOf("extended", create(kind), calm(0), change(sort, kind, 1), calm(1, { skips: true }));

/** The request that the environment shows, in a response with the statuses of its services. */
function lastRequest(text: string): string {
  const { environment } = JSON.parse(text) as { environment: { deployment_request_id?: string } };
  return JSON.stringify(environment.deployment_request_id ?? null);
}

/** What the program gave before, forgotten. */
const forgetting = ({ definition }: Pick<Call, "definition">, { id, state, args }: Comparison) =>
  compare(definition, { id, state, args });

/** A container with one optional argument, by its place among them, which the program then drops. */
const dropped = (sort: ChangeSort, option: number): History => ({
  set: "extended",
  seed: option,
  steps: [
    ...[create("Container", 2 ** (option + 2)), calm(1), change(sort), calm(2)],
    ...[change("give an argument", "Container", option), calm(3), change(sort)],
  ],
});
const drops = optionsOf({ kind: "Container" })
  // What a service owns besides itself is removed by what the platform has.
  .filter(({ isExtended }) => !isExtended)
  .flatMap(({ place }, option): [string, string, History][] => [
    ["drops", place, dropped("drop an argument", option)],
    // With `null`, the program itself clears what the platform can clear.
    ...(place === "healthchecks.livenessProbe"
      ? []
      : [["sets to null", place, dropped("null an argument", option)] as [string, string, History]]),
  ]);

/** A container without optional arguments, one of which the console sets. */
const neverGiven = historyOf(
  "extended",
  ...[create(), calm(1), change("console sets an argument"), change("edit"), refresh(2)],
);

/** A container whose tag the program ignores and the console deploys, and a database, in one trigger. */
const deployedOver = historyOf(
  "documented",
  ...[create("Container", 1), create("Database"), create("DeploymentTrigger"), calm(1)],
  ...[change("console deploys a tag"), change("give an argument", "Database", 1), calm(2)],
  // Everything is deployed again.
  ...[change("edit", "DeploymentTrigger", 2), calm(3)],
);

/** A job that is updated, and listed by a trigger. */
const lostUpdate = historyOf(
  "documented",
  ...[create("Job"), create("DeploymentTrigger"), calm(1), change("edit", "Job"), calm(2), refresh(3)],
);

/** The network with a redirect in place of the response to one update: nothing sends it again. */
const losingUpdates = () => {
  let left = 1;
  return (inner: Transport): Transport =>
    async (exchange, signal) => {
      const answer = await inner(exchange, signal);
      if (exchange.method !== "PUT" || left === 0) return answer;
      left -= 1;
      return { ...answer, status: 302, text: "<html>" };
    };
};

/** A trigger whose only service is changed, and then one run without a change. */
const editedService = historyOf(
  "documented",
  ...[create("Database"), create("DeploymentTrigger"), calm(1), change("give an argument", "Database"), calm(2)],
  ...[create("Application"), calm(3)],
);

/** A trigger whose only service fails once; what happens to it afterwards. */
const failedOnce = (more: readonly ChangeSort[], afterwards: History["steps"]) =>
  historyOf(
    "extended",
    ...[create("Database"), calm(1), create("DeploymentTrigger"), ...more.map((sort) => change(sort))],
    ...[change("a deployment fails"), calm(2), ...afterwards],
  );

/** Deployments by the ID of their environment as the program spells it. */
const asSpelled = (): Deployments => {
  const begun = new Map<string, ReturnType<Deployments["in"]>>();
  const known = (id: string) => begun.get(id) ?? [];
  return { ...newDeployments(), begun: (id, deployment) => void begun.set(id, [...known(id), deployment]), in: known };
};

/** The statuses of a platform that says neither which request deployed a service nor when. */
const saysLittle = answering(
  (_, path) => path.endsWith("/statuses"),
  (text) => {
    const { environment, ...lists } = JSON.parse(text) as Record<string, Values[]>;
    const little = ({ last_deployment_date: _, ...service }: Values) => ({ ...service, deployment_request_id: null });
    const told = Object.entries(lists).map(([list, services]) => [list, services.map(little)]);
    return JSON.stringify({ environment, ...Object.fromEntries(told) });
  },
);

/** A trigger that ends its environment's deployments when it is destroyed, and is then declared otherwise. */
const redeclared = (set: History["set"], ends: number, how: number) =>
  historyOf(
    set,
    create("Database"),
    // One that stops waits for its deployment before: nothing stops what is running.
    create("DeploymentTrigger", ends === 0 ? 0 : 2),
    ...[change("end on destroy", "DeploymentTrigger", ends), calm(1)],
    ...[change("reconnect a trigger", "DeploymentTrigger", how), calm(2)],
  );

let backend: Backend;
let documented: Backend;
beforeAll(async () => {
  backend = await openBackend("extended");
  documented = await openBackend("documented");
});
afterAll(() => Promise.all([backend.close(), documented.close()]));

const circumstancesOf = ({ set }: History) => ({ backend: set === "extended" ? backend : documented, definitions });

/** Plays the history with something wrong, which it finds out, and without that, which ends well. */
async function expectFound(
  history: History,
  wrong: Partial<Circumstances>,
  finds: RegExp,
  others: () => Partial<Circumstances> = () => ({}),
): Promise<void> {
  const right = circumstancesOf(history);
  await expect(play(history, { ...right, ...others(), ...wrong })).rejects.toThrow(finds);
  await expect(play(history, { ...right, ...others() })).resolves.toBeDefined();
}

/** Those that every door meets alike: the native provider always has its own definitions. */
const ofNetwork = sabotages.filter(([, { definitions: others }]) => others === undefined).slice(0, 1);

describe("a provider that", () => {
  it.each([
    ...sabotages.map((each) => [...each, "dynamic"] as const),
    ...ofNetwork.map((each) => [...each, "native"] as const),
  ])(
    "%s is found out",
    async (_, sabotage, finds, door) => {
      const told: string[] = [];
      const { failed } = await fc.check(
        fc.asyncProperty(rough, async (history) => {
          if (told.length > 0) throw new Error("found");
          await play({ ...history, door }, { backend, definitions, ...sabotage }).catch((error: Error) => {
            told.push(error.message);
            throw error;
          });
        }),
        { numRuns: most, seed: oneSeed, endOnFailure: true },
      );
      expect(failed).toBe(true);
      expect(told[0]?.split("\n")[0]).toMatch(finds);
    },
    120_000,
  );

  it("treats another connection as another platform is found out, in what the state has", async () => {
    const sameOnly: Circumstances["holders"] = (read) =>
      newHolders(async (...which) => (await read(...which)).filter(({ values }) => values.connection === undefined));
    await expectFound(adoptedByTarget(1), { holders: sameOnly }, /deleted what Database-2 still manages/);
  });

  it.each<[ChangeSort, KindName]>([
    ["adopt under another Pulumi name", "Database"],
    ["connect", "Database"],
    ["connect", "ArgoCdConfig"],
  ])("treats another connection as another platform is found out, in what a run does: %s, %s", async (sort, kind) => {
    const altered: Circumstances["altered"] = ({ holders }) => newClaims(holders);
    await expectFound(reconnected(sort, kind), { altered }, /deleted what .* still manages/);
  });

  it("does not see at preview that names are taken over is found out", async () => {
    const two = [create("Database"), create("Database")];
    const history = historyOf("extended", ...two, calm(0), change("swap names", "Database"));
    const blind = withVerbs(({ check }) => ({
      check(scope, args) {
        Object.assign(scope.platform.declarations, { declared: () => undefined });
        Object.assign(scope.platform.holders, { matching: async () => [] });
        return check(scope, args);
      },
    }));
    await expectFound(history, { definitions: blind }, /no preview told that a name is taken/);
  });

  it("takes the deployment of another trigger for its own is found out", async () => {
    const transport = answering(
      (_, path) => path.endsWith("/statuses"),
      (text) => text.replace(/"deployment_request_id":(null|"[^"]*")/g, `"deployment_request_id":${lastRequest(text)}`),
    );
    const failures: string[] = [];
    for (let salt = 0; salt < 30 && failures.length === 0; salt += 1) {
      await play(twoTriggers(salt), { backend, definitions, transport }).catch((error) => failures.push(error.message));
    }
    expect(failures[0]).toMatch(/ended well, but .* was not deployed/);
  });

  it.each(drops)("leaves what the program %s, %s, is found out", async (_, __, history) => {
    const plans = withContainers(({ plan }) => ({
      plan: (scope, comparison) => plan(scope, forgetting(scope, comparison)),
    }));
    await expect(play(history, { backend, definitions: plans })).rejects.toThrow(/though the program dropped it/);
    const updates = withContainers(({ update }) => ({
      update: (scope, comparison) => update(scope, forgetting(scope, comparison)),
    }));
    await expectFound(history, { definitions: updates }, /ended well, but .* is .*, not /);
  });

  it("removes what the program never gave is found out", async () => {
    const everything = optionsOf({ kind: "Container" }).map(({ place }) => [place.split(".")[0], true] as const);
    const removing = withContainers(({ update }) => ({
      update: (scope, { id, state, args, givenBefore }) =>
        update(
          scope,
          compare(scope.definition, {
            ...{ id, state, args },
            givenBefore: { ...Object.fromEntries(everything), ...givenBefore },
          }),
        ),
    }));
    await expectFound(neverGiven, { definitions: removing }, /though the program does not give it/);
  });

  it.each<[what: string, spoil: (service: Values) => Values, finds: RegExp]>([
    [
      "sends the versions of the state",
      ({ [VERSION_REVISION]: _, ...service }) => ({ ...service, imageTag: "1.0" }),
      /the tag 9\.\d+ of .* was replaced by 1\./,
    ],
    [
      "deploys everything that it lists",
      (service) => ({ ...service, [REVISION]: String(Math.random()) }),
      /deployed .*, though it had not changed/,
    ],
  ])("has a trigger that %s is found out", async (_, spoil, finds) => {
    const wrong = withTriggers(({ update }) => ({
      update: (scope, { changes: _, removals: __, ...wanted }) =>
        update(
          scope,
          compare(scope.definition, {
            ...wanted,
            args: { ...wanted.args, services: (wanted.args.services as Values[]).map(spoil) },
          }),
        ),
    }));
    await expectFound(deployedOver, { definitions: wrong }, finds);
  });

  it("takes what a refresh has found for deployed is found out", async () => {
    // As if a deployment had set whatever differs from what was written.
    const wrong = definitions.map((each) => {
      const args = Object.fromEntries(
        Object.entries(each.args).map(([arg, field]) => [arg, { ...field, onUpdate: "deploy" as const }]),
      );
      return each.kind === "Job" ? { ...each, args, body: { ...each.body, members: args } } : each;
    });
    await expectFound(lostUpdate, { definitions: wrong }, /was changed since/, () => ({ transport: losingUpdates() }));
  });

  it.each<[what: string, wrong: WrongVerbs, finds: RegExp]>([
    ["misses a change", () => ({ plan: () => ({ hasWork: false }) }), /was changed since/],
    [
      "deploys in each run",
      ({ create }) => ({
        plan: () => ({ hasWork: true }),
        update: async (scope, { args }) => (await create(scope, args)).state,
      }),
      /deployed .*, though it had not changed/,
    ],
  ])("has a trigger that %s is found out", async (_, other, finds) => {
    await expectFound(editedService, { definitions: withTriggers(other) }, finds);
  });

  it("treats a failed deployment as one that succeeded is found out", async () => {
    // Of no service at all, each has succeeded.
    const wrong = withTriggers(({ read }) => ({
      async read(scope, id, state) {
        const now = await read(scope, id, state);
        const rollout = rolloutOf(state);
        const included = includedIn(await readStatuses(scope, state), state, rollout);
        const isDone = now !== undefined && included.every((each) => each.state === "DEPLOYED");
        return isDone ? withRollout(now, { ...rollout, outcome: "succeeded" }) : now;
      },
    }));
    const history = failedOnce(["deploy everything"], [refresh(3)]);
    const finds = /the state says that .* succeeded, but .* failed/;
    await expectFound(history, { definitions: wrong }, finds, () => ({ transport: saysLittle }));
  });

  it("does not deploy again what failed is found out", async () => {
    const wrong = withTriggers(() => ({ update: async (_, { state, args }) => ({ ...state, ...args }) }));
    await expectFound(failedOnce([], []), { definitions: wrong }, /failed and was not deployed again/);
  });

  it.each<[what: string, set: History["set"], ends: number, how: number]>([
    ["stops, over another connection", "extended", 0, 0],
    ["stops, under another spelling of the environment", "extended", 0, 1],
    // The extended endpoints tell whose the running deployment is.
    ["cancels, over another connection", "documented", 1, 0],
    ["cancels, under another spelling of the environment", "documented", 1, 1],
  ])("%s, what it has just deployed is found out", async (_, set, ends, how) => {
    const altered = () => ({ deployments: how === 0 ? newDeployments() : asSpelled() });
    await expectFound(redeclared(set, ends, how), { altered }, /stopped what .* has deployed in this run/);
  });

  it.each<[what: string, kind: KindName, steps: History["steps"]]>([
    ["the program", "Container", [change("mark secrets"), change("give an argument", "Container", 1)]],
    ["the definition", "ArgoCdConfig", []],
  ])("keeps in plain text what %s calls secret is found out, once a transform was there", async (_, kind, steps) => {
    const history = historyOf("extended", create(kind), ...steps, calm(1));
    await expectFound(history, { mark: undefined }, /the state of .* shows the secret/);
  });
});

/** An environment with a container inside of it, once both are there. */
const environmentWith = (...steps: History["steps"]) =>
  historyOf("extended", create("Environment"), create(), calm(1), ...steps);

/** The same, where the program names the environment by its ID, so that nothing says which of them is deleted first. */
const byId = (...steps: History["steps"]) =>
  environmentWith(change("name its place by ID"), ...steps, calm(2), calm(3));

/** A container of the console in the environment, under the name of one that the program does not have yet. */
const withForeign = (...steps: History["steps"]) =>
  historyOf(
    "extended",
    ...[create("Environment"), calm(1), create(), change("console takes a name")],
    ...[change("remove", "Container", 1), calm(2), ...steps],
  );

/** The container goes at the same moment as the environment. */
const retained = (...runs: History["steps"]) =>
  byId(change("retain on delete", "Container", 1), calm(4), removeAll, ...runs);

/** A database that is adopted under another Pulumi name in a run, whose state does not have that yet. */
const adoptedInRun = (pick: number) =>
  historyOf("extended", create("Database"), calm(0), adoptAgain(pick), calm(1, { skips: true }));

/** A variable that leaves the program, while an alias stays that names it by its key. */
const withAlias = historyOf(
  "extended",
  ...[create("Variable"), create("Variable"), calm(1), change("name another", "Variable"), calm(2)],
  ...[change("remove", "Variable", 1), calm(3)],
);

/** Two triggers that stop their environment when they leave, of which one leaves. */
const oneOfTwoTriggers = historyOf(
  "extended",
  ...[create("Database"), create("DeploymentTrigger"), create("DeploymentTrigger")],
  ...[change("end on destroy", "DeploymentTrigger", 0), calm(1), change("remove", "DeploymentTrigger", 1), calm(2)],
);

/** A container that the program no longer has. */
const left = (...more: History["steps"]) => [create(), calm(1), removeAll, ...more];

type Wrong = Partial<Circumstances>;
type Rule = (typeof rulesOfDelete)[number];
type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
/** Other facts of what the run has done. */
const holding = (facts: Partial<Holdings>): Wrong => ({
  altered: ({ holdings }) => ({ holdings: { ...holdings, ...facts } }),
});
/** The state of the stack, read otherwise. */
const reading = (read: (reader: StackReader) => StackReader): Wrong => ({
  holders: (reader) => newHolders(read(reader)),
});
const without = (...options: readonly ("keeps" | "deletedWith")[]): Wrong =>
  reading((read) => async (...which) => {
    const hide = (each: StackResource) =>
      Object.fromEntries(Object.entries(each).filter(([name]) => !options.some((option) => option === name)));
    return (await read(...which)).map((each) => hide(each) as unknown as StackResource);
  });
const nothingBefore = reading(
  (read) => (stack, isRight, moment) => (moment === "now" ? read(stack, isRight, moment) : Promise.resolve([])),
);
const unreadableBefore = reading(
  (read) => (stack, isRight, moment) =>
    moment === "now" ? read(stack, isRight, moment) : Promise.reject(new Error("no history")),
);
const inTurn = holding({ isDeleting: () => true });

describe("a gate", () => {
  /** What takes the place of a rule: it never objects. */
  const removed: readonly (readonly [judge: string, history: History, finds: RegExp])[] = [
    ["heldInRun", adoptedInRun(0), /deleted what Database-2 still manages/],
    ["servedByPlatform", historyOf("documented", ...left()), /it does not come to rest/],
    ["heldBySeveral", adoptedByTarget(0), /deleted what Database-2 still manages/],
    [
      "deletable",
      historyOf("documented", ...left(calm(2, { onDelete: "fail" }))),
      /was sent, though no endpoint deletes it/,
    ],
    ["nothingInsideStays", withForeign(removeAll), /deleted container .*: nobody manages it/],
  ];

  it.each(removed.flatMap((each) => doors.map((door) => [...each, door] as const)))(
    "without its rule %s is found out",
    async (name, history, finds, door) => {
      const rule = rulesOfDelete.find(({ judge }) => judge.name === name) as Writable<Rule>;
      const { judge } = rule;
      rule.judge = () => undefined;
      try {
        await expect(play({ ...history, door }, circumstancesOf(history))).rejects.toThrow(finds);
      } finally {
        rule.judge = judge;
      }
      await expect(play({ ...history, door }, circumstancesOf(history))).resolves.toBeDefined();
    },
  );

  it("has a sabotage for each of its rules", () => {
    // What a state that cannot be read hides is among the facts. What is in use, the platform itself doesn't delete.
    const names = [...removed.map(([name]) => name), "heldInState", "unused"];
    expect(rulesOfDelete.map(({ judge }) => judge.name).sort()).toEqual(names.sort());
  });

  type Fact = readonly [what: string, history: History, wrong: Wrong, finds: RegExp, others?: Wrong];
  const facts: readonly Fact[] = [
    [
      "takes a state that cannot be read for one without other holders",
      adoptedByTarget(0),
      { altered: ({ holders }) => ({ holders: { ...holders, besides: async () => [] } }) },
      /deleted what Database-2 still manages/,
    ],
    [
      "does not know what other processes of the run have done",
      adoptedInRun(22),
      { ledgers: () => ledgerOfProcess },
      /deleted what Database-2 still manages/,
    ],
    [
      "does not read again what other processes of the run have done",
      adoptedInRun(22),
      {
        ledgers: () => {
          const of = ledgersOfRun();
          return (writer) => ({ ...of(writer), read: () => [] });
        },
      },
      /deleted what Database-2 still manages/,
    ],
    [
      "does not know what the run has given up before",
      historyOf("extended", ...[create("Database"), calm(0), adoptAgain(), calm(1, { target: 0 }), removeAll, calm(2)]),
      holding({ released: () => [] }),
      /nobody was told of database/,
    ],
    [
      "lets something go before its turn",
      byId(calm(4), removeAll, calm(5, { target: 0 })),
      inTurn,
      /deleted container .*: its own turn has not come/,
    ],
    [
      "lets go what the program declares",
      byId(calm(4), change("remove")),
      holding({ isDeleting: () => true, isDeclared: () => false, isKept: () => false }),
      /deleted container .*: it is declared/,
    ],
    [
      "lets go what names the resource, although the program declares it",
      withAlias,
      holding({ isDeclared: () => false, isKept: () => false }),
      /deleted variable .*: it is declared/,
    ],
    [
      "lets go what is protected",
      byId(change("protect", "Container", 1), calm(4), removeAll),
      { ...inTurn, ...without("keeps") },
      /deleted container .*: it is protected/,
    ],
    [
      "lets go what is retained",
      retained(calm(5, { onDelete: "everything" })),
      without("keeps"),
      /deleted container .*: it is retained/,
    ],
    [
      "does not know the state before the run",
      retained(calm(5, { onDelete: "everything" })),
      nothingBefore,
      /deleted container .*: it is retained/,
    ],
    [
      "takes states before the run that cannot be read for empty ones",
      retained(calm(5, { onDelete: "everything" })),
      nothingBefore,
      /deleted container .*: it is retained/,
      unreadableBefore,
    ],
    [
      "lets go what the stack does not manage, whatever the settings say",
      withForeign(removeAll),
      { altered: () => ({ onDelete: "everything" }) },
      /deleted container .*: nobody manages it/,
    ],
    [
      "ends what another trigger has deployed",
      oneOfTwoTriggers,
      { altered: ({ holders }) => ({ holders: { ...holders, matching: async () => [] } }) },
      /stopped what DeploymentTrigger-3 deploys/,
    ],
  ];

  it.each(doors.flatMap((door) => facts.map(([what, ...fact]) => [what, door, fact] as const)))(
    "that %s is found out (%s)",
    async (_, door, [history, wrong, finds, others = {}]) => {
      await expectFound({ ...history, door }, wrong, finds, () => others);
    },
  );

  it("whose grant is not asked for sends nothing", async () => {
    const ungranted = withVerbs(() => ({
      async delete({ definition, platform, operation, label }, id, state) {
        const call = definition.api.delete as never;
        await platform.client.send(
          { endpoint: call, members: { ...state, id }, purpose: `Deleting ${label}` },
          operation,
        );
      },
    }));
    const history = historyOf("extended", ...left());
    await expectFound(history, { definitions: ungranted }, /it does not come to rest: .*grant/);
  });

  it("that does not know what is deleted with its place makes people do that", async () => {
    const history = environmentWith(change("delete with its place"), calm(2), removeAll);
    const acts = async (wrong: Wrong) => (await play(history, { ...circumstancesOf(history), ...wrong })).acts;
    expect(await acts(without("deletedWith"))).toContain("deleted in the console");
    expect(await acts({})).toEqual([]);
  });
});
