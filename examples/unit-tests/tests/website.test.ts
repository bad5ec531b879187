import { type LocalPlatform, startPlatform } from "app-platform-backend";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { website } from "../website";
import { openStack, type TestStack } from "./stack";

// #region start
let platform: LocalPlatform;
let opened: TestStack;
let tag = "1.27";

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
});
afterAll(() => platform.close());

beforeEach(async () => {
  platform.reset();
  opened = await openStack(platform, async () => {
    const { environment: environmentId, registries } = platform.ids;
    const { web, release } = website({ environmentId, registryId: registries.DOCKER_HUB, tag });
    return { containerId: web.id, state: release.state };
  });
});
afterEach(() => opened.remove());
// #endregion start

/** How many requests of an operation the platform has carried out. */
function carriedOut(operation: string): number {
  const entries = platform.requests().filter((entry) => entry.operation === operation);
  return entries.reduce((sum, { status, count }) => (status !== null && status < 300 ? sum + count : sum), 0);
}

// #region up
it("deploys the website, and deploys another version in place", async () => {
  tag = "1.27";
  const created = await opened.stack.up();
  expect(created.outputs.state?.value).toBe("DEPLOYED");

  tag = "1.28";
  const updated = await opened.stack.up();
  expect(updated.outputs.containerId).toEqual(created.outputs.containerId);
  expect(carriedOut("createContainer")).toBe(1);
  expect(carriedOut("deployServices")).toBe(2);
});
// #endregion up

// #region failure
it("says which service failed", async () => {
  // The local platform fails to deploy a tag that contains "deployment-error".
  tag = "1.28-deployment-error";
  await expect(opened.stack.up()).rejects.toThrow(/web.*DEPLOYMENT_ERROR/s);
});
// #endregion failure

// #region fault
it("creates the container once, even if the platform is busy and a response is lost", async () => {
  tag = "1.27";
  const creates = { match: { route: "createContainer" }, times: 1 } as const;
  platform.fault({ ...creates, fault: "503-retry-after", retryAfterSeconds: 0 });
  platform.fault({ ...creates, when: "after", fault: "reset" });
  await opened.stack.up();
  expect(carriedOut("createContainer")).toBe(1);
});
// #endregion fault
