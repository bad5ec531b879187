/** Crashes beside the matrix, after which a person has other ways out. */
import { describe, expect, it, vi } from "vitest";
import type { Platform } from "../../platform/support/platform.js";
import type { DoorName } from "../../support/frontend.js";
import { isFull } from "../../support/full.js";
import { expectConverged } from "./convergence.js";
import { crash, type Moment, type Victim } from "./crash.js";
import { openWorld } from "./crash-stage.js";
import { outcomeOf, recover, steps, succeed } from "./recovery.js";

vi.setConfig({ maxConcurrency: 2 });

async function addCredentials({ request, ids }: Platform): Promise<string> {
  const body = { name: "aws", type: "AWS_STATIC", access_key_id: "AKIDEXAMPLE", secret_access_key: "secret" };
  return String((await request("POST", `/organization/${ids.organization}/aws/credentials`, { body })).body.id);
}

const secondCtrlC = [
  ["during", "adopt", outcomeOf([steps.refresh])],
  ["during", "fail", outcomeOf([steps.adopt, steps.refresh])],
  ["before", "fail", outcomeOf([steps.refresh])],
] as const;

const killed: readonly (readonly [Victim, DoorName, string])[] = [
  ["kill -9 of the CLI", "dynamic", outcomeOf([steps.cancel, steps.refresh])],
  ["kill -9 of the CLI", "native", outcomeOf([steps.cancel, steps.refresh])],
  ["kill -9 of the plugin", "dynamic", outcomeOf([])],
  ["kill -9 of the plugin", "native", outcomeOf([])],
];

describe.concurrent("crash of pulumi up", () => {
  // Nothing is locked after it; of what was under way nobody knows.
  it.for(isFull ? secondCtrlC : secondCtrlC.slice(0, 1))(
    "needs the same recovery as a kill if it's a second Ctrl-C %s the call (onExisting %s): %s",
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
    "doesn't happen if the backend restarts %s the call: the run continues and creates once",
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

  it.for(isFull ? killed : killed.slice(1, 3))(
    "leaves a deploying cluster that the next run adopts and a destroy deletes: %s, %s provider",
    async ([victim, door, expected], { onTestFinished }) => {
      const args = async (platform: Platform) => {
        const id = await addCredentials(platform);
        const cloudProviderCredentials = { cloudProvider: "AWS", credentials: { id } };
        return { clusterId: undefined, acceptDefaults: undefined, name: "new", cloudProviderCredentials, deploy: true };
      };
      const mainCall = { method: "POST", path: /\/cluster\/[^/]+\/deploy$/ };
      const world = await openWorld("Cluster", { endpoints: "extended", door, args, mainCall });
      onTestFinished(world.close);
      await crash(world, victim, "during");
      const created = await world.made();
      const outcome = await recover(world);
      expect(outcome).toBe(expected);
      expect(await world.made()).toEqual(expect.arrayContaining(created));
      await expectConverged(world, outcome);
      await succeed(world.project, "destroy", "--yes", "--skip-preview");
      expect(await world.made()).toEqual([]);
    },
  );

  it("is followed by AP3004, and by no adoption, if somebody has created a resource with other values", async ({
    onTestFinished,
  }) => {
    const world = await openWorld("Database");
    onTestFinished(world.close);
    await crash(world, "kill -9 of the CLI", "before");
    const theirs = await world.createByHand({ name: "orders", type: "POSTGRESQL", version: "15", mode: "CONTAINER" });
    await succeed(world.project, "cancel", "--yes");
    const { code, output } = await world.project.start("up", "--yes", "--skip-preview").ended;
    expect(code).not.toBe(0);
    expect(output).toContain("AP3004");
    expect(output).toContain(theirs);
  });

  it("leaves a resource that ends pulumi up with AP3004 until somebody removes it, for a kind without a list", async ({
    onTestFinished,
  }) => {
    const world = await openWorld("TerraformService", { endpoints: "documented" });
    onTestFinished(world.close);
    await crash(world, "kill -9 of the plugin", "during");
    const [lost = ""] = await world.made();
    await expect(recover(world)).rejects.toThrow(
      /AP3004: Creating TerraformService "main" \(network\) failed[\s\S]+delete or rename the existing resource in the platform's console/,
    );
    await world.removeByHand(lost);
    const outcome = await recover(world);
    expect(outcome).toBe(outcomeOf([]));
    await expectConverged(world, outcome);
  });
});
