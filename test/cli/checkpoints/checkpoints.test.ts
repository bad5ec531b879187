/** Runs that skip checkpoints, killed at random moments: the next ones find on the platform what no state knows. */
import { afterAll, describe, it, vi } from "vitest";
import type { EndpointSet } from "../../engine/support/outcome.js";
import { kindNames, recordOf } from "../../kinds/index.js";
import { startPlatform } from "../../platform/support/platform.js";
import { chanceOf } from "../../support/chance.js";
import { isFull } from "../../support/full.js";
import { type Outcome, printOutcomes } from "../../support/outcomes.js";
import { oneSeed, toRepeat } from "../../support/seeds.js";
import { openGate } from "../crashes/gate.js";
import { openProject } from "../crashes/project.js";
import { contentOf } from "./expected-content.js";
import { runHistory, type World } from "./history.js";

vi.setConfig({ maxConcurrency: 2 });

const size = isFull ? 300 : 22;
const rounds = isFull ? 5 : 1;
/** With the extended endpoints, `pulumi destroy` deletes, and can be killed while it does. */
const sets: readonly EndpointSet[] = isFull ? ["documented", "extended"] : ["extended"];

const outcomes: Outcome[] = [];
afterAll(() => printOutcomes(`Kills while Pulumi skips checkpoints, programs of ${size} resources`, outcomes));

async function openWorld(set: EndpointSet): Promise<World> {
  const platform = await startPlatform({ endpoints: set });
  for (const kind of kindNames) await recordOf(kind).prepare?.(platform);
  const { services: existing } = await contentOf(platform);
  const gate = await openGate(platform.url);
  const project = await openProject(__dirname);
  project.use({
    APP_PLATFORM_BASE_URL: gate.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: set,
    APP_PLATFORM_ON_EXISTING: "adopt",
    PULUMI_EXPERIMENTAL: "1",
    PULUMI_SKIP_CHECKPOINTS: "true",
  });
  return {
    set,
    platform,
    existing,
    gate,
    project,
    async close() {
      await project.close();
      await gate.shut();
      await platform.stop();
    },
  };
}

const histories = sets.flatMap((set) => Array.from({ length: rounds }, (_, round) => [set, round] as const));

describe.concurrent("killed runs that skip checkpoints", () => {
  it.for(histories)(
    "end in exactly what the program says (%s endpoints, history %i)",
    async ([set, round], { onTestFinished, onTestFailed }) => {
      onTestFailed(() => console.error(toRepeat(oneSeed)));
      const world = await openWorld(set);
      onTestFinished(world.close);
      const ended = await runHistory(world, { size, chance: chanceOf(oneSeed + round), isShort: !isFull });
      for (const { phase, outcome } of ended) outcomes.push([`${set} endpoints, killed during ${phase}`, outcome]);
    },
  );
});
