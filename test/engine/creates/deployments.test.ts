/** Deployments whose response is lost, where the endpoints tell how the environment's deployment stands. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { isFull, sample } from "../../full.js";
import type { Platform as Backend } from "../../platform/platform.js";
import type { Values } from "../../provider.js";
import { contentOf } from "../faults/backend-content.js";
import { openedBackends } from "../faults/backends.js";
import { container, madeByHand } from "../faults/endpoints.js";
import { faults } from "../faults/faults.js";
import { providerAt } from "../faults/provider.js";

const backends = openedBackends(4, { endpoints: "extended", speed: "manual" });

/** An environment with a container in it, and what a test does there. */
async function stageOn(backend: Backend) {
  const { request, ids } = backend;
  const environment = `/environment/${ids.environment}`;
  const provider = providerAt({
    url: backend.url,
    token: backend.tokens.admin,
    endpoints: "extended",
    requestSeconds: 0.5,
  });
  return {
    backend,
    web: (await madeByHand(backend, container, "web")).id,
    create: (args: Values) =>
      provider.of("DeploymentTrigger").create({ environmentId: ids.environment, waitFor: "requested", ...args }),
    meet: (rule: object) => request("PUT", "/_local/faults", { body: { rules: [rule] } }),
    seen: async () => (await request("GET", "/_local/faults")).body.rules[0].seen as number,
    deployByHand: (id: string) =>
      request("POST", `${environment}/service/deploy`, { body: { containers: [{ id, image_tag: "1.0" }] } }),
    endDeployments: () => request("POST", "/_local/clock", { body: { advanceSeconds: 600 } }),
    async lastDeploymentOf(id: string): Promise<string | null> {
      const { body } = await request("GET", `${environment}/statuses`);
      return body.containers.find((each: { id: string }) => each.id === id).execution_id ?? null;
    },
  };
}
type Stage = Awaited<ReturnType<typeof stageOn>>;

const onStage = (play: (stage: Stage) => Promise<void>) =>
  backends.borrow(async (backend) => play(await stageOn(backend)));

const lost = faults.flatMap(({ name, cause }) =>
  typeof cause === "object" && cause.when === "after" ? [{ name, fault: cause.fault }] : [],
);

/** Loses the response of the call that the arguments make: one deployment more is there, and the state has it. */
async function expectFound({ backend, ...stage }: Stage, route: string, fault: string, args: Values): Promise<void> {
  const before = (await contentOf(backend)).deployments.length;
  await stage.meet({ match: { route }, fault, when: "after" });
  const { outputs } = await stage.create(args);
  const { deployments, requests } = await contentOf(backend);
  const last = deployments.at(-1)?.id;
  expect(deployments).toHaveLength(before + 1);
  expect(requests(route).done).toBe(1);
  expect(await stage.lastDeploymentOf(stage.web)).toBe(last);
  // An empty answer says nothing, and isn't a loss.
  expect(outputs.lastDeploymentId ?? undefined).toBe(fault === "empty-body" ? undefined : last);
}

describe.concurrent("a deployment", () => {
  it.each(sample(lost, 0, 2))("whose response is lost ($name) is found, and not asked for again", ({ fault }) =>
    onStage((stage) =>
      expectFound(stage, "deployServices", fault, { containers: [{ id: stage.web, imageTag: "1.28" }] }),
    ),
  );

  it.each(["reset", "no-answer", "502-html"].slice(0, isFull ? 3 : 1))(
    "of a whole environment is found as well (%s)",
    (fault) =>
      onStage(async (stage) => {
        await stage.deployByHand(stage.web);
        await stage.endDeployments();
        // One that began just before could be this one: platforms tell whole seconds.
        await pause(2_100);
        await expectFound(stage, "redeployEnvironment", fault, { wholeEnvironment: true });
      }),
  );

  it("that somebody else began meanwhile isn't treated as one whose response was lost: the trigger waits for it", () =>
    onStage(async ({ backend, web, ...stage }) => {
      const other = (await madeByHand(backend, container, "other")).id;
      await stage.meet({ match: { route: "deployServices", nth: 1 }, fault: "no-answer" });
      const creating = stage.create({ containers: [{ id: web, imageTag: "1.28" }], timeoutSeconds: 20 });
      await vi.waitFor(async () => expect(await stage.seen()).toBe(1), 120_000);
      expect((await stage.deployByHand(other)).status).toBe(202);
      // The provider has met it by its conflict.
      await vi.waitFor(async () => expect(await stage.seen()).toBeGreaterThan(2), 120_000);
      await stage.endDeployments();
      const { outputs } = await creating;
      expect((await contentOf(backend)).deployments).toHaveLength(2);
      expect(await stage.lastDeploymentOf(web)).toBe(outputs.lastDeploymentId);
      expect(await stage.lastDeploymentOf(other)).not.toBe(outputs.lastDeploymentId);
    }));
});
