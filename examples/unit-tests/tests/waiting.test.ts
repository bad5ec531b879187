import { setTimeout as sleep } from "node:timers/promises";
import { startPlatform } from "app-platform-backend";
import { expect, it } from "vitest";
import { website } from "../website";
import { openStack } from "./stack";

// #region waiting
it("waits until the website is deployed", async () => {
  // Time stands still until the test advances it.
  const platform = await startPlatform({ endpoints: "extended", speed: "manual" });
  const { environment: environmentId, registries } = platform.ids;
  const { stack, remove } = await openStack(platform, async () => {
    const { release } = website({ environmentId, registryId: registries.DOCKER_HUB, tag: "1.27" });
    return { state: release.state };
  });

  let isFinished = false;
  const up = stack.up().finally(() => {
    isFinished = true;
  });
  const isWaiting = () =>
    platform.requests().some(({ operation, count }) => operation === "getEnvironmentStatus" && count > 2);
  while (!isWaiting()) await sleep(100);
  expect(isFinished).toBe(false);

  platform.advance(60);
  expect((await up).outputs.state?.value).toBe("DEPLOYED");
  await remove();
  await platform.close();
});
// #endregion waiting
