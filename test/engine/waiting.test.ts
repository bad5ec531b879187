import { setTimeout as pause } from "node:timers/promises";
import { Database, DeploymentTrigger, type DeploymentTriggerArgs, Job } from "pulumi-app-platform";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform/platform.js";
import { forgetful } from "./forgetful.js";
import { forgetRequests, requests } from "./journal.js";
import { isEngineHere, openStack } from "./stack.js";
import type { TestStack } from "./test-stack.js";

const deploy = "POST /environment/{environmentId}/service/deploy 202";
const refusedDeploy = "POST /environment/{environmentId}/service/deploy 409";
const status = "GET /environment/{environmentId}/status 200";

let platform: Platform;
let stack: TestStack;

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended", speed: "manual" });
  stack = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});
beforeEach(() => forgetRequests(platform));

const advance = (seconds: number) => platform.request("POST", "/_local/clock", { body: { advanceSeconds: seconds } });

/** Resolves when the platform was asked so often: the update is then known to wait. */
async function untilAsked(request: string, times: number): Promise<void> {
  while (((await requests(platform))[request] ?? 0) < times) await pause(50);
}

const program =
  (wish: Partial<DeploymentTriggerArgs> = {}) =>
  () => {
    const environmentId = platform.ids.environment;
    const db = new Database("db", { environmentId, type: "MYSQL", version: "8.4", mode: "CONTAINER" });
    const release = new DeploymentTrigger("release", { environmentId, services: [db], ...wish });
    return { state: release.state };
  };

