/** What a plugin process does when the engine cancels an operation, as after a SIGTERM that only the CLI gets. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { opened } from "../platform/support/opened.js";
import { frontends } from "../support/frontend.js";
import { forgetRequests, requests } from "./support/journal.js";
import { startCreate } from "./support/plugin-process.js";

const { platform, create, send, inEnvironment, deployToTheEnd } = opened({
  ...{ endpoints: "extended", speed: "manual", isFresh: true },
});
beforeEach(() => forgetRequests(platform));

const seen = async (request: string) => {
  while ((await requests(platform))[request] === undefined) await sleep(5);
};
const canceled = "AP4003: Interrupted: the operation was canceled";

it.each(frontends)(
  "DeploymentTrigger (%s provider) stops waiting with AP4003 if its operation is canceled",
  async (frontend) => {
    const { id } = await create("container", { name: `waits-${frontend}` });
    const containers = [{ id, imageTag: "1.0" }];
    const args = { environmentId: platform.ids.environment, containers, timeoutSeconds: 3600 };
    const { failed, cancel } = await startCreate(frontend, "DeploymentTrigger", args, platform);
    await seen("POST /environment/{environmentId}/service/deploy 202");
    await cancel();
    expect((await failed).message).toContain(canceled);
  },
);

it.each(frontends)(
  "StoppedEnvironment (%s provider) stops waiting with AP4003 if its operation is canceled",
  async (frontend) => {
    const { id } = await create("container", { name: `runs-${frontend}` });
    await deployToTheEnd({ containers: [{ id, image_tag: "1.0" }] });
    const args = { environmentId: platform.ids.environment, timeoutSeconds: 3600 };
    const { failed, cancel } = await startCreate(frontend, "StoppedEnvironment", args, platform);
    await seen("POST /environment/{environmentId}/stop 202");
    await cancel();
    expect((await failed).message).toContain(canceled);
    // What was requested continues on the platform.
    expect((await send("POST", inEnvironment("stop"))).status).toBe(409);
  },
);
