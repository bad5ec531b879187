/** Crashes after which a person has other ways out. */
import { describe, expect, it, vi } from "vitest";
import type { Platform } from "../../platform/support/platform.js";
import type { FrontendName } from "../../support/frontend.js";
import { crash, type Victim } from "./crash.js";
import { openWorld } from "./crash-stage.js";
import { expectConverged, outcomeOf, recover, steps, succeed } from "./recovery.js";

vi.setConfig({ maxConcurrency: 2 });

async function addCredentials({ request, ids }: Platform): Promise<string> {
  const body = { name: "aws", type: "AWS_STATIC", access_key_id: "AKIDEXAMPLE", secret_access_key: "secret" };
  return String((await request("POST", `/organization/${ids.organization}/aws/credentials`, { body })).body.id);
}

const killed: readonly (readonly [Victim, FrontendName, string])[] = [
  ["kill -9 of the CLI", "native", outcomeOf([steps.cancel, steps.refresh])],
  ["kill -9 of the plugin", "dynamic", outcomeOf([])],
];

describe.concurrent("pulumi up that is cut off during a create", () => {
  // Nothing is locked after it.
  it("needs a refresh after a second Ctrl-C, and the next run adopts what was created", async ({ onTestFinished }) => {
    const world = await openWorld("Job");
    onTestFinished(world.close);
    const { output, callsAfterwards } = await crash(world, "Ctrl-C twice", "during");
    expect(output).toContain("terminating immediately may lead to orphaned resources");
    expect(callsAfterwards).toBe(0);
    const outcome = await recover(world);
    expect(outcome).toBe(outcomeOf([steps.refresh]));
    await expectConverged(world, outcome);
  });

  it("continues, and creates once, if the platform restarts meanwhile", async ({ onTestFinished }) => {
    const world = await openWorld("Container", { isPlatformKilled: true });
    onTestFinished(world.close);
    const { output } = await crash(world, "kill -9 of the backend, which starts again", "during");
    expect(output).not.toContain("error:");
    expect(output).toMatch(/\+ \d+ created/);
    expect(world.timesCarriedOut()).toBe(1);
    await expectConverged(world, outcomeOf([]));
  });

  it('leaves no state if Pulumi skips checkpoints, and the next run adopts everything with onExisting "adopt"', async ({
    onTestFinished,
  }) => {
    const world = await openWorld("Container");
    onTestFinished(world.close);
    const skipping = { PULUMI_EXPERIMENTAL: "1", PULUMI_SKIP_CHECKPOINTS: "true" };
    world.project.use({ ...skipping, APP_PLATFORM_ON_EXISTING: "adopt" });
    const { scene } = await crash(world, "kill -9 of the CLI", "after");
    expect(scene).toEqual({ isCarriedOut: true, isInState: false });
    const outcome = await recover(world);
    expect(outcome).toBe(outcomeOf([steps.cancel]));
    await expectConverged(world, outcome);
  });

  it.for(killed)(
    "leaves a cluster that the next run adopts and a destroy deletes: %s, %s provider",
    async ([victim, frontend, expected], { onTestFinished }) => {
      const args = async (platform: Platform) => {
        const id = await addCredentials(platform);
        const cloudProviderCredentials = { cloudProvider: "AWS", credentials: { id } };
        return { clusterId: undefined, acceptDefaults: undefined, name: "new", cloudProviderCredentials, deploy: true };
      };
      const mainCall = { method: "POST", path: /\/cluster\/[^/]+\/deploy$/ };
      const world = await openWorld("Cluster", { endpoints: "extended", frontend, args, mainCall });
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

  it("fails the next up with AP3004 if somebody has created a resource with other values", async ({
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

  it("fails the next up with AP3004 until the resource is deleted, for a kind without a list", async ({
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
