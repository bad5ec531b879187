/** Crashes beside the matrix, after which a person has other ways out. */
import { describe, expect, it, vi } from "vitest";
import { isFull } from "../../full.js";
import { expectConverged } from "./convergence.js";
import { crash, type Moment } from "./crash.js";
import { openWorld } from "./crash-stage.js";
import { outcomeOf, recover, steps } from "./recovery.js";

vi.setConfig({ maxConcurrency: 2 });

const secondCtrlC = [
  ["during", "adopt", outcomeOf([steps.refresh])],
  ["during", "fail", outcomeOf([steps.adopt, steps.refresh])],
  ["before", "fail", outcomeOf([steps.refresh])],
] as const;

describe.concurrent("a crash", () => {
  // Nothing is locked after it; of what was under way nobody knows.
  it.for(isFull ? secondCtrlC : secondCtrlC.slice(0, 1))(
    "by a second Ctrl-C, %s the call, is a kill, with app-platform:onExisting set to %s: %s",
    async ([moment, onExisting, outcome], { onTestFinished }) => {
      const world = await openWorld("Job");
      onTestFinished(world.close);
      const { output, callsAfterwards } = await crash(world, "Ctrl-C twice", moment);
      expect(output).toContain("terminating immediately may lead to orphaned resources");
      expect(callsAfterwards).toBe(0);
      world.project.use({ APP_PLATFORM_ON_EXISTING: onExisting });
      expect(await recover(world)).toBe(outcome);
      await expectConverged(world, outcome);
    },
  );

  it.for<Moment>(isFull ? ["before", "during"] : ["during"])(
    "of a backend that starts again is outlived by the run, %s the call",
    async (moment, { onTestFinished }) => {
      const world = await openWorld("Container", { isPlatformKilled: true });
      onTestFinished(world.close);
      const { output } = await crash(world, "kill -9 of the backend, which starts again", moment);
      expect(output).not.toContain("error:");
      expect(output).toMatch(/\+ \d+ created/);
      expect(world.timesCarriedOut()).toBe(1);
      await expectConverged(world, outcomeOf([]));
    },
  );

  it("that loses a kind which no endpoint lists leaves its name taken, until a person removes it", async ({
    onTestFinished,
  }) => {
    const world = await openWorld("TerraformService", { endpoints: "documented" });
    onTestFinished(world.close);
    await crash(world, "kill -9 of the plugin", "during");
    const [lost = ""] = await world.made();
    await expect(recover(world)).rejects.toThrow(
      /AP3004: Creating TerraformService "network" failed[\s\S]+delete or rename the existing resource in the platform's console/,
    );
    await world.removeByHand(lost);
    const outcome = await recover(world);
    expect(outcome).toBe(outcomeOf([]));
    await expectConverged(world, outcome);
  });
});
