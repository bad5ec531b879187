/** What destroying a trigger ends, and what a deployment of the whole environment includes. */
import { beforeEach, describe, expect, it } from "vitest";
import { newRun } from "../../../../provider/ownership/run.js";
import { ids } from "../../../kinds/shared/ids.js";
import type { Value, Values } from "../../../support/provider.js";
import {
  accepted,
  at,
  began,
  deployedBefore,
  deployLine,
  environment,
  requestOf,
  status,
  statusesLine,
  statusLine,
  triggerOn,
  web,
} from "../../support/fake-deployments.js";
import { type Answer, type ConnectedOptions, failureOf, fakePlatform } from "../../support/fake-platform.js";

const platform = fakePlatform();
const cancelLine = `POST ${at("cancelDeployment")}`;

const redeployLine = `POST ${at("redeploy")}`;
const trigger = (options: ConnectedOptions = {}) => triggerOn(platform, options);

it("delete of a trigger cancels nothing if its successor has deployed in the same run", async () => {
  const args: Values = { environmentId: environment, services: [web], waitFor: "requested", cancelOnDestroy: true };
  const __rollout = { outcome: "requested", deployment: "deployment-1" };
  const run = newRun();
  platform.on(deployLine.replace(environment, environment.toUpperCase()), accepted(2));
  const successor = { ...args, environmentId: environment.toUpperCase(), __resourceName: "new" };
  await trigger({ run }).create(successor);
  const cycle = trigger({ run });
  await cycle.delete(environment, { ...args, __resourceName: "old", __rollout });
  expect(platform.lines().filter((line) => line.startsWith("POST"))).toHaveLength(1);
  expect(cycle.infos).toEqual([
    expect.stringContaining('DeploymentTrigger "new" has deployed the environment in this run'),
  ]);
});

describe("cancelOnDestroy", () => {
  const own = requestOf(1);
  const state: Values = {
    ...{ environmentId: environment, services: [web], cancelOnDestroy: true },
    __rollout: { outcome: "requested", request: own, date: began },
  };
  const running = (deployment_request_id: Value): Values => ({
    ...{ id: ids.container, state: "DEPLOYING", deployment_request_id },
  });
  const now = (number: number, state: string): Answer => [200, status(number, state)];

  const notOwn = ["the deployment that is running isn't its own"];
  const gone = ["nothing was canceled: the environment no longer exists (404)"];
  it.each<[what: string, statuses: Answer[], services: Values[], cancels: boolean, infos: string[]]>([
    ["its own deployment", [now(1, "DEPLOYING")], [], true, []],
    ["a deployment that carries its request", [now(2, "DEPLOYING")], [running(own)], true, []],
    ["nothing if another deployment runs", [now(2, "DEPLOYING")], [running(null)], false, notOwn],
    ["nothing if no deployment runs", [now(1, "DEPLOYED")], [], false, []],
    ["nothing if the environment is gone", [[404]], [], false, gone],
    ["its own deployment after an outdated status", [deployedBefore, now(1, "DEPLOYING")], [], true, []],
  ])("cancels %s", async (_, statuses, services, cancels, infos) => {
    const elsewhere = `POST /environment/${ids.otherEnvironment}/service/deploy`;
    platform
      .on(elsewhere, accepted(3))
      .on(statusLine, ...statuses)
      .on(statusesLine, [200, { containers: services }])
      .on(cancelLine, [202, {}]);
    const cycle = trigger();
    await cycle.create({ ...state, environmentId: ids.otherEnvironment, waitFor: "requested" });
    await cycle.delete(environment, state);
    const canceled = platform.arrived.filter(({ line }) => line === cancelLine).map(({ body }) => body);
    expect(canceled).toEqual(cancels ? [{ force_cancel: false }] : []);
    expect(cycle.infos).toEqual(infos.map((text) => expect.stringContaining(text)));
    expect(cycle.warnings).toEqual([]);
  });

  it.each<[what: string, answer: Answer, infos: string[], warnings: string[]]>([
    ["reports nothing of its own deployment", [202, status(1, "CANCELING")], [], []],
    ["warns of another deployment", [202, status(2, "CANCELING")], [], ["can't tell before a cancellation"]],
    ["reports nothing if no deployment runs", [409, { detail: "no" }], [], []],
    ["reports that the environment is gone", [404, { detail: "no" }], ["nothing was canceled"], []],
  ])("cancels with documented endpoints whatever runs, by force if set, and %s", async (_, answer, infos, warnings) => {
    platform.on(cancelLine, answer);
    const cycle = trigger({ endpoints: "documented" });
    await cycle.delete(environment, { ...state, forceCancel: true });
    expect(platform.arrived.map(({ line, body }) => [line, body])).toEqual([[cancelLine, { force_cancel: true }]]);
    expect(cycle.infos).toEqual(infos.map((text) => expect.stringContaining(text)));
    expect(cycle.warnings).toEqual(warnings.map((text) => expect.stringContaining(text)));
  });

  it('false sends nothing, and onDelete "fail" fails with AP3002 if it is forbidden', async () => {
    const cycle = trigger({ endpoints: "documented", onDelete: "fail" });
    await cycle.delete(environment, { ...state, cancelOnDestroy: false });
    expect([platform.lines(), cycle.warnings]).toEqual([[], []]);
    platform.on(cancelLine, [403, {}]);
    expect((await failureOf(cycle.delete(environment, state))).code).toBe("AP3002");
  });
});

