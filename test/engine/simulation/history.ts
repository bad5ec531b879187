/**
 * A history: what a person, a console and a bad network do to one stack, step by step, in virtual time.
 *
 * test/support/chance.ts gives dice that are keyed by words, schedule.ts virtual time with one queue of events, network.ts a fate to each
 * exchange. backend.ts is the platform's own code without sockets, plugin.ts the provider's own code with that time and network,
 * engine.ts the engine of the tests (test/engine/support/deployment.ts) with crashes and signals. program.ts and kinds.ts say what is
 * declared and, by hand, what the platform must then hold. history-world.ts puts one of each together; optional.ts has the arguments
 * that come and go, removals.ts and rollouts.ts what must become of them; person.ts does what an error's text says and nothing else;
 * ledger.ts is the model: it knows what was created by whom, what the user was told and which secrets a state shows, and throws at what
 * must never be. A history here is an array of steps, each with
 * its own salt, so that fast-check can leave steps out while the rest keeps its dice. At the end the network is healed and `up` runs
 * again until it is content: then everything of the program exists once as the program says, and nothing else that nobody was told
 * of. The same history gives the same trace, to the line.
 */
import fc from "fast-check";
import type { FrontendName } from "../../support/frontend.js";
import type { EndpointSet } from "../../support/provider.js";
import { argumentChanges, type Change, type ChangeSort, changeSorts, doChange, meddle } from "./changes.js";
import { crashes, type Disturbance, type World, type WorldOptions, worldOf } from "./history-world.js";
import { containersOf, type KindName, kindNames } from "./kinds.js";
import { Violation } from "./ledger.js";
import type { Storm } from "./network.js";
import { type Act, actOn } from "./person.js";
import type { Run } from "./step.js";

export type HistoryStep =
  | { readonly sort: "change"; readonly change: Change }
  | { readonly sort: "up" | "refresh"; readonly disturbance: Disturbance };

export interface History {
  readonly set: EndpointSet;
  /** How the engine reaches the provider; the dynamic one if omitted. */
  readonly frontend?: FrontendName;
  readonly seed: number;
  readonly steps: readonly HistoryStep[];
}

/** What one history showed. */
export interface Reported {
  readonly trace: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly acts: readonly Act[];
  /** Whether the last runs came to rest without anything that a person did besides running again. */
  readonly isByItself: boolean;
  readonly left: Readonly<Record<string, number>>;
  readonly lateDeployments: number;
}

const salt = fc.nat({ max: 1_000_000 });
const pick = fc.nat({ max: 1_000 });
const changing = (sort: fc.Arbitrary<ChangeSort>, kinds: readonly KindName[]): fc.Arbitrary<HistoryStep> =>
  fc.record({ sort, kind: fc.constantFrom(...kinds), pick }).map((change) => ({ sort: "change", change }));
const running = (sort: "up" | "refresh", disturbance: fc.Arbitrary<Disturbance>): fc.Arbitrary<HistoryStep> =>
  disturbance.map((specified) => ({ sort, disturbance: specified }));

const anyChange = fc.oneof(
  { weight: 8, arbitrary: fc.constant<ChangeSort>("create") },
  { weight: 8, arbitrary: fc.constantFrom<ChangeSort>(...changeSorts) },
  { weight: 4, arbitrary: fc.constantFrom<ChangeSort>(...argumentChanges) },
);
const often = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const onDelete = fc.constantFrom(undefined, undefined, undefined, "fail" as const, "everything" as const);
const disturbance: fc.Arbitrary<Disturbance> = fc.record(
  {
    storm: fc.constantFrom<Storm>("calm", "breeze", "storm", "hurricane"),
    salt,
    crash: fc.record({ how: fc.constantFrom(...crashes), after: fc.nat({ max: 60 }) }),
    meddling: fc.record({ after: fc.nat({ max: 30 }), pick }),
    target: pick,
    ...{ skips: fc.boolean(), isOther: often, onDelete, lags: often },
  },
  { requiredKeys: ["storm", "salt"] },
);
const manyOf = ["Container", "Database", "DeploymentTrigger", "Environment", "Variable"] as const;
const step = fc.oneof(
  { weight: 6, arbitrary: changing(anyChange, [...kindNames, ...manyOf]) },
  { weight: 3, arbitrary: running("up", disturbance) },
  { weight: 1, arbitrary: running("refresh", disturbance) },
);

