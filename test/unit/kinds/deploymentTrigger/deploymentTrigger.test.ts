/** Covers provider/kinds/deploymentTrigger/deploy.ts and provider/kinds/deploymentTrigger/rollout.ts. */
import { beforeEach, describe, expect, it } from "vitest";
import { derivedOutputs } from "../../../../provider/engine/state.js";
import { newRun } from "../../../../provider/ownership/run.js";
import { deploymentTrigger, ids } from "../../../kinds/fixtures.js";
import { managed } from "../../../support/frontend.js";
import { UNKNOWN, type Value, type Values } from "../../../support/provider.js";
import {
  accepted,
  at,
  began,
  containers,
  deployedBefore,
  deployLine,
  environment,
  requestOf,
  service,
  status,
  statusesLine,
  statusLine,
  triggerOn,
} from "../../support/fake-deployments.js";
import {
  type Answer,
  type ConnectedOptions,
  definitionOf,
  failureOf,
  fakePlatform,
  lifecycle,
} from "../../support/fake-platform.js";

const platform = fakePlatform();

const queued: [number, Values] = [202, deploymentTrigger.response];
const trigger = (options = {}) => lifecycle("DeploymentTrigger", platform.url, options);

const app = { kind: "Application", id: ids.application };
const web = { kind: "Container", id: ids.container, imageTag: "1.27" };
const db = { kind: "Database", id: ids.database };
const nightly = { kind: "Job", id: ids.job, imageTag: "2.4.0" };
const infra = { kind: "TerraformService", id: ids.terraform };

describe("DeploymentTrigger: create", () => {
  const services = [web, db, { ...infra, gitCommitId: "4f2a", action: "PLAN" }];
  const more = { containers: [{ id: ids.helm, imageTag: "3" }], databases: [] };
  const together = {
    containers: [
      { id: ids.container, image_tag: "1.27" },
      { id: ids.helm, image_tag: "3" },
    ],
    databases: [ids.database],
    terraforms: [{ id: ids.terraform, git_commit_id: "4f2a", action: "PLAN" }],
  };

  it.each<[title: string, selection: Values, body: Values]>([
    ["every list by ID", deploymentTrigger.program, deploymentTrigger.request],
    ["resources and IDs together", { services, ...more }, together],
  ])("sends %s in one request", async (_, selection, body) => {
    platform.on(deployLine, queued);
    const made = await trigger().create({ environmentId: environment, ...selection });
    expect(platform.arrived.map(({ line, body: sent }) => [line, sent])).toEqual([[deployLine, body]]);
    expect(made.id).toBe(environment);
    expect(made.outputs).toMatchObject({ environmentId: environment, ...selection, state: "DEPLOYMENT_QUEUED" });
  });

  it("sends a version that the program ignores (ignoreChanges) only if the platform demands it (400)", async () => {
    const ignored = { ...web, __revision: "0a", __versionRevision: "" };
    const other = { kind: "Container", id: ids.helm, imageTag: "3", __revision: "0b", __versionRevision: "" };
    const violations = [{ field: "containers[1].image_tag", message: "is required for the first deployment" }];
    platform.on(deployLine, [400, { violations }], queued);
    await trigger().create({ environmentId: environment, services: [ignored, db, other] });
    const [first, second] = platform.arrived.map(({ body }) => body as Values);
    expect(first?.containers).toEqual([{ id: ids.container }, { id: ids.helm }]);
    expect(second?.containers).toEqual([{ id: ids.container }, { id: ids.helm, image_tag: "3" }]);
  });

  const ignored = { ...web, name: "web", __versionRevision: "" };
  const others = { ...nightly, name: "nightly", __versionRevision: "" };
  const shop = { ...app, name: "shop" };
  const violated = (field: string) => ({ violations: [{ field, message: "is wrong" }] });
  const missing = /selected without one: Application "shop".*Container "web" \(imageTag\), Job "nightly" \(imageTag\)/s;
  const demanded = /services\[1\]\.gitCommitId: is wrong.*selected without one: Application "shop".*gitCommitId:/s;
  it.each<[title: string, services: Values[], response: Values | undefined, says: RegExp, not: string]>([
    ["an ignored version (ignoreChanges)", [ignored], undefined, /Container "web" \(imageTag\).*imageTag:/s, "commit"],
    ["ignored versions and a missing commit", [ignored, others, shop], { detail: "no" }, missing, "undefined"],
    [
      "a service that's built from git and selected without a commit",
      [web, shop],
      violated("applications[0].git_commit_id"),
      demanded,
      "imageTag",
    ],
  ])("fails with AP5002 and what first deployments need: %s", async (_, services, response, says, not) => {
    platform.on(deployLine, [400, response]);
    const failure = await failureOf(trigger().create({ environmentId: environment, services }));
    expect(failure.code).toBe("AP5002");
    expect(failure.message).toMatch(says);
    expect(failure.message).not.toContain(not);
    expect(platform.lines()).toEqual([deployLine]);
  });

  const byId = { containers: [{ id: ids.helm, imageTag: "0" }] };
  const another = violated("containers[2].image_tag");
  it.each<[title: string, selection: Values, response: Values | undefined, says: string]>([
    ["all versions are set", { services: [web, db] }, undefined, "rejects the values"],
    ["a violation has another cause", { services: [web, ignored], ...byId }, another, "[0].imageTag: is wrong"],
  ])("fails with AP3006 and no advice on first deployments if %s", async (_, selection, response, says) => {
    platform.on(deployLine, [400, response]);
    const failure = await failureOf(trigger().create({ environmentId: environment, ...selection }));
    expect(failure.code).toBe("AP3006");
    expect(failure.message).toContain(says);
    expect(failure.message).not.toContain("first deployment");
  });

  it("fails with AP5001 and what to do if another deployment is still running after timeoutSeconds (409)", async () => {
    platform.on(deployLine, [409, {}]);
    const args = { environmentId: environment, services: [web], timeoutSeconds: 1 };
    const failure = await failureOf(trigger().create(args));
    const says = /after 1 s\.\n.*run `pulumi up` again.*`timeoutSeconds`/s;
    expect(failure).toMatchObject({ code: "AP5001", message: expect.stringMatching(says) });
  });
});

