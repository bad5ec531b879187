/** How a deployment begins, by the response to its request or without one, and what messages call its services. */
import { describe, expect, it } from "vitest";
import { ClusterNotDeployedError, ClusterUnfinishedError } from "../../../provider/deployment/errors.js";
import { beginDeployment, type Choose, chooseAll } from "../../../provider/deployment/requestDeployment.js";
import { selectionOf } from "../../../provider/deployment/selection.js";
import type { Rollout, ServiceStatus } from "../../../provider/deployment/statuses.js";
import {
  describeStates,
  isAwaited,
  labelOfSelected,
  secondsOf,
  waitUntilDeployed,
} from "../../../provider/deployment/wait.js";
import { TimedOutError } from "../../../provider/errors/index.js";
import { newRun } from "../../../provider/ownership/run.js";
import { ids } from "../../kinds/fixtures.js";
import { type Call, type EndpointSet, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import {
  at,
  began,
  containers,
  deployedBefore,
  deployLine,
  earlier,
  environment,
  releaseWithin,
  requestOf,
  service,
  status,
  statusesLine,
  statusLine,
  triggerOn,
  web,
} from "../support/fake-deployments.js";
import {
  type Answer,
  connected,
  definitionOf,
  failureOf,
  fakePlatform,
  listing,
  lost,
} from "../support/fake-platform.js";

const platform = fakePlatform();
const label = 'DeploymentTrigger "release"';
const args = releaseWithin(60);

function triggerCall(endpoints: EndpointSet = "extended"): Call {
  const { platform: own, run, log } = connected(platform.url, { endpoints });
  const operation = own.client.begin();
  return {
    definition: definitionOf("DeploymentTrigger"),
    platform: own,
    run,
    log,
    label,
    operation,
  } as unknown as Call;
}

const all = [ids.container, ids.helm];
const both = { ...args, services: all.map((id) => ({ ...web, id })) };
const rollout: Rollout = { outcome: "requested", request: requestOf(1), date: began };

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

describe("beginDeployment", () => {
  const future = "2999-03-04T11:00:00Z";
  const queued = status(1, "DEPLOYMENT_QUEUED", future);
  const begins = (response: Values, more: Values = {}, choose: Choose = chooseAll, call = triggerCall()) => {
    platform.on(statusLine, deployedBefore);
    for (const line of [deployLine, `POST ${at("redeploy")}`]) platform.on(line, [202, response]);
    return beginDeployment(call, { ...args, ...more }, choose, ["older"]);
  };

  it("returns the request of the response, and former requests as `before`", async () => {
    const call = triggerCall();
    const begun = await begins(queued, {}, chooseAll, call);
    expect(begun).toMatchObject({ id: environment, status: { state: "DEPLOYMENT_QUEUED" } });
    const own = { request: requestOf(1), deployment: "deployment-1", date: future };
    const before = ["older", requestOf(0)];
    expect(begun?.rollout).toEqual({ outcome: "requested", before, services: [ids.container], ...own });
    expect(platform.lines()).toEqual([statusLine, deployLine]);
    expect(call.run.deployments.in(environment)).toMatchObject([{ by: label, request: requestOf(1) }]);
  });

  it.each<[what: string, id: Value, expected: string]>([
    ["an ID", "e2", "e2"],
    ["an empty ID", "", environment],
    ["a number as its ID", 7, "7"],
  ])("takes the environment from a response with %s", async (_, id, expected) => {
    expect((await begins({ ...queued, id }))?.id).toBe(expected);
  });

  it.each<[what: string, response: Values, known: string[]]>([
    ["ignores the status of the last deployment if that still runs", status(0, "DEPLOYING", earlier), []],
    ["ignores an end before the request", status(1, "DEPLOYED", earlier), []],
    ["accepts an end after the request", status(1, "DEPLOYED", future), [requestOf(1), "DEPLOYED"]],
    [
      "accepts its own request although the deployment began before the request",
      status(1, "DEPLOYING", earlier),
      [requestOf(1), "DEPLOYING"],
    ],
  ])("%s", async (_, response, known) => {
    const begun = await begins(response);
    expect([begun?.rollout.request, begun?.status.state]).toEqual([known[0], known[1]]);
  });

  it("returns no services for a whole environment", async () => {
    const everything = { services: null, wholeEnvironment: true };
    const begun = await begins(queued, everything, async () => undefined);
    expect(begun?.rollout.request).toBe(requestOf(1));
    expect(begun?.rollout).not.toHaveProperty("services");
  });

  it("sends no request if nothing is chosen", async () => {
    expect(await begins(queued, {}, async () => [])).toBeUndefined();
    expect(platform.lines()).toEqual([]);
  });
});

describe("services of a deployment", () => {
  it.each<[what: string, selection: Values, label: string]>([
    ["kind and name", { services: [{ ...web, name: " web " }] }, 'Container "web"'],
    ["ID without a name", { services: [{ kind: "Container", id: "c1" }] }, "Container with id c1"],
    ["ID before the name is known", { services: [{ ...web, id: "c1", name: UNKNOWN }] }, "Container with id c1"],
    ["kind before the ID is known", { services: [{ kind: "Container", id: UNKNOWN }] }, "a new Container"],
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
    ["no secret name", [secret], of("containers", container), listed, `with id ${container}`, false],
    ["the platform's name", [], of("containers", container), listed, `"shop" (id ${container})`, true],
    ["no name if the list lacks it", [], of("containers", ids.helm), listed, `with id ${ids.helm}`, true],
    ["no name if the list is forbidden", null, of("containers", container), [403], `with id ${container}`, true],
  ])("are described with %s", async (_, services, each, list, text, isRequested) => {
    const line = `GET ${at("container")}`;
    platform.on(line, list);
    const described = (stateOf?: () => string) => describeStates(triggerCall(), { ...args, services }, [each], stateOf);
    expect(await described()).toEqual([`Container ${text} is READY`]);
    expect(platform.lines()).toEqual(isRequested ? [line] : []);
    expect(await described(() => "new")).toEqual([`Container ${text} is new`]);
  });

  it("are described by their ID if the endpoints can't list the kind", async () => {
    const services = [of("terraforms", "t1"), of("others", "o1")];
    expect(await describeStates(triggerCall("documented"), args, services)).toEqual([
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

it("errors of a cluster deployment name the obstacle and what to do", () => {
  const failure = new TimedOutError("Reading", "https://platform.example", 30);
  const busy = { seconds: undefined, state: "DEPLOYING", isOwn: false, failure };
  const { message } = new ClusterUnfinishedError("it", busy);
  expect(message).toMatch(/still running, so it wasn't deployed\.\n.*within 30 s.*wait until it has ended/s);
  expect(message).not.toMatch(/timeoutSeconds|continues/);
  const own = new ClusterUnfinishedError("it", { ...busy, seconds: 60, isOwn: true, failure: undefined });
  expect(own.message).toMatch(/hasn't ended after 60 s; its last known state is DEPLOYING\..*timeoutSeconds/s);
  const failed = new ClusterNotDeployedError("it", "DEPLOYMENT_ERROR");
  expect(failed.message).toMatch(/\.\n {2}What to do: check the cluster/);
});

const redeployLine = `POST ${at("redeploy")}`;
const other = { ...web, id: ids.helm, name: "api" };
const refused: [number, Values] = [400, { detail: "asked again" }];
const now = () => new Date(Date.now() + 600_000).toISOString();

/** A service as its status has it: its ID, the number of its deployment, when that began, and its state. */
type Shown = readonly [id: string, number: number, date: string, state?: string];

interface Found {
  readonly environmentAt?: string;
  readonly services: readonly Shown[];
  readonly isWhole?: boolean;
  readonly selection?: readonly Values[];
  readonly more?: Values;
}

/** What becomes of a deployment whose response is lost, by what the platform shows then. */
async function deploying({ environmentAt = now(), services, isWhole = false, selection = [web], more = {} }: Found) {
  const line = isWhole ? redeployLine : deployLine;
  platform.on(line, lost, refused);
  const before: [number, Values] = [200, status(0, "DEPLOYED", earlier)];
  platform.on(statusLine, before, [200, status(1, "DEPLOYED", environmentAt)]);
  const shown = services.map(([id, number, date, state = "DEPLOYED"]) => ({
    ...service(id, number, state, date),
    ...more,
  }));
  platform.on(statusesLine, containers(...shown));
  const specified = isWhole ? { wholeEnvironment: true } : { services: [...selection] };
  const args = { environmentId: environment, timeoutSeconds: 30, __resourceName: "release", ...specified } as Values;
  const ended = await triggerOn(platform)
    .create(args)
    .then(
      () => "found",
      (error: Error) => (error.message.includes("asked again") ? "not found" : error.message),
    );
  return { ended, sent: platform.lines().filter((each) => each === line).length };
}

describe("deployment with a lost response", () => {
  const shows = (number: number, date = now()): Shown => [ids.container, number, date];
  const otherShows = (number: number): Shown => [ids.helm, number, now()];
  const [bothShow, oneShows] = [
    [shows(1), otherShows(1)],
    [shows(1), otherShows(2)],
  ];
  const deleted: Shown = [ids.job, 0, earlier, "DELETED"];
  const selection = [web, other];
  const carried = { is_part_last_deployment: true };
  const byTheEnvironment = { deployment_request_id: null, last_deployment_date: now() };
  it.each<[what: string, found: Found, isFound: boolean]>([
    ["is found if the service shows a new request", { services: [shows(1)] }, true],
    ["is not found if the service shows an earlier request", { services: [shows(0, earlier)] }, false],
    [
      "is not found if the service shows another request with an earlier time",
      { services: [shows(2, earlier)] },
      false,
    ],
    ["is found by the environment's request, whatever time the service shows", { services: [shows(1, earlier)] }, true],
    ["is found in a request that carries others", { services: [shows(2, earlier)], more: carried }, true],
    ["is not found if the environment shows no new request", { environmentAt: earlier, services: [shows(1)] }, false],
    ["is not found if the service is missing", { services: [otherShows(1)] }, false],
    ["is found if all selected services show it", { selection, services: bothShow }, true],
    ["is not found if only one selected service shows it", { selection, services: oneShows }, false],
    ["is not found if one selected service is missing", { selection, services: [shows(1)] }, false],
    ["is found if all services of the whole environment show it", { isWhole: true, services: bothShow }, true],
    ["is found although a deleted service doesn't show it", { isWhole: true, services: [shows(1), deleted] }, true],
    ["is not found if only one service of all shows it", { isWhole: true, services: oneShows }, false],
    ["is found by the environment if services show no request", { services: [shows(1)], more: byTheEnvironment }, true],
  ])("%s", async (_, found, isFound) => {
    expect(await deploying(found)).toEqual({ ended: isFound ? "found" : "not found", sent: isFound ? 1 : 2 });
  });

  it("fails with AP4002 if the endpoints have no statuses, and is requested once", async () => {
    platform.on(deployLine, lost).on(statusLine, [200, status(0, "DEPLOYED", earlier)]);
    const args = { environmentId: environment, services: [web], __resourceName: "release" };
    const failure = await failureOf(triggerOn(platform, { endpoints: "documented" }).create(args));
    expect(failure.code).toBe("AP4002");
    expect(failure.message).toContain("check the environment's deployments in the platform's console");
    expect(platform.lines().filter((each) => each === deployLine)).toHaveLength(1);
  });
});

describe("deployment after a read of the environment's status", () => {
  const args = { environmentId: environment, services: [web], timeoutSeconds: 0, __resourceName: "release" };
  it.each<[what: string, answer: [number, Values], isRequested: boolean]>([
    ["may be forbidden (403)", [403, {}], true],
    ["may find nothing (404)", [404, {}], true],
    ["must not fail (500)", [500, {}], false],
  ])("%s", async (_, answer, isRequested) => {
    platform.on(statusLine, answer).on(statusesLine, containers(service(ids.container, 1, "DEPLOYED", now())));
    platform.on(deployLine, [202, status(1, "DEPLOYMENT_QUEUED", now())]);
    await triggerOn(platform)
      .create(args)
      .catch(() => undefined);
    expect(platform.lines().includes(deployLine)).toBe(isRequested);
  });
});
