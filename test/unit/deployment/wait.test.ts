/** How a trigger judges its deployment: by the services that it deployed. */
import { describe, expect, it } from "vitest";
import { selectionOf } from "../../../provider/deployment/selection.js";
import type { Rollout, ServiceStatus } from "../../../provider/deployment/statuses.js";
import {
  describeStates,
  isAwaited,
  labelOfSelected,
  secondsOf,
  waitUntilDeployed,
} from "../../../provider/deployment/wait.js";
import { newRun } from "../../../provider/ownership/run.js";
import { ids } from "../../kinds/shared/ids.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import { managed } from "../../support/frontend.js";
import { type Call, type EndpointSet, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import {
  accepted,
  at,
  began,
  callOn,
  containers,
  deployedBefore,
  deployLine,
  earlier,
  environment,
  label,
  later,
  releaseWithin,
  requestOf,
  service,
  status,
  statusesLine,
  statusLine,
  triggerOn,
  web,
} from "../support/fake-deployments.js";
import { type Answer, type ConnectedOptions, failureOf, fakePlatform, listing } from "../support/fake-platform.js";

const platform = fakePlatform();

const args = releaseWithin(5);
const patient = releaseWithin(60);
const trigger = (options: ConnectedOptions = {}) => triggerOn(platform, options);
const triggerCall = (endpoints?: EndpointSet) => callOn(platform, endpoints);
const foreign = ids.helm;

/** The first deployment is accepted where another one was deployed before, and then the environment and its containers have these statuses. */
const serve = (statuses: readonly Values[], ...services: Value[]) =>
  platform
    .on(deployLine, accepted(1))
    .on(statusLine, deployedBefore, ...statuses.map((each): Answer => [200, each]))
    .on(statusesLine, containers(...services));

const all = [ids.container, ids.helm];
const both = { ...patient, services: all.map((id) => ({ ...web, id })) };
const rollout: Rollout = { outcome: "requested", request: requestOf(1), date: began };

describe("DeploymentTrigger: create", () => {
  it("reports each state once, with the elapsed time", async () => {
    serve([status(1, "DEPLOYING"), status(1, "DEPLOYING"), status(1, "DEPLOYED")]);
    const cycle = trigger();
    const { outputs } = await cycle.create(args);
    expect(cycle.infos).toEqual([
      expect.stringMatching(/^DeploymentTrigger "release": DEPLOYING \([0-2] s\)$/),
      expect.stringMatching(/^DeploymentTrigger "release": DEPLOYED \([0-5] s\)$/),
    ]);
    expect(platform.lines()).toEqual([statusLine, deployLine, statusLine, statusLine, statusLine, statusesLine]);
    expect(outputs).toMatchObject({ state: "DEPLOYED", __rollout: { outcome: "succeeded" } });
    expect(outputs).not.toHaveProperty("waitFor");
  });

  it('doesn\'t wait if waitFor is "requested", or if the endpoints have no statuses', async () => {
    platform.on(deployLine, accepted(1));
    await trigger().create({ ...args, waitFor: "requested" });
    const documented = trigger({ endpoints: "documented" });
    await documented.create(args);
    expect(platform.lines()).toEqual([statusLine, deployLine, deployLine]);
    expect(documented.infos).toEqual([expect.stringContaining("don't return whether they succeed")]);
  });

  it("succeeds if its services are deployed while the next deployment runs", async () => {
    const services = [service(ids.container, 1, "DEPLOYED"), service(foreign, 2, "DEPLOYING", later)];
    serve([status(1, "DEPLOYING"), status(2, "DEPLOYING", later)], ...services);
    const { outputs } = await trigger().create(args);
    expect(outputs).toMatchObject({
      ...{ state: "DEPLOYED", lastDeploymentState: "DEPLOYED" },
      ...{ lastDeploymentId: "deployment-1", lastDeploymentDate: began, deploymentRequestId: requestOf(1) },
      __rollout: { outcome: "succeeded" },
    });
  });

  it("fails with AP5004 and the name of its failed service, and ignores services that it didn't deploy itself", async () => {
    const services = [service(ids.container, 1, "BUILD_ERROR"), service(foreign, 2, "DEPLOYMENT_ERROR")];
    serve([status(1, "DEPLOYMENT_ERROR")], ...services);
    const failure = await failureOf(trigger().create(args));
    const [infos = ""] = failure.reasons as string[];
    expect(infos).toMatch(/^AP5004: DeploymentTrigger "release": the deployment ended in DEPLOYMENT_ERROR/);
    expect(infos).toContain(`- Container "web" (id ${ids.container}) is BUILD_ERROR`);
    expect(infos).not.toContain(foreign);
    const failures = [`Container "web" (id ${ids.container}) is BUILD_ERROR`];
    expect(failure.properties).toMatchObject({ __rollout: { outcome: "failed", failures } });
  });

  const now = (number: number, state: string, date = began): Answer => [200, status(number, state, date)];
  const ownError = now(1, "DEPLOYMENT_ERROR");
  const laterError = now(2, "DEPLOYMENT_ERROR", later);
  const web = (number: number, state: string, date = began) => containers(service(ids.container, number, state, date));
  const unreported = { deployment_request_id: null, is_part_last_deployment: true };
  const asPart = containers({ ...service(ids.container, 1, "BUILD_ERROR"), ...unreported });
  const stateless = containers({ id: ids.container, state: "DEPLOYED" });
  const unknown = [now(1, "UNAVAILABLE"), now(2, "DEPLOYED", later)];
  const next = [now(2, "DEPLOYING", later)];
  const running = now(1, "DEPLOYING");
  const stillRunning = /AP5005.*hasn't ended after 1 s.*"web" \(id .*\) is DEPLOYING.*raise `timeoutSeconds`/s;
  const unreadable = /AP5005.*couldn't be read within 1 s; its last known state is unknown/s;

  const [ownCanceled, ownFailed] = [now(1, "CANCELED"), web(1, "BUILD_ERROR")];
  const [laterFailed, laterRuns] = [web(2, "BUILD_ERROR", later), web(2, "DEPLOYING", later)];
  const byOthers = /AP5007.*who deployed them/s;
  const stillUnknown = /AP5005.*hasn't ended after 1 s/s;
  const noAccess = /read; .* is DEPLOYING\..*403/s;
  it.each<[title: string, outcome: string, statuses: Answer[], services: Answer, says: RegExp, not: string]>([
    ["a later deployment failed (AP5007)", "unfinished", [laterError], laterFailed, byOthers, "raise"],
    [
      "somebody canceled the deployment (AP5004)",
      "failed",
      [ownCanceled],
      web(1, "CANCELED"),
      /AP5004.*canceled before/s,
      "correct",
    ],
    [
      "only the environment shows the failure (AP5004)",
      "failed",
      [ownError],
      asPart,
      /AP5004.*is BUILD_ERROR/s,
      "who canceled",
    ],
    ["timeoutSeconds have passed (AP5005)", "unfinished", next, laterRuns, stillRunning, "AP5004"],
    ["it failed while the next one runs (AP5004)", "failed", next, ownFailed, /AP5004.*in BUILD_ERROR/s, "canceled"],
    ["no known state is returned (AP5005)", "unfinished", unknown, stateless, /AP5005/, "AP5004"],
    ["its status can't be read any more (403, AP5005)", "unfinished", [running, [403]], [200, {}], noAccess, "raise"],
    ["the environment's status returns 500 (AP5005)", "unfinished", [[500]], [200, {}], unreadable, "AP5004"],
    [
      "the services' statuses return 403 (AP5004)",
      "failed",
      [ownError],
      [403],
      /AP5004.*in DEPLOYMENT_ERROR/s,
      "raise",
    ],
    ["the services' statuses return 500 (AP5005)", "unfinished", [ownError], [500], unreadable, "AP5004"],
    ["the environment shows a later deployment (AP5005)", "unfinished", [laterError], [403], stillUnknown, "AP5004"],
  ])("fails if %s: outcome %s", async (_, outcome, statuses, services, says, not) => {
    platform
      .on(deployLine, accepted(1))
      .on(statusLine, deployedBefore, ...statuses)
      .on(statusesLine, services);
    const failure = await failureOf(trigger().create({ ...args, timeoutSeconds: 1 }));
    expect(failure.message).toMatch(says);
    expect(failure.message).not.toContain(not);
    expect(failure.properties).toMatchObject({ __rollout: { outcome } });
  });

  it("succeeds if an outage (503) lasts longer than operationTimeoutSeconds while it waits", async () => {
    const { clock } = newStoppedClock();
    let failures = 0;
    platform
      .on(deployLine, accepted(1))
      .on(statusLine, deployedBefore, () => {
        if (clock.elapsed() < 5_000) return [200, status(1, "DEPLOYING")];
        if (clock.elapsed() > 65_000) return [200, status(1, "DEPLOYED")];
        failures += 1;
        return [503];
      })
      .on(statusesLine, containers(service(ids.container, 1, "DEPLOYED")));
    const cycle = trigger({ clock, environment: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" } });
    const { outputs } = await cycle.create({ ...patient, timeoutSeconds: 600 });
    expect(outputs).toMatchObject({ state: "DEPLOYED", __rollout: { outcome: "succeeded" } });
    expect(failures).toBeGreaterThan(1);
    expect(platform.lines().filter((line) => line === deployLine)).toHaveLength(1);
  });

  it("names the trigger of the same run whose later deployment failed", async () => {
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
});

it("DeploymentTrigger reports once that it waits for another deployment, except for one of the same run", async () => {
  const busy: [number, Values] = [409, { detail: "a deployment is running" }];
  const requested: Values = { ...args, waitFor: "requested" };
  const capital = deployLine.replace(environment, environment.toUpperCase());
  platform.on(deployLine, busy, busy, accepted(1)).on(capital, busy, accepted(1));
  const cycle = trigger();
  await cycle.create(requested);
  const waiting = () => cycle.infos.filter((text) => text.includes("another deployment of the environment is running"));
  expect(waiting()).toEqual([expect.stringContaining("waiting up to 5 s")]);
  await cycle.create({ ...requested, environmentId: environment.toUpperCase(), __resourceName: "second" });
  expect(waiting()).toHaveLength(1);
  expect(cycle.warnings).toEqual([]);
  expect(platform.lines().filter((line) => line === deployLine)).toHaveLength(3);
  expect(platform.lines().filter((line) => line === capital)).toHaveLength(2);
});

/** The state of a trigger whose first deployment had this outcome. */
const state = (outcome: string): Values => {
  const rollout = { outcome, request: requestOf(1), deployment: "deployment-1", date: began };
  return managed({ ...args, state: "DEPLOYED", __rollout: rollout }, args);
};

describe("outcome of a DeploymentTrigger", () => {
  it.each<[title: string, before: string, service: Values, after: string]>([
    ["failed after a refresh if it has failed", "requested", service(ids.container, 1, "DEPLOYMENT_ERROR"), "failed"],
    [
      "failed after a refresh if a service is OUT_OF_DATE",
      "succeeded",
      service(ids.container, 1, "DEPLOYED", began, "OUT_OF_DATE"),
      "failed",
    ],
    [
      "succeeded after a refresh if the deployment has succeeded meanwhile",
      "unfinished",
      service(ids.container, 1, "DEPLOYED"),
      "succeeded",
    ],
    [
      "unfinished after a refresh while the deployment runs",
      "unfinished",
      service(ids.container, 1, "DEPLOYING"),
      "unfinished",
    ],
    [
      "succeeded after a refresh if a later deployment has succeeded",
      "failed",
      service(ids.container, 2, "DEPLOYED", later),
      "succeeded",
    ],
  ])("is %s", async (_, before, service, after) => {
    platform.on(statusLine, [200, status(3, "DEPLOYED", later)]).on(statusesLine, containers(service));
    const { outputs } = await trigger().read(environment, state(before));
    expect(outputs).toMatchObject({ state: "DEPLOYED", __rollout: { outcome: after } });
  });

  it("is still failed after a refresh if the platform returns no status", async () => {
    platform.on(statusLine, [200, status(3, "DEPLOYED", later)]).on(statusesLine, [200, {}]);
    const whole: Values = { ...state("failed"), wholeEnvironment: true };
    delete whole.services;
    for (const before of [whole, state("failed")]) {
      const read = await trigger().read(environment, before);
      expect(read?.outputs).toMatchObject({ __rollout: { outcome: "failed" } });
    }
  });

  const again = 'DeploymentTrigger "release" deploys again, since its last deployment didn\'t succeed.';
  it.each<[outcome: string, deploys: boolean, says: string[]]>([
    ["succeeded", false, []],
    ["requested", false, []],
    ["failed", true, [again]],
  ])("makes the next update deploy again only if it is failed (%s: %s)", async (outcome, deploys, says) => {
    const cycle = trigger();
    expect(await cycle.diff(environment, state(outcome), args)).toEqual({ changes: deploys });
    expect(cycle.infos).toEqual(says);
    platform.on(deployLine, accepted(4)).on(statusLine, deployedBefore, [200, status(4, "DEPLOYED")]);
    await trigger().update(environment, state(outcome), args);
    expect(platform.lines().includes(deployLine)).toBe(deploys);
  });

  it("makes the next update wait for the deployment, and not deploy again, if it is unfinished (AP5005)", async () => {
    const cycle = trigger();
    expect(await cycle.diff(environment, state("unfinished"), args)).toEqual({ changes: true });
    const running = { outcome: "unfinished", deployment: "deployment-1", request: requestOf(1) };
    platform.on(statusLine, [200, status(1, "DEPLOYING")], [200, status(1, "DEPLOYED")]);
    const result = await cycle.update(environment, { ...state(""), __rollout: running as Value }, args);
    expect(platform.lines()).toEqual([statusLine, statusLine]);
    expect(result?.outputs).toMatchObject({ state: "DEPLOYED", __rollout: { outcome: "succeeded" } });
  });
});

// A replica that is behind describes the last deployment for a while: that is never the one that was just requested.

const { clock } = newStoppedClock();

/** How long the replica is behind, in milliseconds. */
const behind = 5_000;

/** Gives `before` for as long as the replica is behind, and then `after`, one by one. */
function replica<T>(before: T, ...after: readonly T[]): () => T {
  const end = clock.elapsed() + behind;
  let count = 0;
  return () => {
    if (clock.elapsed() < end) return before;
    count += 1;
    return after[Math.min(count, after.length) - 1] as T;
  };
}

/** The same as a response. */
function statuses(...specified: [before: Values, ...after: Values[]]): Answer {
  const next = replica(...specified);
  return () => [200, next()];
}

/** A status that tells neither IDs nor times. */
const bare = (state: string): Values => ({ id: environment, state, last_deployment_state: state });

describe("DeploymentTrigger while a replica still returns the previous deployment (5 s)", () => {
  const old = status(0, "DEPLOYED", earlier);

  const succeeded = { outcome: "succeeded", request: requestOf(1), deployment: "deployment-1", date: began };
  it.each<[state: string, rollout: Values, shown: string[]]>([
    ["DEPLOYED", succeeded, ["DEPLOYING", "DEPLOYED"]],
    // The error says how it failed.
    ["DEPLOYMENT_ERROR", { outcome: "failed" }, ["DEPLOYING"]],
  ])("waits until the status shows the new deployment, and ends in its state: %s", async (state, rollout, shown) => {
    platform
      .on(deployLine, [202, old])
      .on(statusLine, statuses(old, status(1, "DEPLOYING"), status(1, state)))
      .on(statusesLine, containers(service(ids.container, 1, state)));
    const cycle = trigger({ clock });
    const outputs = await cycle.create(patient).then(
      ({ outputs }) => outputs,
      (error) => error.properties as Values,
    );
    expect(outputs).toMatchObject({ __rollout: rollout });
    expect(cycle.infos).toEqual(shown.map((each) => expect.stringContaining(`DeploymentTrigger "release": ${each} (`)));
    expect(platform.lines().filter((line) => line === deployLine)).toHaveLength(1);
  });

  it("fails with DEPLOYMENT_ERROR although services still show the last deployment", async () => {
    // The response has the new request, and still the date of the last deployment.
    const response = { ...status(1, "DEPLOYMENT_QUEUED"), last_deployment_date: earlier };
    const own = replica(service(ids.container, 0, "DEPLOYED", earlier), service(ids.container, 1, "DEPLOYMENT_ERROR"));
    platform
      .on(deployLine, [202, response])
      .on(statusLine, statuses(old, status(1, "DEPLOYMENT_ERROR")))
      .on(statusesLine, () => containers(own()));
    expect((await failureOf(trigger({ clock }).create(patient))).message).toContain(
      "the deployment ended in DEPLOYMENT_ERROR",
    );
  });

  it("never mistakes the previous deployment, which the state has, for the new one", async () => {
    const own = status(1, "DEPLOYED");
    platform
      .on(deployLine, [202, own])
      .on(statusLine, [200, status(2, "DEPLOYED", later)], statuses(own, status(3, "DEPLOYMENT_ERROR", later)))
      .on(statusesLine, containers(service(ids.container, 3, "DEPLOYMENT_ERROR", later)));
    const news = { ...patient, services: [{ ...web, imageTag: "1.28" }] };
    const failure = await failureOf(trigger({ clock }).update(environment, state("succeeded"), news));
    expect(failure.message).toContain("the deployment ended in DEPLOYMENT_ERROR");
  });
});

describe("DeploymentTrigger with statuses without IDs", () => {
  it.each<[state: string, code: string | undefined]>([
    ["DEPLOYED", undefined],
    ["DEPLOYMENT_ERROR", "AP5004"],
  ])("waits until the state has changed and is final: %s", async (state, code) => {
    platform
      .on(deployLine, [202, bare("DEPLOYED")])
      .on(statusLine, statuses(bare("DEPLOYED"), bare("DEPLOYING"), bare(state)))
      .on(statusesLine, containers({ id: ids.container, state } as Value));
    const ended = await trigger({ clock })
      .create(patient)
      .then(
        () => undefined,
        ({ reasons: [infos] }) => infos.slice(0, 6),
      );
    expect(ended).toBe(code);
  });

  it("accepts a final state such as DEPLOYED after 15 seconds without a change", async () => {
    platform.on(deployLine, [202, bare("QUEUED")]).on(statusLine, [200, bare("DEPLOYED")]);
    const start = clock.elapsed();
    await trigger({ clock }).create(patient);
    expect(clock.elapsed() - start).toBeGreaterThan(15_000);
  });
});

it.each<[what: string, states: string[], isCanceled: boolean, text: string]>([
  ["a cancellation if all services were canceled", ["CANCELED", "CANCELED"], true, "was canceled before it had ended"],
  ["a failure if a service also failed", ["CANCELED", "BUILD_ERROR"], false, "ended in DEPLOYMENT_ERROR"],
])("waitUntilDeployed reports %s", async (_, states, isCanceled, text) => {
  const services = states.map((state, index) => service(all[index] as string, 1, state));
  platform.on(statusLine, [200, status(1, "DEPLOYMENT_ERROR")]).on(statusesLine, containers(...services));
  const failure = await failureOf(waitUntilDeployed(triggerCall(), both, rollout));
  expect(failure).toMatchObject({ isCanceled, message: expect.stringContaining(text) });
});

it("waitUntilDeployed names the failed service before the services canceled because of the failure", async () => {
  const services = [service(ids.container, 1, "CANCELED"), service(ids.helm, 1, "BUILD_ERROR")];
  platform.on(statusLine, [200, status(1, "BUILD_ERROR")]).on(statusesLine, containers(...services));
  const failure = await failureOf(waitUntilDeployed(triggerCall(), both, rollout));
  const reasons = [`${ids.helm}) is BUILD_ERROR`, `${ids.container}) is CANCELED because of it`];
  expect(failure).toMatchObject({ text: { details: reasons.map((each) => expect.stringContaining(each)) } });
});

it("waitUntilDeployed reports the deployed services when the next stage begins", async () => {
  const staged = (first: string, second: string) =>
    containers(service(ids.container, 1, first), service(ids.helm, 1, second));
  platform
    .on(
      statusLine,
      ...["DEPLOYING", "DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"].map((each): Answer => [200, status(1, each)]),
    )
    .on(statusesLine, staged("DEPLOYED", "DEPLOYMENT_QUEUED"));
  const call = triggerCall();
  const messages: string[] = [];
  const log = { ...call.log, info: (text: string) => messages.push(text) };
  await waitUntilDeployed({ ...call, log } as Call, both, rollout);
  expect(messages.map((each) => each.replace(/\d+ s/, "… s"))).toEqual([
    `${label}: DEPLOYING (… s)`,
    `${label}: DEPLOYMENT_QUEUED (… s)`,
    `${label}: DEPLOYING (… s): next stage, after Container "web" (id ${ids.container}) is DEPLOYED`,
    `${label}: DEPLOYED (… s)`,
  ]);
});

describe("services of a deployment", () => {
  it.each<[what: string, selection: Values, label: string]>([
    ["kind and name", { services: [{ ...web, name: " web " }] }, 'Container "web"'],
    ["ID if they have no name", { services: [{ kind: "Container", id: "c1" }] }, "Container with id c1"],
    ["ID while the name is unknown", { services: [{ ...web, id: "c1", name: UNKNOWN }] }, "Container with id c1"],
    ["kind while the ID is unknown", { services: [{ kind: "Container", id: UNKNOWN }] }, "a new Container"],
    ["path if the program sets an ID", { databases: ["d1"] }, "databases[0]"],
    ["path if the program sets an object with an ID", { containers: [{ id: "c1" }] }, "containers[0]"],
  ])("are named by %s", (_, selection, text) => {
    const call = { run: newRun() };
    expect(selectionOf(selection).map((each) => labelOfSelected(call, each))).toEqual([text]);
  });

  const of = (list: string, id: string): ServiceStatus => ({
    ...{ id, list, state: "READY", request: undefined, isInLast: false, date: Number.NaN },
    ...{ currency: "UP_TO_DATE", steps: [] },
  });
  const { container } = ids;
  const listed = listing({ id: container, name: "shop", environment: { id: environment } });
  const secret = { ...web, name: undefined, __revision: "0a" };
  it.each<[what: string, services: Value, service: ServiceStatus, list: Answer, label: string, isRequested: boolean]>([
    ["the program's name", [web, 7], of("containers", container), listed, `"web" (id ${container})`, false],
    ["their ID if the name is secret", [secret], of("containers", container), listed, `with id ${container}`, false],
    [
      "the platform's name if the trigger selects no services",
      [],
      of("containers", container),
      listed,
      `"shop" (id ${container})`,
      true,
    ],
    ["their ID if the list lacks them", [], of("containers", ids.helm), listed, `with id ${ids.helm}`, true],
    ["their ID if the list is forbidden (403)", null, of("containers", container), [403], `with id ${container}`, true],
  ])("are described with %s", async (_, services, each, list, text, isRequested) => {
    const line = `GET ${at("container")}`;
    platform.on(line, list);
    const described = (stateOf?: () => string) =>
      describeStates(triggerCall(), { ...patient, services }, [each], stateOf);
    expect(await described()).toEqual([`Container ${text} is READY`]);
    expect(platform.lines()).toEqual(isRequested ? [line] : []);
    expect(await described(() => "new")).toEqual([`Container ${text} is new`]);
  });

  it("are described by their ID if the endpoints can't list the kind", async () => {
    const services = [of("terraforms", "t1"), of("others", "o1")];
    expect(await describeStates(triggerCall("documented"), patient, services)).toEqual([
      "TerraformService with id t1 is READY",
      "service with id o1 is READY",
    ]);
  });
});

it.each<[waitFor: Value, documented: boolean, extended: boolean]>([
  [null, false, true],
  ["deployed", true, true],
  ["requested", false, false],
])("isAwaited with waitFor %s is %s on documented and %s on extended endpoints", (waitFor, documented, extended) => {
  const waits = (set: EndpointSet) => isAwaited(triggerCall(set), { waitFor });
  expect([waits("documented"), waits("extended")]).toEqual([documented, extended]);
});

it("DeploymentTrigger waits 600 s if timeoutSeconds isn't set", () => {
  expect([{}, { timeoutSeconds: null }, { timeoutSeconds: 5 }].map((each) => secondsOf(each as Values))).toEqual([
    600, 600, 5,
  ]);
});
