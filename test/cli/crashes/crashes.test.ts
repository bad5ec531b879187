import { afterAll, describe, expect, it, vi } from "vitest";
import { returnedByCreate } from "../../../provider/schema/field.js";
import { type KindName, kindNames, requestedKinds } from "../../engine/support/kind-names.js";
import { definitionOf } from "../../kinds/derived.js";
import { records } from "../../kinds/index.js";
import type { DoorName } from "../../support/frontend.js";
import { isFull } from "../../support/full.js";
import { type Outcome, printOutcomes } from "../../support/outcomes.js";
import { expectReadable } from "../support/readable.js";
import { expectConverged } from "./convergence.js";
import { crash, type Moment, moments, type Victim, victims } from "./crash.js";
import { openWorld } from "./crash-stage.js";
import { outcomeOf, recover, steps } from "./recovery.js";

interface Expectation {
  readonly outcome: string;
  /** Whether something was created that only a person knows to be the program's own. */
  readonly needsPerson: boolean;
  /** How often the platform carries out the call under test, with the `up` that recovers. */
  readonly times: 1 | 2;
}

function expectationOf(victim: Victim, moment: Moment, kind: KindName): Expectation {
  const { createdTwice } = records[kind];
  const isSaved = createdTwice === "saved again";
  const isDeployed = createdTwice === "deployed again";
  // The plugin that sent the call outlives a Ctrl-C and finds the platform there: it looks up the outcome of the call.
  const isForgotten = moment === "during" && victim !== "Ctrl-C";
  const isStackLeft = victim === "kill -9 of the CLI";
  // Pulumi's state says what a killed CLI was creating.
  const needsPerson = isForgotten && !isStackLeft && !isSaved && !isDeployed;
  const returnsOnce = returnedByCreate(definitionOf(kind).outputs).length > 0;
  // Whoever finds it by itself notices what was lost with the response. A person who adopts it doesn't expect that.
  const isReplaced = returnsOnce && moment === "during" && !needsPerson;
  const taken = [
    ...(isStackLeft ? [steps.cancel] : []),
    // Made, and in no state: the next create meets the name.
    ...(needsPerson ? [steps.adopt] : []),
    ...(isReplaced && isStackLeft ? [steps.replace] : []),
    ...(isStackLeft ? [steps.refresh] : []),
  ];
  const isRepeated = isForgotten ? isSaved || isDeployed : moment === "during" && isSaved;
  return { outcome: outcomeOf(taken), needsPerson, times: isRepeated || isReplaced ? 2 : 1 };
}

/** What the CLI prints of the crash, for a person to know what happened; a killed one prints nothing. */
const printedAfter: Readonly<Record<Victim, RegExp>> = {
  "kill -9 of the CLI": /creating/,
  "kill -9 of the plugin": /error: error reading from server: EOF/,
  "kill -9 of the backend": /AP4002: .+ outcome unknown|AP3101: .+ no response/,
  "Ctrl-C": /error: update (?:canceled|failed)/,
};

// Every cell takes some runs of the CLI, on machines that may be busy with other things; two at once keep two cores busy.
vi.setConfig({ maxConcurrency: 2 });

type Cell = readonly [victim: Victim, moment: Moment, kind: KindName, door: DoorName];

/** The native provider dies like the dynamic one; test/engine/native/process.test.ts has more of that, without the CLI. */
const ofNative: Cell = ["kill -9 of the CLI", "during", "Container", "native"];
/** Each victim and each moment; no kind comes twice. */
const short: readonly Cell[] = [
  ofNative,
  ["kill -9 of the plugin", "during", "Application", "dynamic"],
  ["kill -9 of the backend", "before", "DeploymentTrigger", "dynamic"],
  ["Ctrl-C", "after", "Database", "dynamic"],
];

const all = victims.flatMap((victim) =>
  moments.flatMap((moment) => (requestedKinds ?? kindNames).map((kind): Cell => [victim, moment, kind, "dynamic"])),
);
/** For the kinds that are asked for, one victim at one moment; which ones changes from run to run. */
const picked = Math.floor(Math.random() * all.length);
const cells = requestedKinds !== undefined ? all.slice(picked, picked + 1) : isFull ? [...all, ofNative] : short;
const rows = cells.map(([victim, moment, kind, door]) => {
  const expected = expectationOf(victim, moment, kind);
  const provider = door === "native" ? "; native provider" : "";
  const title = `${victim}, ${moment} the call, ${kind}: ${expected.outcome}${provider}`;
  // A killed backend stays away until the run has given up.
  const stage = victim === "kill -9 of the backend" ? { door, isPlatformKilled: true, operationSeconds: 16 } : { door };
  return [title, { victim, moment, kind, stage, expected }] as const;
});

/** The cells that need a person, since what was created isn't in the state. */
const lost = rows.filter(([, { expected }]) => expected.needsPerson);

/** The crash of each cell, and what was needed after it. */
const outcomes: Outcome[] = [];
afterAll(() => printOutcomes("Crashes", outcomes));

describe.concurrent("pulumi up after a crash", () => {
  it.for(rows)(
    "ends in exactly what the program says: %s",
    async ([, { victim, moment, kind, stage, expected }], { onTestFinished }) => {
      const world = await openWorld(kind, stage);
      onTestFinished(world.close);
      const { scene, output, callsAfterwards } = await crash(world, victim, moment);
      expect(scene, output).toEqual({ isCarriedOut: moment !== "before", isInState: moment === "after" });
      expect(output).toMatch(printedAfter[victim]);
      expectReadable(output);

      const outcome = await recover(world);
      const times = world.timesCarriedOut();
      const isDeployedAgain = records[kind].createdTwice === "deployed again" && times > 1;
      outcomes.push([`${victim}, ${moment} the call`, isDeployedAgain ? `${outcome}; deployed twice` : outcome]);
      expect(expected).toMatchObject({ outcome, times });
      // Without an engine, whatever a plugin makes is an orphan.
      if (victim === "kill -9 of the CLI") expect(callsAfterwards).toBe(0);

      await expectConverged(world, outcome);
    },
  );
});

// The short form of this is in recovery.test.ts.
if (isFull && lost.length > 0)
  describe.concurrent('pulumi up after a crash with onExisting "adopt"', () => {
    it.for(lost)("needs nobody's help: %s", async ([, { victim, moment, kind, stage }], { onTestFinished }) => {
      const world = await openWorld(kind, stage);
      onTestFinished(world.close);
      await crash(world, victim, moment);
      world.project.use({ APP_PLATFORM_ON_EXISTING: "adopt" });
      const outcome = await recover(world);
      expect(outcome).not.toContain(steps.adopt);
      await expectConverged(world, outcome);
    });
  });
