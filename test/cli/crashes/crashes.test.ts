import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type KindName, kindNames } from "../../engine/kind-names.js";
import { isFull } from "../../engine/sets.js";
import { records } from "../../kinds/index.js";
import { type Outcome, printOutcomes } from "../../outcomes.js";
import { expectReadable } from "../readable.js";
import { expectConverged } from "./convergence.js";
import { crash, type Moment, moments, type Victim, victims } from "./crash.js";
import { openWorld } from "./crash-stage.js";
import { expectationOf, told } from "./expectations.js";
import { openTemplate, type Template } from "./project.js";
import { recover, steps } from "./recovery.js";

// Every cell takes some runs of the CLI, on machines that may be busy with other things; two at once keep two cores busy.
vi.setConfig({ maxConcurrency: 2 });

type Cell = readonly [title: string, victim: Victim, moment: Moment, kind: KindName];

const cell = (victim: Victim, moment: Moment, kind: KindName): Cell => {
  const { outcome } = expectationOf(victim, moment, kind);
  return [`${victim}, ${moment} the call, ${kind}: ${outcome}`, victim, moment, kind];
};

/** The fewest cells in which each victim, each moment and each outcome comes, the next being the one that adds most. */
function fewest(cells: readonly Cell[]): Cell[] {
  const shown = ([, victim, moment, kind]: Cell) => [victim, moment, expectationOf(victim, moment, kind).outcome];
  const missing = new Set(cells.flatMap(shown));
  const chosen: Cell[] = [];
  const adds = (each: Cell) => shown(each).filter((one) => missing.has(one)).length;
  while (missing.size > 0) {
    // No kind comes twice.
    const others = cells.filter((each) => adds(each) > 0 && !chosen.some(([, , , kind]) => kind === each[3]));
    const next = others.reduce((best, each) => (adds(each) > adds(best) ? each : best));
    for (const one of shown(next)) missing.delete(one);
    chosen.push(next);
  }
  return chosen;
}

const only = process.env.TEST_KIND as KindName | undefined;
const all = victims.flatMap((victim) =>
  moments.flatMap((moment) => (only === undefined ? kindNames : [only]).map((kind) => cell(victim, moment, kind))),
);
/** For one kind alone, one victim at one moment; which ones changes from run to run. */
const picked = Math.floor(Math.random() * all.length);
const cells = only !== undefined ? all.slice(picked, picked + 1) : isFull ? all : fewest(all);

/** The native provider dies like the dynamic one; test/engine/native/process.test.ts has more of that, without the CLI. */
const ofNative: readonly Cell[] = only === undefined ? [cell("kill -9 of the CLI", "during", "Container")] : [];
const rows = [
  ...cells.map((each) => [...each, "dynamic"] as const),
  ...ofNative.map(([title, ...rest]) => [`${title}; native provider`, ...rest, "native"] as const),
];

/** The cells that need a person, since what was created is in no state. */
const lost = cells.filter(([, victim, moment, kind]) => expectationOf(victim, moment, kind).needsPerson);

/** The crash of each cell, and what was needed after it. */
const outcomes: Outcome[] = [];
let template: Template;

beforeAll(async () => {
  template = await openTemplate();
});
afterAll(async () => {
  printOutcomes("Crashes", outcomes);
  await template.close();
});

describe.concurrent("after a crash, pulumi up ends in exactly what the program says", () => {
  it.for(rows)("%s", async ([, victim, moment, kind, door], { onTestFinished }) => {
    const world = await openWorld(template, kind, undefined, door);
    onTestFinished(world.close);
    const { scene, output, callsAfterwards } = await crash(world, victim, moment);
    expect(scene, output).toEqual({ isCarriedOut: moment !== "before", isInState: moment === "after" });
    expect(output).toMatch(told[victim]);
    expectReadable(output);

    const outcome = await recover(world);
    const times = world.timesCarriedOut();
    const isDeployedAgain = records[kind].createdTwice === "deployed again" && times > 1;
    outcomes.push([`${victim}, ${moment} the call`, isDeployedAgain ? `${outcome}; deployed twice` : outcome]);
    expect(expectationOf(victim, moment, kind)).toMatchObject({ outcome, times });
    // Without an engine, whatever a plugin makes is an orphan.
    if (victim === "kill -9 of the CLI") expect(callsAfterwards).toBe(0);

    await expectConverged(world);
  });
});

// A single cell may leave nothing to adopt.
if (lost.length > 0)
  describe.concurrent("with app-platform:onExisting set to adopt", () => {
    it.for(isFull ? lost : lost.slice(0, 1))(
      "no person is needed: %s",
      async ([, victim, moment, kind], { onTestFinished }) => {
        const world = await openWorld(template, kind);
        onTestFinished(world.close);
        await crash(world, victim, moment);
        world.project.use({ APP_PLATFORM_ON_EXISTING: "adopt" });
        const outcome = await recover(world);
        expect(outcome).not.toContain(steps.adopt);
        await expectConverged(world);
      },
    );
  });