const stateOnPlatform = async () =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/status`)).body.state;

describe("a trigger that waits until everything is deployed", () => {
  test("polls until then, and shows each state once", async () => {
    const up = stack.run("up", program());
    await untilAsked(status, 1);
    await advance(1);
    await untilAsked(status, 4);
    await advance(3);
    const { output, outputs } = await up;
    expect(outputs.state).toBe("DEPLOYED");
    // The CLI prints each line as it happens, and once more in its closing summary.
    const times = isEngineHere ? 1 : 2;
    for (const state of ["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"]) {
      expect(output.match(new RegExp(`"release": ${state} \\(\\d+ s\\)$`, "gm")), state).toHaveLength(times);
    }
    expect((await requests(platform))[deploy]).toBe(1);
  });

  test("fails at once when a service fails, naming it, its state and what to look at; the next up deploys again", async () => {
    const { id } = await stack.resource("db");
    const rules = [{ service: id, state: "DEPLOYMENT_ERROR", times: 1 }];
    await platform.request("PUT", "/_local/deployment-failures", { body: { rules } });
    const failing = stack.fails("up", program({ triggers: ["failing"] }));
    await untilAsked(status, 1);
    await advance(60);
    const output = await failing;
    expect(output).toContain("AP5004");
    expect(output).toContain('DeploymentTrigger "release": the deployment ended in DEPLOYMENT_ERROR');
    expect(output).toContain(`Database "db" (id ${id}) is DEPLOYMENT_ERROR`);
    expect(output).not.toContain(`(id ${platform.ids.environment})`);
    expect(output).toContain("log");
    await forgetRequests(platform);
    const again = stack.run("up", program({ triggers: ["failing"] }));
    await untilAsked(deploy, 1);
    await untilAsked(status, 2);
    await advance(60);
    expect((await again).outputs.state).toBe("DEPLOYED");
    expect((await requests(platform))[deploy]).toBe(1);
  });

  test("fails when its time is up, never succeeds; the next up continues waiting and does not deploy again", async () => {
    const slow = { triggers: ["slow"], timeoutSeconds: 1 };
    const output = await stack.fails("up", program(slow));
    expect(output).toContain("AP5005");
    expect(output).toContain("it has not ended after 1 s");
    await forgetRequests(platform);
    const again = stack.run("up", program({ ...slow, timeoutSeconds: 60 }));
    await untilAsked(status, 1);
    await advance(60);
    const { output: told, outputs } = await again;
    expect(outputs.state).toBe("DEPLOYED");
    expect(told).toContain("the deployment that was requested before is still running; waiting for it");
    expect((await requests(platform))[deploy]).toBeUndefined();
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
  });

  test("is not misled by a first poll that still sees the deployment from before", async () => {
    const request = async () => (await stack.resource("release")).outputs.deploymentRequestId;
    const asked = await request();
    const before = await forgetful(platform, 2);
    const up = stack.run("up", program({ triggers: ["forgetful"] }), { env: { APP_PLATFORM_BASE_URL: before.url } });
    await untilAsked(status, 2);
    await advance(60);
    const { outputs } = await up;
    await before.stop();
    // How often it is told the old state depends on when its services are deployed, by which it judges too.
    expect(before.told()[0]).toBe("DEPLOYED");
    expect(outputs.state).toBe("DEPLOYED");
    expect(await request()).not.toBe(asked);
  });

  test("waits its turn while another deployment of the environment runs", async () => {
    const body = { databases: [(await stack.resource("db")).id] };
    await platform.request("POST", `/environment/${platform.ids.environment}/service/deploy`, { body });
    await forgetRequests(platform);
    const up = stack.run("up", program({ triggers: ["turn"] }));
    await untilAsked(refusedDeploy, 2);
    await advance(60);
    await untilAsked(deploy, 1);
    await untilAsked(status, 1);
    await advance(60);
    const { output, outputs } = await up;
    expect(output).toContain("another deployment of the environment is running; waiting up to 600 s for it to end");
    expect(output).not.toContain("warning:");
    expect(outputs.state).toBe("DEPLOYED");
  });

  test("gives up its turn when its time is up, and says so", async () => {
    const body = { databases: [(await stack.resource("db")).id] };
    await platform.request("POST", `/environment/${platform.ids.environment}/service/deploy`, { body });
    const output = await stack.fails("up", program({ triggers: ["busy"], timeoutSeconds: 1 }));
    expect(output).toContain("AP5001");
    await advance(60);
  });
});

describe("a trigger that cancels on destroy", () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  });
  afterAll(() => stack.close());

  const withJob = (forceCancel: boolean) => () => {
    const environmentId = platform.ids.environment;
    const image = { registryId: platform.ids.registries.GENERIC_CR, imageName: "acme/migrate", tag: "1" };
    const job = new Job(
      "job",
      {
        environmentId,
        healthchecks: {},
        source: { image },
        schedule: { onStart: { entrypoint: "/migrate" } },
      },
      { retainOnDelete: true },
    );
    new DeploymentTrigger("release", {
      environmentId,
      services: [job],
      waitFor: "requested",
      cancelOnDestroy: true,
      forceCancel,
    });
    return {};
  };

  test.each([
    [true, "CANCELED"],
    [false, "DEPLOYED"],
  ])("ends what runs, a lifecycle job where forceCancel is %s: it ends %s", async (forceCancel, end) => {
    await stack.run("up", withJob(forceCancel));
    const { id } = await stack.resource("job");
    // Queued for a second, deployed for three: then the job runs.
    await advance(5);
    await forgetRequests(platform);
    await stack.run("destroy");
    expect(await requests(platform)).toMatchObject({ "POST /environment/{environmentId}/cancelDeployment 202": 1 });
    await advance(60);
    const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/statuses`);
    expect(body.jobs.find((job: { id: string }) => job.id === id).state).toBe(end);
    await platform.request("DELETE", `/job/${id}`);
    await advance(60);
  });

  test("is destroyed as well where nothing runs any more", async () => {
    await stack.run("up", withJob(true));
    await advance(60);
    await forgetRequests(platform);
    await stack.run("destroy");
    // Nothing of its own runs, so there is nothing to cancel.
    expect(await requests(platform)).toEqual({ "GET /environment/{environmentId}/status 200": 1 });
    expect(await stack.resources()).toEqual([]);
    expect(await stateOnPlatform()).not.toBe("CANCELING");
  });
});
