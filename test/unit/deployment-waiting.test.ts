/** How a trigger judges its deployment: by the services that it deployed. */
import { describe, expect, it } from "vitest";
import { ids } from "../kinds/shared/ids.js";
import type { Value, Values } from "../provider.js";
import {
  accepted,
  at,
  began,
  containers,
  deployedBefore,
  deployLine,
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

const args = releaseWithin(5);
const trigger = (circumstances: Circumstances = {}) => triggerOn(platform, circumstances);
const foreign = ids.helm;

/** The first deployment is accepted where another one was deployed before, and then the environment and its containers have these statuses. */
const serve = (statuses: readonly Values[], ...services: Value[]) =>
  platform
    .on(deployLine, accepted(1))
    .on(statusLine, deployedBefore, ...statuses.map((each): Answer => [200, each]))
    .on(statusesLine, containers(...services));

describe("a trigger that waits by default", () => {
  it("reports each state once, with the time that has passed, and asks once whether the services were changed meanwhile", async () => {
    serve([status(1, "DEPLOYING"), status(1, "DEPLOYING"), status(1, "DEPLOYED")]);
    const cycle = trigger();
    const { outputs } = await cycle.create(args);
    expect(cycle.told).toEqual([
      expect.stringMatching(/^DeploymentTrigger "release": DEPLOYING \(\d+ s\)$/),
      expect.stringMatching(/^DeploymentTrigger "release": DEPLOYED \(\d+ s\)$/),
    ]);
    expect(platform.lines()).toEqual([statusLine, deployLine, statusLine, statusLine, statusLine, statusesLine]);
    expect(outputs).toMatchObject({ state: "DEPLOYED", __rollout: { outcome: "succeeded" } });
    expect(outputs).not.toHaveProperty("waitFor");
  });

  it("does not wait where the program says so, nor where no status is served", async () => {
    platform.on(deployLine, accepted(1));
    await trigger().create({ ...args, waitFor: "requested" });
    const documented = trigger({ endpoints: "documented" });
    await documented.create(args);
    expect(platform.lines()).toEqual([statusLine, deployLine, deployLine]);
    expect(documented.told).toEqual([expect.stringContaining("can't tell whether they succeed")]);
  });

  it("isn't misled by a status that still shows the deployment from before", async () => {
    const before: Answer = [200, status(1, "DEPLOYED")];
    platform
      .on(deployLine, accepted(2, later))
      .on(statusLine, before, before, before, [200, status(2, "DEPLOYED", later)])
      .on(statusesLine, containers(service(ids.container, 1, "DEPLOYED")));
    const { outputs } = await trigger().create(args);
    expect(outputs).toMatchObject({ state: "DEPLOYED", lastDeploymentId: "deployment-2" });
    expect(platform.lines().filter((line) => line === statusLine)).toHaveLength(4);
  });

  it("succeeds where the next deployment of the environment has begun already, and its services are deployed", async () => {
    const services = [service(ids.container, 1, "DEPLOYED"), service(foreign, 2, "DEPLOYING", later)];
    serve([status(1, "DEPLOYING"), status(2, "DEPLOYING", later)], ...services);
    const { outputs } = await trigger().create(args);
    expect(outputs).toMatchObject({
      state: "DEPLOYED",
      lastDeploymentId: "deployment-1",
      __rollout: { outcome: "succeeded" },
    });
  });

  it("does not take an error of another service in the environment for its own", async () => {
    const services = [service(ids.container, 1, "DEPLOYED"), service(foreign, 2, "DEPLOYMENT_ERROR")];
    serve([status(1, "DEPLOYMENT_ERROR")], ...services);
    expect((await trigger().create(args)).outputs).toMatchObject({ state: "DEPLOYED" });
  });

  it("fails with the service that failed, by name, and with no other one", async () => {
    const services = [service(ids.container, 1, "BUILD_ERROR"), service(foreign, 2, "DEPLOYMENT_ERROR")];
    serve([status(1, "DEPLOYMENT_ERROR")], ...services);
    const failure = await failureOf(trigger().create(args));
    const [told = ""] = failure.reasons as string[];
    expect(told).toMatch(/^AP5004: DeploymentTrigger "release": the deployment ended in DEPLOYMENT_ERROR/);
    expect(told).toContain(`- Container "web" (id ${ids.container}) is BUILD_ERROR`);
    expect(told).not.toContain(foreign);
    expect(failure.properties).toMatchObject({
      __rollout: { outcome: "failed", failures: [`Container "web" (id ${ids.container}) is BUILD_ERROR`] },
    });
  });

  it("names a service that is selected by id as its list does", async () => {
    serve([status(1, "DEPLOYMENT_ERROR")], service(ids.container, 1, "DEPLOYMENT_ERROR"));
    platform.on(`GET ${at("container")}`, [200, { results: [{ id: ids.container, name: "by-hand" }] }]);
    const byId = { environmentId: environment, containers: [{ id: ids.container, imageTag: "1" }], timeoutSeconds: 5 };
    const failure = await failureOf(trigger().create(byId));
    expect(failure.message).toContain(`Container "by-hand" (id ${ids.container}) is DEPLOYMENT_ERROR`);
  });

  it("says so where a later deployment of the same service failed, and does not advise to wait longer", async () => {
    serve([status(2, "DEPLOYMENT_ERROR", later)], service(ids.container, 2, "DEPLOYMENT_ERROR", later));
    const failure = await failureOf(trigger().create(args));
    expect(failure.message).toContain("AP5007");
    expect(failure.message).not.toContain("timeoutSeconds");
  });

  it("names the trigger of the same run whose later deployment failed, and asks for nobody", async () => {
    serve([status(2, "DEPLOYMENT_ERROR", later)], service(ids.container, 2, "DEPLOYMENT_ERROR", later));
    const failed: Answer = [200, status(2, "DEPLOYMENT_ERROR", later)];
    platform.on(deployLine, accepted(2, later), accepted(1)).on(statusLine, deployedBefore, deployedBefore, failed);
    const cycle = trigger();
    await cycle.create({ ...args, waitFor: "requested", __resourceName: "second" });
    const failure = await failureOf(cycle.create(args));
    expect(failure.message).toContain(
      'DeploymentTrigger "second" deployed the same services again, and that deployment failed.',
    );
    expect(failure.message).not.toContain("who deployed");
  });

  it("names somebody to ask about a canceled deployment, and no cause to correct", async () => {
    serve([status(1, "CANCELED")], service(ids.container, 1, "CANCELED"));
    const failure = await failureOf(trigger().create(args));
    expect(failure.message).toContain("the deployment was canceled before it had ended");
    expect(failure.message).not.toContain("correct the cause");
  });

  it("never takes a state that it does not know, or a status that is not told, for success", async () => {
    serve([status(1, "UNAVAILABLE"), status(2, "DEPLOYED", later)], { id: ids.container, state: "DEPLOYED" });
    const failure = await failureOf(trigger().create({ ...args, timeoutSeconds: 1 }));
    expect(failure.message).toContain("AP5005");
  });

  it("judges a service by the environment where only that tells the deployment", async () => {
    const untold = { id: ids.container, state: "BUILD_ERROR", deployment_request_id: null };
    serve([status(1, "DEPLOYMENT_ERROR")], { ...untold, is_part_last_deployment: true });
    const failure = await failureOf(trigger().create(args));
    expect(failure.message).toContain(`Container "web" (id ${ids.container}) is BUILD_ERROR`);
  });

  it("names what still runs when its time is up", async () => {
    serve([status(2, "DEPLOYING", later)], service(ids.container, 2, "DEPLOYING", later));
    const failure = await failureOf(trigger().create({ ...args, timeoutSeconds: 1 }));
    expect(failure.message).toContain("AP5005");
    expect(failure.message).toContain(`Container "web" (id ${ids.container}) is DEPLOYING`);
    expect(failure.properties).toMatchObject({ __rollout: { outcome: "unfinished" } });
  });
});

describe("a trigger that must wait for another deployment", () => {
  it("says so once, unless it is that of a trigger of the same run", async () => {
    const busy: [number, Values] = [409, { detail: "a deployment is running" }];
    const requested: Values = { ...args, waitFor: "requested" };
    platform.on(deployLine, busy, busy, accepted(1), busy, accepted(1));
    const cycle = trigger();
    await cycle.create(requested);
    const waiting = () =>
      cycle.told.filter((text) => text.includes("another deployment of the environment is running"));
    expect(waiting()).toEqual([expect.stringContaining("waiting up to 5 s")]);
    await cycle.create({ ...requested, environmentId: environment.toUpperCase(), __resourceName: "second" });
    expect(waiting()).toHaveLength(1);
    expect(cycle.warnings).toEqual([]);
    expect(platform.lines().filter((line) => line === deployLine)).toHaveLength(5);
  });
});

describe("the letter case of IDs in responses", () => {
  const number = "00000000-0000-4000-8000-00000000ab0c";
  const upper = number.toUpperCase();
  const at = (state: string, request: string): Values => ({ ...status(1, state), deployment_request_id: request });
  const of = (id: string, state: string, request: string): Values => ({
    ...service(id, 1, state),
    deployment_request_id: request,
  });
  const id = "ABCDEF00-0000-4000-8000-000000000001";
  const selected: Values = { ...args, services: [{ ...web, id: id.toLowerCase() }] };

  it.each([
    ["the response to the request", upper, number, number, id.toLowerCase()],
    ["the environment's status", number, upper, number, id.toLowerCase()],
    ["a service's request", number, number, upper, id.toLowerCase()],
    ["a service's id", number, number, number, id],
  ])("does not matter: %s", async (_, response, environments, services, own) => {
    platform
      .on(deployLine, [202, at("DEPLOYMENT_QUEUED", response)])
      .on(statusLine, deployedBefore, [200, at("DEPLOYMENT_ERROR", environments)])
      .on(statusesLine, containers(of(own, "BUILD_ERROR", services)));
    const failure = await failureOf(trigger().create(selected));
    expect(failure.message).toContain("the deployment ended in DEPLOYMENT_ERROR");
    expect(failure.message).toContain(`Container "web" (id ${id.toLowerCase()}) is BUILD_ERROR`);
    platform
      .on(statusLine, [200, at("DEPLOYED", environments)])
      .on(statusesLine, containers(of(own, "DEPLOYED", services)));
    const state: Values = { ...selected, __managed: "environmentId,services", ...(failure.properties as Values) };
    const read = await trigger().read(environment, state);
    expect(read.outputs).toMatchObject({ __rollout: { outcome: "succeeded" } });
  });
});

describe("a refresh", () => {
  const state = (outcome: string): Values => ({
    ...args,
    state: "DEPLOYED",
    __managed: "environmentId,services",
    __rollout: { outcome, request: requestOf(1), deployment: "deployment-1", date: began },
  });
  const seen = async (before: string, ...services: Value[]) => {
    platform.on(statusLine, [200, status(3, "DEPLOYED", later)]).on(statusesLine, containers(...services));
    const { outputs } = (await trigger().read(environment, state(before))) ?? {};
    return outputs as Values;
  };

  it.each<[title: string, before: string, service: Values, after: string]>([
    ["a deployment that failed", "requested", service(ids.container, 1, "DEPLOYMENT_ERROR"), "failed"],
    ["a deployment that was canceled", "requested", service(ids.container, 1, "CANCELED"), "failed"],
    ["a change by hand since then", "succeeded", service(ids.container, 1, "DEPLOYED", began, "OUT_OF_DATE"), "failed"],
    ["a deployment that succeeded meanwhile", "unfinished", service(ids.container, 1, "DEPLOYED"), "succeeded"],
    ["a deployment that still runs", "unfinished", service(ids.container, 1, "DEPLOYING"), "unfinished"],
    ["a later deployment that repaired it", "failed", service(ids.container, 2, "DEPLOYED", later), "succeeded"],
    ["a stopped service", "succeeded", service(ids.container, 2, "STOPPED", later), "succeeded"],
    ["an error of another service", "succeeded", service(foreign, 2, "DEPLOYMENT_ERROR"), "succeeded"],
  ])("records %s", async (_, before, service, after) => {
    const read = await seen(before, service);
    expect(read).toMatchObject({ state: "DEPLOYED", __rollout: { outcome: after } });
  });

  it("records nothing of a failure where no status tells anything", async () => {
    platform.on(statusLine, [200, status(3, "DEPLOYED", later)]).on(statusesLine, [200, {}]);
    const whole: Values = { ...state("failed"), wholeEnvironment: true };
    delete whole.services;
    for (const before of [whole, state("failed")]) {
      const read = await trigger().read(environment, before);
      expect(read?.outputs).toMatchObject({ __rollout: { outcome: "failed" } });
    }
  });

  it("does not deploy again for an action of Terraform, which leaves the service out of date", async () => {
    const planning = { kind: "TerraformService", id: ids.terraform, action: "PLAN" };
    platform
      .on(statusLine, [200, status(1, "DEPLOYED")])
      .on(statusesLine, [200, { terraforms: [service(ids.terraform, 1, "DEPLOYED", began, "OUT_OF_DATE")] }]);
    const read = await trigger().read(environment, { ...state("succeeded"), services: [planning] });
    expect(read?.outputs).toMatchObject({ __rollout: { outcome: "succeeded" } });
  });

  it.each<[outcome: string, plan: Values, deploys: boolean, says: string[]]>([
    ["succeeded", { changes: false }, false, []],
    ["requested", { changes: false }, false, []],
    [
      "failed",
      { changes: true },
      true,
      ['DeploymentTrigger "release" deploys again, since its last deployment didn\'t succeed.'],
    ],
  ])("that saw what %s makes the next update deploy or not", async (outcome, plan, deploys, says) => {
    const cycle = trigger();
    expect(await cycle.diff(environment, state(outcome), args)).toEqual(plan);
    expect(cycle.told).toEqual(says);
    platform.on(deployLine, accepted(4)).on(statusLine, deployedBefore, [200, status(4, "DEPLOYED")]);
    await trigger().update(environment, state(outcome), args);
    expect(platform.lines().includes(deployLine)).toBe(deploys);
  });

  it("that saw a deployment unfinished makes the next update wait for it", async () => {
    const cycle = trigger();
    expect(await cycle.diff(environment, state("unfinished"), args)).toEqual({ changes: true });
    const running = { outcome: "unfinished", deployment: "deployment-1", request: requestOf(1) };
    platform.on(statusLine, [200, status(1, "DEPLOYING")], [200, status(1, "DEPLOYED")]);
    const result = await cycle.update(environment, { ...state(""), __rollout: running as Value }, args);
    expect(platform.lines()).toEqual([statusLine, statusLine]);
    expect(result?.outputs).toMatchObject({ state: "DEPLOYED", __rollout: { outcome: "succeeded" } });
  });
});
