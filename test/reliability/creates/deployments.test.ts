/** Deployments whose answer is lost, where the endpoints tell how the environment's deployment stands. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Values } from "../../../provider/values.js";
import { type Platform as Backend, startPlatform } from "../../platform.js";
import { container, madeByHand } from "../faults/endpoints.js";
import { faults } from "../faults/faults.js";
import { providerAt } from "../faults/provider.js";
import { truthOf } from "../faults/truth.js";

let backend: Backend;
beforeAll(async () => {
  backend = await startPlatform({ endpoints: "extended", speed: "manual" });
});
afterAll(async () => {
  expect(await backend.stop()).toBe(0);
});
let web = "";
beforeEach(async () => {
  await backend.request("POST", "/_local/reset");
  web = (await madeByHand(backend, container, "web")).id;
});

const provider = () =>
  providerAt({ url: backend.url, token: backend.tokens.admin, endpoints: "extended", requestSeconds: 0.5 });
const meet = (rule: object) => backend.request("PUT", "/_local/faults", { body: { rules: [rule] } });
const seen = async () => (await backend.request("GET", "/_local/faults")).body.rules[0].seen as number;
const environment = () => `/environment/${backend.ids.environment}`;
const deployByHand = (id: string) =>
  backend.request("POST", `${environment()}/service/deploy`, { body: { containers: [{ id, image_tag: "1.0" }] } });
const endDeployments = () => backend.request("POST", "/_local/clock", { body: { advanceSeconds: 600 } });
const lastDeploymentOf = async (id: string) => {
  const { body } = await backend.request("GET", `${environment()}/statuses`);
  return body.containers.find((each: { id: string }) => each.id === id).last_deployment_id as string | null;
};

const lost = faults.flatMap(({ name, cause }) =>
  typeof cause === "object" && cause.when === "after" ? [{ name, fault: cause.fault }] : [],
);

/** Loses the answer of the call that the arguments make: one deployment more is there, and the state has it. */
async function expectFound(route: string, fault: string, args: Values): Promise<void> {
  const before = (await truthOf(backend)).deployments.length;
  await meet({ match: { route }, fault, when: "after" });
  const { state } = await provider()
    .of("DeploymentTrigger")
    .create({ environmentId: backend.ids.environment, ...args });
  const { deployments, requests } = await truthOf(backend);
  const last = deployments.at(-1)?.id;
  expect(deployments).toHaveLength(before + 1);
  expect(requests(route).done).toBe(1);
  expect(await lastDeploymentOf(web)).toBe(last);
  // An empty answer says nothing, and is no loss.
  expect(state.lastDeploymentId).toBe(fault === "empty-body" ? undefined : last);
}

it.each(lost)("a deployment whose answer is lost ($name) is found, and not asked for again", ({ fault }) =>
  expectFound("deployServices", fault, { containers: [{ id: web, imageTag: "1.28" }] }),
);

it.each(["reset", "no-answer", "502-html"])("so is one of a whole environment (%s)", async (fault) => {
  await deployByHand(web);
  await endDeployments();
  // One that began just before could be this one: platforms tell whole seconds.
  await pause(2_100);
  await expectFound("redeployEnvironment", fault, { wholeEnvironment: true });
});

it("a deployment that somebody else began meanwhile is not taken for one whose answer was lost: it is waited for", async () => {
  const other = (await madeByHand(backend, container, "other")).id;
  await meet({ match: { route: "deployServices", nth: 1 }, fault: "no-answer" });
  const creating = provider()
    .of("DeploymentTrigger")
    .create({
      environmentId: backend.ids.environment,
      containers: [{ id: web, imageTag: "1.28" }],
      timeoutSeconds: 20,
    });
  await expect.poll(seen).toBe(1);
  expect((await deployByHand(other)).status).toBe(202);
  // The provider has met it by its conflict.
  await expect.poll(seen, { timeout: 10_000 }).toBeGreaterThan(2);
  await endDeployments();
  const { state } = await creating;
  expect((await truthOf(backend)).deployments).toHaveLength(2);
  expect(await lastDeploymentOf(web)).toBe(state.lastDeploymentId);
  expect(await lastDeploymentOf(other)).not.toBe(state.lastDeploymentId);
});