describe("DeploymentTrigger: update", () => {
  const before = { environmentId: environment, services: [web, db], triggers: ["one", { deep: [1] }] };
  const state: Values = { ...before, state: "DEPLOYED", deploymentStatus: "UP_TO_DATE" };

  it.each<[title: string, desired: Values, deploys: boolean]>([
    ["doesn't deploy if nothing has changed", {}, false],
    ["deploys if a version (imageTag) has changed", { services: [{ ...web, imageTag: "1.28" }, db] }, true],
    ["deploys if a service was added to the list", { services: [web, db, app] }, true],
    ["doesn't deploy if a service was removed from the list", { services: [web] }, false],
    ["doesn't deploy if only the order of services has changed", { services: [db, web] }, false],
    ["deploys if a service's argument changes", { services: [{ ...web, __revision: "0123456789abcdef" }, db] }, true],
    ["deploys if a value of `triggers` has changed", { triggers: ["two", { deep: [1] }] }, true],
    ["deploys if a value was added to `triggers`", { triggers: ["one", { deep: [1] }, null] }, true],
    [
      "doesn't deploy if timeoutSeconds and cancelOnDestroy change",
      { timeoutSeconds: 5, cancelOnDestroy: true },
      false,
    ],
    ["doesn't deploy if only redeploy changes, even to all", { redeploy: "all" }, false],
    ["doesn't deploy if waitFor and forceCancel change", { waitFor: "requested", forceCancel: true }, false],
  ])("%s", async (_, edit, deploys) => {
    platform.on(deployLine, queued);
    const desired = { ...before, ...edit };
    const result = await trigger().update(environment, managed(state, { services: [] }), desired);
    expect(platform.lines()).toEqual(deploys ? [deployLine] : []);
    expect(result?.outputs).toMatchObject({ ...desired, state: deploys ? "DEPLOYMENT_QUEUED" : "DEPLOYED" });
  });

  it("deploys a service of a stack reference (`deployable`) if its `__revision` changes", async () => {
    const values = { name: "web", imageName: "nginx", tag: "1.27" };
    /** What another stack exports, as a stack reference returns it. */
    const exported = (revision: string): Value =>
      JSON.parse(
        JSON.stringify(derivedOutputs(definitionOf("Container"), ids.container, { values, revision }).deployable),
      );
    platform.on(deployLine, queued);
    const args = (revision: string) => ({ environmentId: environment, services: [exported(revision)] });
    const known = managed(
      { ...args("0a-0a"), state: "DEPLOYED", __rollout: { outcome: "requested" } },
      { services: [] },
    );
    await trigger().update(environment, known, args("0a-0a"));
    expect(platform.lines()).toEqual([]);
    await trigger().update(environment, known, args("0b-0a"));
    expect(platform.arrived.map(({ body }) => body)).toEqual([{ containers: [{ id: ids.container }] }]);
  });

  const rollout = { outcome: "failed", services: [ids.database] };
  const failed = managed({ ...state, __rollout: rollout }, { services: [] });

  const all = { containers: [{ id: ids.container }], databases: [ids.database] };
  it.each<[what: string, redeploy: string | null, body: Values]>([
    ["only the services that failed", null, { databases: [ids.database] }],
    ["only the services that failed", "changed", { databases: [ids.database] }],
    ["all listed services", "all", all],
  ])("deploys %s after a failed deployment with redeploy %s (default: changed)", async (_, redeploy, body) => {
    platform.on(deployLine, queued);
    await trigger().update(environment, failed, { ...before, redeploy });
    expect(platform.arrived.map(({ body: sent }) => sent)).toEqual([body]);
  });

  it("deploys everything that it lists if one of its `triggers` changes, and only the changed service otherwise", async () => {
    platform.on(deployLine, queued);
    const bodyFor = async (edit: Values) => {
      await trigger().update(environment, managed(state, { services: [] }), { ...before, ...edit });
      return platform.arrived.at(-1)?.body;
    };
    expect(await bodyFor({ triggers: ["two", { deep: [1] }] })).toEqual({
      containers: [{ id: ids.container }],
      databases: [ids.database],
    });
    expect(await bodyFor({ services: [web, { ...db, __revision: "0b" }] })).toEqual({ databases: [ids.database] });
  });

  it("deploys if the version that the trigger sets (gitCommitId) has changed", async () => {
    const shop = (gitCommitId: string) => ({ ...app, gitCommitId, __revision: "0a" });
    const listed = { ...before, services: [web, shop("4f2a")] };
    platform.on(deployLine, queued);
    await trigger().update(environment, managed({ ...state, ...listed }, { services: [] }), {
      ...listed,
      services: [web, shop("5b3c")],
    });
    expect(platform.arrived.map(({ body }) => body)).toEqual([
      { applications: [{ application_id: ids.application, git_commit_id: "5b3c" }] },
    ]);
  });

  it.each<[what: string, edit: Values, sent: Values]>([
    ["the `tag` has changed", { imageTag: "1.28", __revision: "0b", __versionRevision: "0b" }, { image_tag: "1.28" }],
    ["only another argument has changed", { __revision: "0b" }, {}],
  ])("sends a version only if the program has set a new one since the last deployment: %s", async (_, edit, sent) => {
    const known = { ...web, __revision: "0a", __versionRevision: "0a" };
    platform.on(deployLine, queued);
    const args = (selected: Values) => ({ environmentId: environment, services: [selected] });
    const stored = managed({ ...args(known), __rollout: { outcome: "requested" } }, { services: [] });
    await trigger().update(environment, stored, args({ ...known, ...edit }));
    expect(platform.arrived.map(({ body }) => body)).toEqual([{ containers: [{ id: ids.container, ...sent }] }]);
  });

  it("doesn't deploy a service again that is listed by ID, whose changes it doesn't see", async () => {
    const listed = { environmentId: environment, containers: [{ id: ids.container }], databases: [ids.database] };
    const known = managed({ ...listed, state: "DEPLOYED" }, { services: [] });
    await trigger().update(environment, known, { ...listed, timeoutSeconds: 5 });
    expect(platform.lines()).toEqual([]);
  });

  it('deploys all listed services with redeploy "all" if one has changed, and nothing if none has', async () => {
    platform.on(deployLine, queued);
    const desired = { ...before, services: [web, { ...db, __revision: "0b" }], redeploy: "all" };
    const { outputs } = await trigger().update(environment, managed(state, { services: [] }), desired);
    expect(platform.arrived.map(({ body }) => body)).toEqual([all]);
    await trigger().update(environment, outputs, desired);
    expect(platform.lines()).toEqual([deployLine]);
  });

  it("sends no version that the program ignores (ignoreChanges), even if the service is in DEPLOYMENT_ERROR", async () => {
    const ignored = { ...web, __revision: "0a", __versionRevision: "" };
    const args = { environmentId: environment, services: [ignored], triggers: ["one"], waitFor: "requested" };
    platform.on(statusLine, deployedBefore).on(deployLine, queued);
    platform.on(statusesLine, containers(service(ids.container, 1, "DEPLOYMENT_ERROR")));
    const { update, infos } = trigger({ endpoints: "extended" });
    const known = managed({ ...args, __rollout: { outcome: "requested" } }, { environmentId: environment });
    await update(environment, known, { ...args, triggers: ["two"] });
    const sent = platform.arrived.filter(({ line }) => line === deployLine).map(({ body }) => body);
    expect(sent).toEqual([{ containers: [{ id: ids.container }] }]);
    expect(infos.join()).not.toContain("deploys the program's version");
  });

  it("reports once which services it also deploys, although the request is repeated", async () => {
    platform.on(deployLine, [409, {}], [409, {}], queued);
    const { update, infos } = trigger();
    await update(environment, failed, { ...before, services: [{ ...web, imageTag: "1.28" }, db] });
    expect(platform.lines()).toEqual([deployLine, deployLine, deployLine]);
    expect(infos.filter((text) => text.includes("also deploys"))).toEqual([
      expect.stringContaining(`also deploys Database with id ${ids.database}, which is not known to be deployed.`),
    ]);
  });

  it.each<[title: string, desired: Values, plan: unknown]>([
    ["no change without a difference", {}, { changes: false }],
    ["no change for another order", { services: [db, web] }, { changes: false }],
    ["a change for another tag", { services: [{ ...web, imageTag: "2" }, db] }, {}],
    ["a change for an unknown tag", { services: [{ ...web, imageTag: UNKNOWN }, db] }, { changes: true }],
    ["a change for an unknown service", { services: [web, db, { ...app, id: UNKNOWN }] }, { changes: true }],
    ["a change for an unknown value of `triggers`", { triggers: [UNKNOWN, { deep: [1] }] }, {}],
    [
      "a replacement for another environment",
      { environmentId: ids.otherEnvironment },
      { changes: true, replaces: ["environmentId"] },
    ],
  ])("plans %s", async (_, edit, plan) => {
    expect(await trigger().diff(environment, state, { ...before, ...edit })).toEqual(plan);
  });

  it("reports at preview which services and versions it deploys", async () => {
    const named = { ...before, services: [{ ...web, name: "web", __revision: "0a" }, { ...db, name: "db" }, nightly] };
    const cycle = trigger();
    const site = { ...web, name: "web", imageTag: "1.28", __revision: UNKNOWN };
    const services = [site, { ...db, name: "DB" }, { ...app, id: UNKNOWN, name: "shop" }];
    await cycle.diff(environment, { ...state, ...named }, { ...named, services, __resourceName: "release" });
    const deploys = 'DeploymentTrigger "release" deploys Container "web" (image tag 1.28), Application "shop".';
    expect(cycle.infos).toEqual([deploys]);
    // While a service is deleted to be replaced, the engine compares without any of them.
    await cycle.diff(environment, state, { ...before, services: UNKNOWN });
    expect(cycle.infos).toHaveLength(1);
  });
});

