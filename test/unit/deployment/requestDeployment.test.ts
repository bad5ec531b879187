/** How a deployment begins, by the response to its request, and what messages call its services. */
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
  web,
} from "../support/fake-deployments.js";
import { type Answer, connected, definitionOf, failureOf, fakePlatform, listing } from "../support/fake-platform.js";

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

it.each<[what: string, states: string[], isCanceled: boolean, text: string]>([
  ["all services were canceled", ["CANCELED", "CANCELED"], true, "was canceled before it had ended"],
  ["a service also failed", ["CANCELED", "BUILD_ERROR"], false, "ended in DEPLOYMENT_ERROR"],
])("waitUntilDeployed reports a cancellation or a failure if %s", async (_, states, isCanceled, text) => {
  const all = [ids.container, ids.helm];
  const services = states.map((state, index) => service(all[index] as string, 1, state));
  platform.on(statusLine, [200, status(1, "DEPLOYMENT_ERROR")]).on(statusesLine, containers(...services));
  const both = { ...args, services: all.map((id) => ({ ...web, id })) };
  const rollout: Rollout = { outcome: "requested", request: requestOf(1), date: began };
  const failure = await failureOf(waitUntilDeployed(triggerCall(), both, rollout));
  expect(failure).toMatchObject({ isCanceled, message: expect.stringContaining(text) });
});

it("waitUntilDeployed names the failed service first, and what was canceled because of it after", async () => {
  const services = [service(ids.container, 1, "CANCELED"), service(ids.helm, 1, "BUILD_ERROR")];
  platform.on(statusLine, [200, status(1, "BUILD_ERROR")]).on(statusesLine, containers(...services));
  const both = { ...args, services: [ids.container, ids.helm].map((id) => ({ ...web, id })) };
  const rollout: Rollout = { outcome: "requested", request: requestOf(1), date: began };
  const failure = await failureOf(waitUntilDeployed(triggerCall(), both, rollout));
  const reasons = [`${ids.helm}) is BUILD_ERROR`, `${ids.container}) is CANCELED because of it`];
  expect(failure).toMatchObject({ text: { details: reasons.map((each) => expect.stringContaining(each)) } });
});

it("waitUntilDeployed reports which services have ended when the states of a stage begin again", async () => {
  const staged = (first: string, second: string) =>
    containers(service(ids.container, 1, first), service(ids.helm, 1, second));
  platform
    .on(
      statusLine,
      ...["DEPLOYING", "DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"].map((each): Answer => [200, status(1, each)]),
    )
    .on(statusesLine, staged("DEPLOYED", "DEPLOYMENT_QUEUED"));
  const both = { ...args, services: [ids.container, ids.helm].map((id) => ({ ...web, id })) };
  const rollout: Rollout = { outcome: "requested", request: requestOf(1), date: began };
  const call = triggerCall();
  const messages: string[] = [];
  await waitUntilDeployed(
    { ...call, log: { ...call.log, info: (text: string) => messages.push(text) } } as Call,
    both,
    rollout,
  );
  expect(messages.map((each) => each.replace(/\d+ s/, "… s"))).toEqual([
    `${label}: DEPLOYING (… s)`,
    `${label}: DEPLOYMENT_QUEUED (… s)`,
    `${label}: DEPLOYING (… s): next stage, after Container "web" (id ${ids.container}) is DEPLOYED`,
    `${label}: DEPLOYED (… s)`,
  ]);
});

describe("requestDeployment", () => {
  const future = "2999-03-04T11:00:00Z";
  const queued = status(1, "DEPLOYMENT_QUEUED", future);
  const begins = (response: Values, more: Values = {}, choose: Choose = chooseAll, call = triggerCall()) => {
    platform.on(statusLine, deployedBefore);
    for (const line of [deployLine, `POST ${at("redeploy")}`]) platform.on(line, [202, response]);
    return beginDeployment(call, { ...args, ...more }, choose, ["older"]);
  };

  it("returns the response's request and the former ones", async () => {
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
    ["the last deployment's, still running", status(0, "DEPLOYING", earlier), []],
    ["an end before the request", status(1, "DEPLOYED", earlier), []],
    ["an end after the request", status(1, "DEPLOYED", future), [requestOf(1), "DEPLOYED"]],
    ["running since before the request", status(1, "DEPLOYING", earlier), [requestOf(1), "DEPLOYING"]],
  ])("ignores a status that may be outdated: %s", async (_, response, known) => {
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

  it("are described without a name if no list has them, and without an unknown kind", async () => {
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
])("isAwaited with waitFor %s depends on the endpoints", (waitFor, documented, extended) => {
  const waits = (set: EndpointSet) => isAwaited(triggerCall(set), { waitFor });
  expect([waits("documented"), waits("extended")]).toEqual([documented, extended]);
});

it("a trigger waits ten minutes by default", () => {
  expect([{}, { timeoutSeconds: null }, { timeoutSeconds: 5 }].map((each) => secondsOf(each as Values))).toEqual([
    600, 600, 5,
  ]);
});

it("a failed cluster deployment says what is in the way and what to correct", () => {
  const failure = new TimedOutError("Reading", "https://platform.example", 30);
  const busy = { seconds: undefined, state: "DEPLOYING", isOwn: false, failure };
  const { message } = new ClusterUnfinishedError("it", busy);
  expect(message).toMatch(/still running, so it wasn't deployed\.\n.*within 30 s.*wait until it has ended/s);
  expect(message).not.toMatch(/timeoutSeconds|continues/);
  const own = new ClusterUnfinishedError("it", { ...busy, seconds: 60, isOwn: true, failure: undefined });
  expect(own.message).toMatch(/hasn't ended after 60 s; its last known state is DEPLOYING\..*timeoutSeconds/s);
  const failed = new ClusterNotDeployedError("it", "DEPLOYMENT_ERROR");
  expect(failed.message).toMatch(/\.\n {2}What to do: check the cluster/);
  const refused = new ClusterNotDeployedError("it", "INVALID_CREDENTIALS");
  expect(refused.message).toMatch(/\.\n {2}What to do: correct the cloud provider's credentials/);
});