/** What changes where resources are, and whether they stay when what they are inside of is deleted. */
const placing = [
  ...["create", "create", "create", "create", "adopt", "adopt under another Pulumi name", "connect"],
  ...["move", "move", "remove", "remove", "rename", "console deletes"],
  ...["protect", "retain on delete", "delete with its place", "name its place by ID", "drop options"],
  ...["name another", "name another", "name another"],
] as const satisfies readonly ChangeSort[];
const placed = kindNames.filter((kind) => containersOf(kind).length > 0);
const calm = fc.record({ storm: fc.constant<Storm>("calm"), salt, skips: often, isOther: often, onDelete });
const nested = fc.oneof(
  {
    weight: 5,
    arbitrary: changing(fc.constantFrom<ChangeSort>(...placing), [...placed, "Environment", "Environment"]),
  },
  { weight: 3, arbitrary: running("up", calm) },
);

/** Histories of one set of endpoints, through these providers. */
export function historiesOf(set: EndpointSet, frontends: readonly FrontendName[]): fc.Arbitrary<History> {
  return fc.record({
    set: fc.constant(set),
    frontend: fc.constantFrom(...frontends),
    seed: salt,
    steps: fc.oneof(
      { weight: 2, arbitrary: fc.array(step, { minLength: 2, maxLength: 24, size: "max" }) },
      { weight: set === "extended" ? 1 : 0, arbitrary: fc.array(nested, { minLength: 8, maxLength: 24, size: "max" }) },
    ),
  });
}

/** After how long the platform is up again and nothing is on its way, in milliseconds. */
const restored = 300_000;
/** Most runs after the network is healed. */
const mostRuns = 12;

export async function play({ set, frontend, seed, steps }: History, options: WorldOptions): Promise<Reported> {
  const world = worldOf(set, seed, { ...options, ...(frontend && { frontend }) });
  const acts: Act[] = [];
  const up = async (disturbance: Disturbance) => {
    const { meddling: specified } = disturbance;
    const run = await world.run("up", disturbance, () => meddle(world, specified?.pick ?? 0));
    const done = actOn(world, run);
    acts.push(...done);
    return { run, done };
  };
  try {
    for (const each of steps) {
      if (each.sort === "change") await doChange(world, each.change);
      else if (each.sort === "up") await up(each.disturbance);
      else {
        const { target: _, ...whole } = each.disturbance;
        await world.run("refresh", whole);
      }
    }
    const isByItself = await comeToRest(world, up, seed);
    const { left, lateDeployments } = world.ledger.facts;
    return { trace: world.trace, counts: world.counts, acts, isByItself, left, lateDeployments };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${world.trace.join("\n")}`, { cause: error });
  }
}

async function comeToRest(
  world: World,
  up: (disturbance: Disturbance) => Promise<{ run: Run; done: Act[] }>,
  seed: number,
): Promise<boolean> {
  let isByItself = true;
  await world.schedule.pass(restored);
  const ofStacks = world.isShared() ? [{}, { isOther: true }] : [{}];
  if (world.hasDrifted)
    for (const stack of ofStacks) await world.run("refresh", { storm: "calm", salt: seed, ...stack });
  for (let count = 1; ; count += 1) {
    const runs: Run[] = [];
    for (const stack of ofStacks) {
      const calm = { storm: "calm", salt: seed + count, ...stack } as const;
      const { run, done } = await up(calm);
      runs.push(run);
      if (done.length > 0) isByItself = false;
      if (done.includes("refreshed")) await world.run("refresh", calm);
    }
    const failures = runs.flatMap((run) => run.failures);
    if (failures.length === 0) break;
    if (count === mostRuns) {
      throw new Violation(`it does not come to rest: ${failures.map(({ text }) => text).join("\n")}`);
    }
  }
  world.settle();
  for (const stack of ofStacks) {
    const { planned } = await world.run("preview", { storm: "calm", salt: seed, ...stack });
    if (planned.length > 0) throw new Violation(`the next preview shows a change: ${planned.join(", ")}`);
  }
  return isByItself;
}