it.each<[what: string, selection: Values, refused: string[]]>([
  ["refuses a service that is listed twice", { services: [web, web] }, ["services[1] must be selected only once"]],
  ["refuses a string instead of a resource", { services: ["web"] }, ["services[0] must"]],
  ["accepts unknown IDs", { databases: [UNKNOWN, UNKNOWN], containers: [UNKNOWN] }, []],
])("check of a DeploymentTrigger %s", async (_, selection, refused) => {
  const reasons = await trigger().check({ environmentId: environment, ...selection });
  expect(reasons).toEqual(refused.map((text) => expect.stringContaining(text)));
  expect(platform.lines()).toEqual([]);
});

describe("DeploymentTrigger: read", () => {
  it("returns the state if the endpoints have no status", async () => {
    const seen = await trigger().read(environment, deploymentTrigger.outputs);
    expect(seen?.outputs).toEqual(deploymentTrigger.outputs);
    expect(platform.lines()).toEqual([]);
  });

  it("returns the environment's status and the selection of the state", async () => {
    const status = { ...deploymentTrigger.response, state: "DEPLOYED", deployment_status: "UP_TO_DATE" };
    platform.on(statusLine, [200, status]);
    const seen = await trigger({ endpoints: "extended" }).read(environment, deploymentTrigger.outputs);
    const now = { state: "DEPLOYED", deploymentStatus: "UP_TO_DATE", __rollout: expect.anything() };
    expect(seen?.outputs).toEqual({ ...deploymentTrigger.outputs, ...now });
  });
});