describe("deployment of the whole environment", () => {
  const args: Values = { environmentId: environment, wholeEnvironment: true, timeoutSeconds: 5 };
  const service = (id: string, service_deployment_status: string) => ({
    id,
    state: "READY",
    service_deployment_status,
  });
  const image = { image_name: "a", tag: "2.4" };
  beforeEach(() => {
    platform
      .on(deployLine, accepted(1))
      .on(redeployLine, accepted(1))
      .on(statusLine, deployedBefore, [200, status(1, "DEPLOYED")]);
  });

  it("redeploys if everything was deployed before", async () => {
    platform.on(statusesLine, [200, { containers: [service(ids.container, "UP_TO_DATE")] }]);
    await trigger().create(args);
    expect(platform.lines()).toEqual([statusesLine, statusLine, redeployLine, statusLine, statusesLine]);
  });

  it("deploys all services with versions for those that were never deployed", async () => {
    const statuses = {
      applications: [service(ids.application, "OUT_OF_DATE")],
      databases: [service(ids.database, "NEVER_DEPLOYED")],
      containers: [service(ids.container, "NEVER_DEPLOYED")],
      jobs: [service(ids.job, "NEVER_DEPLOYED")],
    };
    platform
      .on(statusesLine, [200, statuses])
      .on(`GET ${at("container")}`, [200, { results: [{ id: ids.container, name: "web", tag: "1.27" }] }])
      .on(`GET ${at("job")}`, [200, { results: [{ id: ids.job, name: "nightly", source: { image } }] }]);
    await trigger().create(args);
    const sent = platform.arrived.find(({ line }) => line === deployLine)?.body;
    expect(sent).toEqual({
      applications: [{ application_id: ids.application }],
      databases: [ids.database],
      containers: [{ id: ids.container, image_tag: "1.27" }],
      jobs: [{ id: ids.job, image_tag: "2.4" }],
    });
    expect(platform.lines()).not.toContain(redeployLine);
  });

  it("fails before any request if a new service needs a commit", async () => {
    const applications = [service(ids.application, "NEVER_DEPLOYED")];
    const databases = [service(ids.database, "UP_TO_DATE")];
    platform
      .on(statusesLine, [200, { applications, databases }])
      .on(`GET ${at("application")}`, [200, { results: [{ id: ids.application, name: "shop" }] }]);
    const failure = await failureOf(trigger().create(args));
    expect(failure.code).toBe("AP5006");
    expect(failure.message).toContain(`Application "shop" (id ${ids.application}) is NEVER_DEPLOYED`);
    expect(platform.lines()).not.toContain(redeployLine);
    const cycle = trigger();
    await cycle.create({ ...args, waitFor: "requested" });
    expect(platform.lines()).toContain(redeployLine);
    const warning = expect.stringContaining("leaves out what needs a commit for its first deployment");
    expect(cycle.warnings).toEqual([warning]);
  });

  const leaving = ["DELETED", "DELETING"].map((state) => ({ ...service(ids.container, "UP_TO_DATE"), state }));
  const uncommitted = service(ids.application, "NEVER_DEPLOYED");
  it.each<[what: string, services: Values, code: string]>([
    ["without services (AP2004)", { containers: [] }, "AP2004"],
    ["whose services are being deleted (AP2004)", { containers: leaving }, "AP2004"],
    ["with nothing that can be deployed (AP5006)", { applications: [uncommitted], jobs: leaving }, "AP5006"],
  ])("fails for an environment %s", async (_, services, code) => {
    platform.on(statusesLine, [200, services]);
    expect((await failureOf(trigger().create({ ...args, waitFor: "requested" }))).code).toBe(code);
    expect(platform.lines().filter((line) => line.startsWith("POST"))).toEqual([]);
  });
});
