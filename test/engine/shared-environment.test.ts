/** Triggers of several stacks in one environment of a real platform: each is judged by the services that it deployed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Values } from "../../provider/schema/json.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { failureOf, lifecycle } from "../unit/pretend-platform.js";

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended", speed: 10 });
});
afterAll(() => platform.stop());

const environment = () => `/environment/${platform.ids.environment}`;
/** The provider in the process of one stack. */
const stack = () =>
  lifecycle("DeploymentTrigger", platform.url, {
    endpoints: "extended",
    environment: { APP_PLATFORM_TOKEN: platform.tokens.admin },
  });

let count = 0;
async function container(): Promise<Values> {
  const image = { registry_id: platform.ids.registries.DOCKER_HUB, image_name: "nginx", tag: "1.0" };
  const body = { name: `web-${++count}`, ...image, healthchecks: {} };
  const { id, name } = (await platform.request("POST", `${environment()}/container`, { body })).body;
  return { kind: "Container", id, name, imageTag: "1.0" };
}

const argsOf = (service: Values, more: Values = {}): Values => ({
  environmentId: platform.ids.environment,
  services: [service],
  timeoutSeconds: 60,
  ...more,
});

async function statusOf(id: unknown) {
  const { body } = await platform.request("GET", `${environment()}/statuses`);
  return body.containers.find((each: { id: string }) => each.id === id);
}

test.each([1, 2, 3])(
  "three stacks deploy at the same time, and each update succeeds (round %i)",
  async () => {
    const services = await Promise.all([container(), container(), container()]);
    const results = await Promise.all(services.map((service) => stack().create(argsOf(service))));
    for (const [index, { outs }] of results.entries()) {
      const { state, deployment_request_id } = await statusOf(services[index]?.id);
      expect(state).toBe("DEPLOYED");
      expect(outs).toMatchObject({
        state: "DEPLOYED",
        __rollout: { outcome: "succeeded", request: deployment_request_id },
      });
    }
  },
  120_000,
);

test("a failure of one stack's service fails that stack's update alone, and names that service alone", async () => {
  const [failing, healthy] = [await container(), await container()];
  const rules = [{ service: failing.id, state: "DEPLOYMENT_ERROR", times: 1 }];
  await platform.request("PUT", "/_local/deployment-failures", { body: { rules } });
  const [failure, success] = await Promise.all([
    failureOf(stack().create(argsOf(failing))),
    stack().create(argsOf(healthy)),
  ]);
  expect(failure.message).toContain(`Container "${failing.name}" (id ${failing.id}) is DEPLOYMENT_ERROR`);
  expect(failure.message).not.toContain(String(healthy.id));
  expect(success.outs).toMatchObject({ state: "DEPLOYED" });
});

test("a trigger of the whole environment also deploys what was never deployed", async () => {
  const fresh = await container();
  const { outs } = await stack().create({ environmentId: platform.ids.environment, wholeEnvironment: true });
  expect(outs).toMatchObject({ state: "DEPLOYED" });
  expect(await statusOf(fresh.id)).toMatchObject({ state: "DEPLOYED", service_deployment_status: "UP_TO_DATE" });
});

test("a renamed trigger that cancels on destroy leaves the deployment of the new one alone", async () => {
  const service = await container();
  const release = stack();
  const cancels = argsOf(service, { cancelOnDestroy: true, waitFor: "requested" });
  const old = await release.create({ ...cancels, __resourceName: "old" });
  // The next run, in another process.
  const next = stack();
  await next.create({ ...cancels, timeoutSeconds: 60, __resourceName: "new" });
  await next.delete(old.id, old.outs as Values);
  await expect.poll(async () => (await statusOf(service.id)).state).toBe("DEPLOYED");
});

test("a stop while a deployment runs waits for its end, and then stops the workloads", async () => {
  const service = await container();
  const release = stack();
  const { id, outs } = await release.create(argsOf(service, { stopOnDestroy: true, waitFor: "requested" }));
  await release.delete(id, { ...(outs as Values), environmentId: platform.ids.environment });
  await expect.poll(async () => (await statusOf(service.id)).state).toBe("STOPPED");
});