it("DeploymentTrigger sends the version of a never deployed service although it hasn't changed", async () => {
  const selected = { ...web, __revision: "0a", __versionRevision: "0a" };
  const state = { environmentId: environment, services: [selected], __rollout: { outcome: "requested" } };
  const never = service(ids.container, 1, "READY", began, "NEVER_DEPLOYED");
  platform.on(statusLine, deployedBefore).on(statusesLine, containers(never)).on(deployLine, queued);
  const cycle = trigger({ endpoints: "extended" });
  const args = { environmentId: environment, services: [selected], waitFor: "requested", triggers: ["2"] };
  await cycle.update(environment, managed(state, { environmentId: environment }), args);
  const sent = platform.arrived.filter(({ line }) => line === deployLine).map(({ body }) => body);
  expect(sent).toEqual([{ containers: [{ id: ids.container, image_tag: "1.27" }] }]);
});

it("DeploymentTrigger also deploys listed services that are out of date, failed or were never deployed, with its next deployment", async () => {
  const all = [ids.container, ids.helm, ids.port, ids.secondPort, ids.otherEnvironment];
  const services = all.map((id) => ({ ...web, id, __revision: "0a", __versionRevision: "0a" }));
  const shown = [
    service(ids.container, 0, "DEPLOYED"),
    service(ids.helm, 0, "DEPLOYED", began, "OUT_OF_DATE"),
    service(ids.port, 0, "DEPLOYMENT_ERROR"),
    service(ids.secondPort, 0, "READY", began, "NEVER_DEPLOYED"),
    service(ids.otherEnvironment, 0, "DEPLOYED"),
  ];
  platform
    .on(statusLine, deployedBefore)
    .on(statusesLine, containers(...shown))
    .on(deployLine, queued);
  const args = { environmentId: environment, services, waitFor: "requested" };
  const state = managed({ ...args, __rollout: { outcome: "succeeded" } }, { environmentId: environment });
  const sent = async (now: Values[]) => {
    await trigger({ endpoints: "extended" }).update(environment, state, { ...args, services: now });
    return platform.arrived.filter(({ line }) => line === deployLine).map(({ body }) => (body as Values).containers);
  };
  expect(await sent(services)).toEqual([]);
  const [changed, ...others] = services;
  const [deployed] = await sent([{ ...changed, __revision: "0b" }, ...others]);
  expect((deployed as Values[]).map(({ id }) => id)).toEqual(all.slice(0, 4));
});

