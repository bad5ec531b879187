/** A replica that is behind describes the last deployment for a while: that is never the one that was just requested. */
import { describe, expect, it } from "vitest";
import { ids } from "../kinds/shared/ids.js";
import type { Value, Values } from "../provider.js";
import { quickClock } from "../steady-clock.js";
import {
  began,
  containers,
  deployedBefore,
  deployLine,
  earlier,
  environment,
  later,
  releaseWithin,
  requestOf,
  service,
  status,
  statusesLine,
  statusLine,
  triggerOn,
  web,
} from "./pretend-deployments.js";
import { type Answer, type Circumstances, failureOf, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const args = releaseWithin(60);
const trigger = (circumstances: Circumstances = {}) => triggerOn(platform, circumstances);

/** How long the replica is behind, in milliseconds. */
const behind = 5_000;

/** Gives `before` for as long as the replica is behind, and then `after`, one by one. */
function replica<T>(before: T, ...after: readonly T[]): () => T {
  const end = quickClock.elapsed() + behind;
  let count = 0;
  return () => {
    if (quickClock.elapsed() < end) return before;
    count += 1;
    return after[Math.min(count, after.length) - 1] as T;
  };
}

/** The same as a response. */
function statuses(...given: [before: Values, ...after: Values[]]): Answer {
  const next = replica(...given);
  return () => [200, next()];
}

/** A status that tells neither IDs nor times. */
const bare = (state: string): Values => ({ id: environment, state, last_deployment_state: state });

describe("a deployment whose request and statuses a replica answers with the last one", () => {
  const old = status(0, "DEPLOYED", earlier);

  it.each<[state: string, outcome: string]>([
    ["DEPLOYED", "succeeded"],
    ["DEPLOYMENT_ERROR", "failed"],
  ])("ends as it really ends: %s", async (state, outcome) => {
    platform
      .on(deployLine, [202, old])
      .on(statusLine, statuses(old, status(1, "DEPLOYING"), status(1, state)))
      .on(statusesLine, containers(service(ids.container, 1, state)));
    const cycle = trigger();
    const outputs = await cycle.create(args).then(
      ({ outputs }) => outputs,
      (error) => error.properties as Values,
    );
    expect(outputs).toMatchObject({ __rollout: { outcome } });
    expect(cycle.told.map((text) => text.replace(/ \(\d+ s\)$/, ""))).toEqual([
      'DeploymentTrigger "release": DEPLOYING',
      // The error says how it failed.
      ...(outcome === "failed" ? [] : [`DeploymentTrigger "release": ${state}`]),
    ]);
    expect(platform.lines().filter((line) => line === deployLine)).toHaveLength(1);
  });

  it("is known by its own request afterwards", async () => {
    platform.on(deployLine, [202, old]).on(statusLine, statuses(old, status(1, "DEPLOYED")));
    const { outputs } = await trigger().create(args);
    expect(outputs.__rollout).toMatchObject({ request: requestOf(1), deployment: "deployment-1", date: began });
  });

  it("is not mistaken for a later one where only the statuses of the services are outdated", async () => {
    // The response has the new request, and still the date of the last deployment.
    const response = { ...status(1, "DEPLOYMENT_QUEUED"), last_deployment_date: earlier };
    const own = replica(service(ids.container, 0, "DEPLOYED", earlier), service(ids.container, 1, "DEPLOYMENT_ERROR"));
    platform
      .on(deployLine, [202, response])
      .on(statusLine, statuses(old, status(1, "DEPLOYMENT_ERROR")))
      .on(statusesLine, () => containers(own()));
    const failure = await failureOf(trigger().create(args));
    expect(failure.message).toContain("the deployment ended in DEPLOYMENT_ERROR");
  });

  it("is not confused with the one that the state has, even if the status before is another one", async () => {
    const state: Values = {
      ...args,
      state: "DEPLOYED",
      __managed: "environmentId,services",
      __rollout: { outcome: "succeeded", request: requestOf(1), deployment: "deployment-1", date: began },
    };
    const own = status(1, "DEPLOYED");
    platform
      .on(deployLine, [202, own])
      .on(statusLine, [200, status(2, "DEPLOYED", later)], statuses(own, status(3, "DEPLOYMENT_ERROR", later)))
      .on(statusesLine, containers(service(ids.container, 3, "DEPLOYMENT_ERROR", later)));
    const news = { ...args, services: [{ ...web, imageTag: "1.28" }] };
    const failure = await failureOf(trigger().update(environment, state, news));
    expect(failure.message).toContain("the deployment ended in DEPLOYMENT_ERROR");
  });
});

describe("a platform that tells neither IDs nor times of deployments", () => {
  it.each<[state: string, code: string | undefined]>([
    ["DEPLOYED", undefined],
    ["DEPLOYMENT_ERROR", "AP5004"],
  ])("is looked at until the state changes: %s", async (state, code) => {
    platform
      .on(deployLine, [202, bare("DEPLOYED")])
      .on(statusLine, statuses(bare("DEPLOYED"), bare("DEPLOYING"), bare(state)))
      .on(statusesLine, containers({ id: ids.container, state } as Value));
    const ended = await trigger()
      .create(args)
      .then(
        () => undefined,
        ({ reasons: [told] }) => told.slice(0, 6),
      );
    expect(ended).toBe(code);
  });

  it("is believed after 15 seconds in which it shows one final state", async () => {
    platform.on(deployLine, [202, bare("QUEUED")]).on(statusLine, [200, bare("DEPLOYED")]);
    const start = quickClock.elapsed();
    await trigger().create(args);
    expect(quickClock.elapsed() - start).toBeGreaterThan(15_000);
  });
});

describe("the outputs of a deployment that is not waited for", () => {
  const requested: Values = { ...args, waitFor: "requested" };

  it.each<[what: string, before: Answer, response: Values, shown: Values]>([
    ["the new one's, where the response describes that", deployedBefore, status(1, "QUEUED"), { state: "QUEUED" }],
    ["empty, where it repeats the last one", deployedBefore, status(0, "DEPLOYED", earlier), {}],
    ["empty, where it repeats one that ended before", [200, bare("READY")], status(0, "DEPLOYED", earlier), {}],
  ])("are %s", async (_, before, response, shown) => {
    platform.on(deployLine, [202, response]).on(statusLine, before);
    const { outputs } = await trigger().create(requested);
    const { state, lastDeploymentId } = outputs;
    expect({ state, lastDeploymentId }).toEqual({
      state: shown.state,
      lastDeploymentId: shown.state && "deployment-1",
    });
  });
});
