/** Each victim and moment once, and each kind of recovery: test/engine/simulation crashes runs of all kinds, in virtual time. */
import { describe, expect, it, vi } from "vitest";
import type { KindName } from "../../engine/support/kind-names.js";
import type { FrontendName } from "../../support/frontend.js";
import { isFull } from "../../support/full.js";
import { expectReadable } from "../support/readable.js";
import { crash, type Moment, type Victim } from "./crash.js";
import { openWorld } from "./crash-stage.js";
import { expectConverged, outcomeOf, recover, steps } from "./recovery.js";

/** What the CLI prints of the crash, for a person to know what happened; a killed one prints nothing. */
const printedAfter: Readonly<Record<Victim, RegExp>> = {
  "kill -9 of the CLI": /creating/,
  "kill -9 of the plugin": /error: error reading from server: EOF/,
  "kill -9 of the backend": /AP4002: .+ outcome unknown|AP3101: .+ no response/,
  "Ctrl-C": /error: update (?:canceled|failed)/,
};

// Every cell takes some runs of the CLI, on machines that may be busy with other things; two at once keep two cores busy.
vi.setConfig({ maxConcurrency: 2 });

/** What recovers, and how often the platform then has carried out the call under test. */
type Cell = readonly [victim: Victim, moment: Moment, KindName, FrontendName, outcome: string, times: 1 | 2];

const alone = outcomeOf([]);
const cells: readonly Cell[] = [
  // Pulumi's state says what a killed CLI was creating. test/engine/native/process.test.ts has more of the native provider.
  ["kill -9 of the CLI", "during", "Container", "native", outcomeOf([steps.cancel, steps.refresh]), 1],
  // Made, and in no state: the next create meets the name.
  ["kill -9 of the plugin", "during", "Application", "dynamic", outcomeOf([steps.adopt]), 1],
  ["kill -9 of the backend", "before", "DeploymentTrigger", "dynamic", alone, 1],
  ["Ctrl-C", "after", "Database", "dynamic", alone, 1],
];
const more: readonly Cell[] = [
  // The plugin outlives a Ctrl-C, and looks up the outcome of its call.
  ["Ctrl-C", "during", "Job", "dynamic", alone, 1],
  ["kill -9 of the plugin", "during", "ArgoCdConfig", "dynamic", alone, 2],
  ["kill -9 of the plugin", "during", "DeploymentTrigger", "dynamic", alone, 2],
  ["kill -9 of the CLI", "during", "ApiToken", "dynamic", outcomeOf([steps.cancel, steps.replace, steps.refresh]), 2],
];

describe.concurrent("pulumi up after a crash", () => {
  it.for(isFull ? [...cells, ...more] : cells)(
    "ends in exactly what the program declares after %s %s the call (%s of the %s provider) and then %s",
    async ([victim, moment, kind, frontend, expected, times], { onTestFinished }) => {
      // A killed backend stays away until the run has given up.
      const killed = victim === "kill -9 of the backend" ? { isPlatformKilled: true, operationSeconds: 16 } : {};
      const world = await openWorld(kind, { frontend, ...killed });
      onTestFinished(world.close);
      const { scene, output, callsAfterwards } = await crash(world, victim, moment);
      expect(scene, output).toEqual({ isCarriedOut: moment !== "before", isInState: moment === "after" });
      expect(output).toMatch(printedAfter[victim]);
      expectReadable(output);
      // Without an engine, whatever a plugin makes is an orphan.
      if (victim === "kill -9 of the CLI") expect(callsAfterwards).toBe(0);

      const outcome = await recover(world);
      expect([outcome, world.timesCarriedOut()]).toEqual([expected, times]);
      await expectConverged(world, outcome);
    },
  );
});