it("DeploymentTrigger doesn't deploy a failed service that another deployment has deployed meanwhile", async () => {
  const [failed, done] = [service(ids.container, 1, "DEPLOYMENT_ERROR"), service(ids.container, 2, "DEPLOYED")];
  platform
    .on(statusLine, deployedBefore)
    .on(statusesLine, containers(failed), containers(done))
    .on(deployLine, [409, { detail: "a deployment is running" }], queued);
  const services = [{ ...web, __revision: "0a", __versionRevision: "0a" }];
  const args = { environmentId: environment, services, waitFor: "requested" };
  const rollout = { outcome: "failed", services: [ids.container] };
  const state = managed({ ...args, __rollout: rollout }, { environmentId: environment });
  await trigger({ endpoints: "extended" }).update(environment, state, args);
  expect(platform.lines().filter((line) => line === deployLine)).toHaveLength(1);
});

const cancelLine = `POST ${at("cancelDeployment")}`;

const redeployLine = `POST ${at("redeploy")}`;
const extended = (options: ConnectedOptions = {}) => triggerOn(platform, options);

it("delete of a DeploymentTrigger with `cancelOnDestroy` cancels nothing if another trigger has deployed the environment in the run", async () => {
  const args: Values = { environmentId: environment, services: [web], waitFor: "requested", cancelOnDestroy: true };
  const __rollout = { outcome: "requested", deployment: "deployment-1" };
  const run = newRun();
  platform.on(deployLine.replace(environment, environment.toUpperCase()), accepted(2));
  const successor = { ...args, environmentId: environment.toUpperCase(), __resourceName: "new" };
  await extended({ run }).create(successor);
  const cycle = extended({ run });
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
    ["a later deployment that includes its request", [now(2, "DEPLOYING")], [running(own)], true, []],
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
    const cycle = extended();
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
  ])("cancels any deployment with documented endpoints, and %s", async (_, answer, infos, warnings) => {
    platform.on(cancelLine, answer);
    const cycle = extended({ endpoints: "documented" });
    await cycle.delete(environment, { ...state, forceCancel: true });
    expect(platform.arrived.map(({ line, body }) => [line, body])).toEqual([[cancelLine, { force_cancel: true }]]);
    expect(cycle.infos).toEqual(infos.map((text) => expect.stringContaining(text)));
    expect(cycle.warnings).toEqual(warnings.map((text) => expect.stringContaining(text)));
  });

  it("sends nothing if false: removing a DeploymentTrigger stops no service and cancels no deployment", async () => {
    const cycle = extended({ endpoints: "documented", onDelete: "fail" });
    await cycle.delete(environment, { ...state, cancelOnDestroy: false });
    expect([platform.lines(), cycle.warnings]).toEqual([[], []]);
  });

  it('fails with AP3002 if true, onDelete is "fail" and the platform returns 403', async () => {
    const cycle = extended({ endpoints: "documented", onDelete: "fail" });
    platform.on(cancelLine, [403, {}]);
    expect((await failureOf(cycle.delete(environment, state))).code).toBe("AP3002");
  });
});

describe("deployment with wholeEnvironment", () => {
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

  it("requests a redeployment of the environment if all services were deployed before", async () => {
    platform.on(statusesLine, [200, { containers: [service(ids.container, "UP_TO_DATE")] }]);
    await extended().create(args);
    expect(platform.lines()).toEqual([statusesLine, statusLine, redeployLine, statusLine, statusesLine]);
  });

  it("sends all services, with the versions of never deployed services", async () => {
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
    await extended().create(args);
    const sent = platform.arrived.find(({ line }) => line === deployLine)?.body;
    expect(sent).toEqual({
      applications: [{ application_id: ids.application }],
      databases: [ids.database],
      containers: [{ id: ids.container, image_tag: "1.27" }],
      jobs: [{ id: ids.job, image_tag: "2.4" }],
    });
    expect(platform.lines()).not.toContain(redeployLine);
  });

  it("fails with AP5006 before the deployment if a service built from git was never deployed and needs a commit", async () => {
    const applications = [service(ids.application, "NEVER_DEPLOYED")];
    const databases = [service(ids.database, "UP_TO_DATE")];
    platform
      .on(statusesLine, [200, { applications, databases }])
      .on(`GET ${at("application")}`, [200, { results: [{ id: ids.application, name: "shop" }] }]);
    const failure = await failureOf(extended().create(args));
    expect(failure.code).toBe("AP5006");
    expect(failure.message).toContain(`Application "shop" (id ${ids.application}) is NEVER_DEPLOYED`);
    expect(platform.lines()).not.toContain(redeployLine);
  });

  it('deploys the others and warns with `waitFor: "requested"`, instead of AP5006, if a service needs a commit', async () => {
    const services = {
      applications: [service(ids.application, "NEVER_DEPLOYED")],
      databases: [service(ids.database, "UP_TO_DATE")],
    };
    platform
      .on(statusesLine, [200, services])
      .on(`GET ${at("application")}`, [200, { results: [{ id: ids.application, name: "shop" }] }]);
    const cycle = extended();
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
    expect((await failureOf(extended().create({ ...args, waitFor: "requested" }))).code).toBe(code);
    expect(platform.lines().filter((line) => line.startsWith("POST"))).toEqual([]);
  });
});
