/** How waiting for a deployment ends, by what the platform returns of it, and what its errors say. */
import { describe, expect, it } from "vitest";
import * as own from "../../provider/deployment/errors.js";
import { beginDeployment, type Choose, chooseAll } from "../../provider/deployment/requestDeployment.js";
import { selectionOf } from "../../provider/deployment/selection.js";
import type { Rollout, ServiceStatus } from "../../provider/deployment/statuses.js";
import {
  deployedStatus,
  describeStates,
  isAwaited,
  labelOfSelected,
  lookAt,
  secondsOf,
  waitUntilDeployed,
} from "../../provider/deployment/wait.js";
import { ConflictError, ForbiddenError, RejectedError, ServerFaultError } from "../../provider/errors/index.js";
import type { ApiRequest } from "../../provider/platform/apiRequest.js";
import { ids } from "../kinds/fixtures.js";
import { type Call, type EndpointSet, UNKNOWN, type Value, type Values } from "../provider.js";
import { newStoppedClock } from "../steady-clock.js";
import { began, later, requestOf, service, status, web } from "./pretend-deployments.js";
import { connected, definitionOf, failureOf } from "./pretend-platform.js";

const failed = { purpose: "Reading", method: "GET", path: "/", details: [], retryAfterSeconds: 0 };
const forbidden = new ForbiddenError({ ...failed, status: 403 });
const faulty = new ServerFaultError({ ...failed, status: 503 });
const label = 'DeploymentTrigger "release"';
const args: Values = { environmentId: ids.environment, services: [web], timeoutSeconds: 60 };

type Response = Value | Error;

/** A call of a trigger on a platform that returns these one by one, the last one from then on. */
function watching(
  {
    statuses = [],
    services = {},
    lists = {},
    deploys = [],
  }: { statuses?: Response[]; services?: Response; lists?: Record<string, Response>; deploys?: Response[] },
  endpoints: EndpointSet = "extended",
) {
  const { clock } = newStoppedClock();
  const { platform, log, told } = connected("http://127.0.0.1:9", { endpoints, clock });
  const asked: string[] = [];
  const client = {
    ...platform.client,
    async send({ endpoint: { path }, members }: ApiRequest) {
      const name = path.split("/").at(-1) as string;
      asked.push(name);
      const queue = name === "status" ? statuses : /deploy$/.test(name) ? deploys : [services];
      const given = queue.length > 1 ? queue.shift() : queue[0];
      if (given instanceof Error) throw given;
      expect(members.environmentId).toBe(ids.environment);
      return given;
    },
  };
  const all = async ({ endpoint: { path } }: ApiRequest) => {
    const given = lists[path.split("/").at(-1) as string] ?? [];
    if (given instanceof Error) throw given;
    return given;
  };
  const here = { ...platform, client, lists: { ...platform.lists, all } };
  const call = { definition: definitionOf("DeploymentTrigger"), platform: here, log, label, operation: client.begin() };
  return { call: call as unknown as Call, asked, told, platform };
}

const rollout = (number: number, more: Partial<Rollout> = {}): Rollout => ({
  ...{
    outcome: "requested",
    request: requestOf(number),
    deployment: `deployment-${number}`,
    date: began,
    services: [ids.container],
  },
  ...more,
});
const containers = (...some: Value[]): Values => ({ environment: {}, containers: some });
const statusOf = (id: string, list: string, state: string, request?: string): ServiceStatus => ({
  ...{ id, list, state, request, isInLast: false, date: Number.NaN, currency: "UP_TO_DATE", steps: [] },
});

describe("a look at a deployment", () => {
  const good = containers(service(ids.container, 1, "DEPLOYED"));
  it.each<
    [what: string, seen: Parameters<typeof watching>[0], asked: string[], outcome: string | undefined, isOwn: boolean]
  >([
    [
      "needs only the environment's status if it was successful",
      { statuses: [status(1, "DEPLOYED")] },
      ["status"],
      "deployed",
      true,
    ],
    ["needs only that while it's running", { statuses: [status(1, "DEPLOYING")] }, ["status"], "running", true],
    [
      "asks for the services if it ended otherwise",
      { statuses: [status(1, "DEPLOYMENT_ERROR")], services: good },
      ["status", "statuses"],
      "deployed",
      true,
    ],
    [
      "asks for the services if the status is another one's",
      { statuses: [status(2, "DEPLOYING", later)], services: good },
      ["status", "statuses"],
      "deployed",
      false,
    ],
    [
      "decides nothing if these can't be read",
      { statuses: [status(2, "DEPLOYED", later)], services: forbidden },
      ["status", "statuses"],
      undefined,
      false,
    ],
  ])("%s", async (_, seen, asked, outcome, isOwn) => {
    const { call, asked: requests } = watching(seen);
    const look = await lookAt(call, args, rollout(1));
    expect([requests, look.verdict?.outcome, look.isOwn]).toEqual([asked, outcome, isOwn]);
    expect(look.verdict?.services ?? []).toEqual(
      outcome === "deployed" && asked.length === 2 ? [expect.objectContaining({ id: ids.container })] : [],
    );
  });

  it("fails if the services can't be read for now", async () => {
    const { call } = watching({ statuses: [status(2, "DEPLOYED", later)], services: faulty });
    expect(await failureOf(lookAt(call, args, rollout(1)))).toBe(faulty);
  });

  it("learns from a status of the deployment what the response to the request didn't say", async () => {
    const { call } = watching({ statuses: [status(1, "DEPLOYING", later)] });
    const known = rollout(1, { deployment: "other", date: began });
    expect((await lookAt(call, args, known)).rollout).toEqual({ ...known, deployment: "deployment-1", date: later });
    const { call: another } = watching({ statuses: [status(2, "DEPLOYING", later)], services: {} });
    expect((await lookAt(another, args, known)).rollout).toBe(known);
  });
});

describe("waiting for a deployment", () => {
  const ends = async (seen: Parameters<typeof watching>[0], known = rollout(1)) => {
    const { call, told } = watching(seen);
    const outcome = await waitUntilDeployed(call, args, known).catch((error: Error) => error);
    return { message: outcome instanceof Error ? outcome.message : "", outcome, told, call };
  };

  it("ends with a successful status, after each state was shown once", async () => {
    const { outcome, told } = await ends({
      statuses: [status(1, "DEPLOYMENT_QUEUED"), status(1, "DEPLOYING"), status(1, "DEPLOYING"), status(1, "DEPLOYED")],
    });
    expect(outcome).toMatchObject({ state: "DEPLOYED", lastDeploymentId: "deployment-1" });
    expect(told).toEqual([
      expect.stringMatching(/^DeploymentTrigger "release": DEPLOYMENT_QUEUED \(0 s\)$/),
      expect.stringMatching(/: DEPLOYING \(1 s\)$/),
      expect.stringMatching(/: DEPLOYED \([2-5] s\)$/),
    ]);
  });

  it("ends with an error that names what failed, and that alone shows the state", async () => {
    const services = containers(service(ids.container, 1, "DEPLOYMENT_ERROR"));
    const { message, told } = await ends({ statuses: [status(1, "DEPLOYMENT_ERROR")], services });
    expect(message).toMatch(
      /^AP5004: .*ended in DEPLOYMENT_ERROR\.\n {2}- Container "web" \(id .*\) is DEPLOYMENT_ERROR/,
    );
    expect(told).toEqual([]);
  });

  it.each<[what: string, states: string[], text: string]>([
    ["all of it was canceled", ["CANCELED"], "was canceled before it had ended"],
    ["something also failed", ["CANCELED", "BUILD_ERROR"], "ended in DEPLOYMENT_ERROR"],
  ])("says that it was canceled only if %s", async (_, states, text) => {
    const both = { ...args, services: [web, { ...web, id: ids.helm }] };
    const services = containers(
      ...states.map((state, index) => service([ids.container, ids.helm][index] as string, 1, state)),
    );
    const { call } = watching({ statuses: [status(1, "DEPLOYMENT_ERROR")], services });
    const known = rollout(1, { services: [ids.container, ids.helm] });
    expect((await failureOf(waitUntilDeployed(call, both, known))).message).toContain(text);
  });

  it("ends with the services' state if the environment shows another deployment", async () => {
    const services = containers(service(ids.container, 1, "BUILD_ERROR"));
    expect((await ends({ statuses: [status(2, "DEPLOYING", later)], services })).message).toContain(
      "ended in BUILD_ERROR",
    );
  });

  it("fails if nothing shows how it ended", async () => {
    const { message } = await ends({ statuses: [status(1, "STOPPED")], services: forbidden });
    expect(message).toMatch(/^AP5004: .*ended in STOPPED/);
  });

  it("ends with an error about a later deployment that failed, and its trigger if that is of this run", async () => {
    const seen = {
      statuses: [status(2, "DEPLOYMENT_ERROR", later)],
      services: containers(service(ids.container, 2, "BUILD_ERROR", later)),
    };
    expect((await ends(seen)).message).toMatch(/^AP5007: .*which this trigger didn't request, failed/);
    const { call, platform } = watching(seen);
    for (const [number, by] of [
      [3, "third"],
      [2, "second"],
    ] as const)
      platform.deployments.begun(ids.environment, { by, request: requestOf(number) });
    platform.deployments.begun(ids.environment, { by: "unknown", request: undefined });
    expect((await failureOf(waitUntilDeployed(call, args, rollout(1)))).message).toContain(
      "second deployed the same services again",
    );
  });

  it("ends when its time is over, with what is still running", async () => {
    const services = containers(service(ids.container, 1, "DEPLOYING"));
    const running = await ends({ statuses: [status(2, "DEPLOYING", later)], services });
    expect(running.message).toMatch(
      /^AP5005: .*hasn't ended after 60 s; its state is unknown.*\n {2}- Container "web" .* is DEPLOYING\n.*raise `timeoutSeconds`/s,
    );
    const silent = await ends({ statuses: [status(1, "DEPLOYING"), faulty] });
    expect(silent.message).toMatch(/its status couldn't be read within 60 s; its last known state is DEPLOYING/);
  });

  it("ends at once when the status can no longer be read", async () => {
    const { message } = await ends({ statuses: [status(1, "DEPLOYING"), forbidden] });
    expect(message).toMatch(/^AP5005: .*couldn't be read; its last known state is DEPLOYING/);
    expect(message).not.toContain("timeoutSeconds");
  });

  it("doesn't believe an end for a while if nothing tells it from the end of an earlier deployment", async () => {
    const nameless = (state: string): Values => ({ id: ids.environment, state });
    const { outcome, told } = await ends(
      { statuses: [nameless("DEPLOYED"), nameless("DEPLOYING"), nameless("DEPLOYED")] },
      { outcome: "requested" },
    );
    expect([(outcome as Values).state, told.length]).toEqual(["DEPLOYED", 2]);
    const { outcome: first, told: once } = await ends({ statuses: [nameless("DEPLOYED")] }, { outcome: "requested" });
    expect([(first as Values).state, once]).toEqual([
      "DEPLOYED",
      [expect.stringMatching(/DEPLOYED \((1[5-9]|2\d) s\)/)],
    ]);
  });
});

describe("a deployment that begins", () => {
  const before = status(0, "DEPLOYED", "2026-03-04T10:55:00Z");
  const queued = status(1, "DEPLOYMENT_QUEUED", "2999-03-04T11:00:00Z");
  const begins = (deploys: Response[], more: Values = {}, choose: Choose = chooseAll, known?: string[]) => {
    const { call, asked, told, platform } = watching({ statuses: [before], deploys });
    const ended = beginDeployment(call, { ...args, ...more }, choose, known).catch((error: Error) => error);
    return ended.then((outcome) => ({ outcome, asked, told, platform }));
  };
  const own = { request: requestOf(1), deployment: "deployment-1", date: "2999-03-04T11:00:00Z" };

  it("is known by the response, and by those before it", async () => {
    const { outcome, asked, platform } = await begins([queued], {}, chooseAll, ["older"]);
    expect(outcome).toMatchObject({ id: ids.environment, status: { state: "DEPLOYMENT_QUEUED" } });
    expect((outcome as { rollout: Rollout }).rollout).toEqual({
      ...{ outcome: "requested", before: ["older", requestOf(0)], services: [ids.container], ...own },
    });
    expect(asked).toEqual(["status", "deploy"]);
    expect(platform.deployments.in(ids.environment)).toMatchObject([{ by: label, request: requestOf(1) }]);
  });

  it.each<[what: string, id: Value, expected: string]>([
    ["an ID", "e2", "e2"],
    ["an empty ID", "", ids.environment],
    ["a number as its ID", 7, ids.environment],
  ])("is that of the environment in a response with %s", async (_, id, expected) => {
    expect((await begins([{ ...queued, id }])).outcome).toMatchObject({ id: expected });
  });

  it.each<[what: string, response: Values, isKnown: boolean]>([
    ["that of the last deployment", before, false],
    ["of an end before the request", status(1, "DEPLOYED", "2026-03-04T10:55:00Z"), false],
    ["of an end after the request", status(1, "DEPLOYED", "2999-03-04T11:00:00Z"), true],
    ["of one that is running since before the request", status(1, "DEPLOYING", "2026-03-04T10:55:00Z"), true],
  ])("isn't described by a status that may be outdated: %s", async (_, response, isKnown) => {
    const { outcome } = await begins([response]);
    const { rollout: found, status: shown } = outcome as { rollout: Rollout; status: Values };
    expect([found.request, shown.state]).toEqual(isKnown ? [requestOf(1), response.state] : [undefined, undefined]);
  });

  it("of a whole environment has no services of its own", async () => {
    const everything = { services: null, wholeEnvironment: true };
    const { outcome } = await begins([queued], everything, async () => undefined);
    expect((outcome as { rollout: Rollout }).rollout).not.toHaveProperty("services");
  });

  it("isn't requested if nothing is chosen", async () => {
    expect(await begins([queued], {}, async () => [])).toMatchObject({ outcome: undefined, asked: [] });
  });

  it("waits for another one, and says so unless that is of this run", async () => {
    const conflict = new ConflictError({ ...failed, status: 409 });
    const { outcome, told } = await begins([conflict, conflict, queued]);
    expect(outcome).toMatchObject({ rollout: { request: requestOf(1) } });
    expect(told).toEqual([
      expect.stringContaining("another deployment of the environment is running; waiting up to 60 s"),
    ]);
    const { call, told: nothing, platform } = watching({ statuses: [before], deploys: [conflict, queued] });
    platform.deployments.begun(ids.environment, { by: "other", request: undefined });
    await beginDeployment(call, args, chooseAll);
    expect(nothing).toEqual([]);
    expect((await begins([conflict])).outcome).toMatchObject({ code: "AP5001" });
  });

  const app = { kind: "Application", id: ids.application };
  it.each<[what: string, services: Value[], details: string[], code: string]>([
    ["a service without a commit", [web, app], [], "AP5002"],
    ["nothing that needs one", [web], [], "AP3006"],
    [
      "a violation of a service that isn't about that",
      [web, { ...web, __versionRevision: "" }],
      ["services[0].imageTag: no"],
      "AP3006",
    ],
  ])("is refused with advice about first deployments only for %s", async (_, services, details, code) => {
    const rejected = new RejectedError({ ...failed, status: 400, details });
    expect((await begins([rejected], { services })).outcome).toMatchObject({ code });
  });
});

it("the status of a successful deployment is its own, whatever the environment shows", () => {
  const now = { state: "DEPLOYING", lastDeploymentId: "deployment-2", name: "e" };
  const success = { ...now, state: "DEPLOYED", lastDeploymentState: "DEPLOYED" };
  const look = { now, rollout: rollout(1), verdict: undefined };
  expect(deployedStatus({ ...look, isOwn: true })).toEqual(success);
  expect(deployedStatus({ ...look, isOwn: false })).toEqual({
    ...success,
    ...{ deploymentRequestId: requestOf(1), lastDeploymentId: "deployment-1", lastDeploymentDate: began },
  });
});

describe("the services of a deployment", () => {
  it.each<[what: string, service: Value, label: string]>([
    ["kind and name", { ...web, name: " web " }, 'Container "web"'],
    ["its ID without a name", { kind: "Container", id: "c1" }, "Container with id c1"],
    ["its ID before the name is known", { ...web, id: "c1", name: UNKNOWN }, "Container with id c1"],
    ["its kind before the ID is known", { kind: "Container", id: UNKNOWN }, "a new Container"],
  ])("are called by %s", (_, given, text) => {
    expect(selectionOf({ services: [given] }).map(labelOfSelected)).toEqual([text]);
  });

  it("are called by their path if the program gives an ID", () => {
    expect(selectionOf({ databases: ["d1"], containers: [{ id: "c1" }] }).map(labelOfSelected)).toEqual([
      "databases[0]",
      "containers[0]",
    ]);
  });

  it.each<[what: string, services: Value, service: ServiceStatus, lists: Record<string, Response>, text: string]>([
    [
      "the name in the program",
      [web, 7],
      statusOf(ids.container, "containers", "READY"),
      {},
      `Container "web" (id ${ids.container}) is READY`,
    ],
    [
      "no name that is secret",
      [{ ...web, name: undefined, __revision: "0a" }],
      statusOf(ids.container, "containers", "READY"),
      {},
      `Container with id ${ids.container} is READY`,
    ],
    [
      "the name on the platform",
      [],
      statusOf("c1", "containers", "READY"),
      { container: [{ id: "C1", name: "shop", environment: { id: ids.environment } }] },
      'Container "shop" (id c1) is READY',
    ],
    [
      "no name that isn't listed",
      [],
      statusOf("c2", "containers", "READY"),
      { container: [{ id: "c1", name: "shop", environment: { id: ids.environment } }] },
      "Container with id c2 is READY",
    ],
    [
      "no name where none can be listed",
      null,
      statusOf("c1", "containers", "READY"),
      { container: forbidden },
      "Container with id c1 is READY",
    ],
    ["no kind that is unknown", [], statusOf("x1", "functions", "READY"), {}, "service with id x1 is READY"],
  ])("are described with %s", async (_, services, each, lists, text) => {
    const { call } = watching({ lists });
    expect(await describeStates(call, { ...args, services }, [each])).toEqual([text]);
    expect(await describeStates(call, { ...args, services }, [each], () => "new")).toEqual([
      text.replace("READY", "new"),
    ]);
  });

  it("are described without a name where the platform has no list of them", async () => {
    const { call } = watching({}, "documented");
    expect(await describeStates(call, args, [statusOf("t1", "terraforms", "READY")])).toEqual([
      "TerraformService with id t1 is READY",
    ]);
  });
});

it.each<[waitFor: Value, documented: boolean, extended: boolean]>([
  [null, false, true],
  ["deployed", true, true],
  ["requested", false, false],
])("a trigger that waits for %s waits by what its endpoints return", (waitFor, documented, extended) => {
  const waits = (set: EndpointSet) => isAwaited(watching({}, set).call, { waitFor });
  expect([waits("documented"), waits("extended")]).toEqual([documented, extended]);
});

it("a trigger waits for ten minutes unless the program says otherwise", () => {
  expect([{}, { timeoutSeconds: null }, { timeoutSeconds: 5 }].map((each) => secondsOf(each as Values))).toEqual([
    600, 600, 5,
  ]);
});

describe("an error of a deployment", () => {
  const rejection = { ...failed, status: 400 };
  const unfinished = {
    environmentId: "e1",
    seconds: 60,
    state: "DEPLOYING",
    services: ["web is DEPLOYING"],
    failure: undefined,
  };
  const cluster = { seconds: 60, state: "DEPLOYING", isOwn: true, failure: undefined };
  const cause = new RejectedError(rejection);
  it.each<[what: string, error: () => Error, has: RegExp[], lacks: RegExp]>([
    [
      "of an empty selection",
      () => new own.EmptySelectionError("it"),
      [/selects no service/, /in `applications`/],
      /undefined/,
    ],
    [
      "of another deployment",
      () => new own.DeploymentBusyError("it", 5),
      [/after 5 s\.\n/, /run `pulumi up` again/],
      /destroy/,
    ],
    [
      "of another deployment, with its effect",
      () => new own.DeploymentBusyError("it", 5, "so it wasn't stopped"),
      [/after 5 s, so it wasn't stopped\.\n/, /`pulumi destroy`/],
      /undefined/,
    ],
    [
      "of a commit",
      () => new own.FirstDeploymentError(rejection, ["a", "b"]),
      [/selected without one: a, b/, /gitCommitId/],
      /imageTag/,
    ],
    [
      "of a tag",
      () => new own.FirstDeploymentError(rejection, [], ["a", "b"]),
      [/hasn't changed it: a, b\./, /imageTag/],
      /gitCommitId/,
    ],
    [
      "that failed",
      () => new own.DeploymentFailedError("it", "BUILD_ERROR", ["a"]),
      [/ended in BUILD_ERROR\.\n {2}- a\n/, /read the log/],
      /cancel/,
    ],
    [
      "that was canceled",
      () => new own.DeploymentFailedError("it", "CANCELED", ["a"]),
      [/was canceled/, /who canceled it/],
      /read the log/,
    ],
    [
      "that continues",
      () => new own.DeploymentUnfinishedError("it", unfinished),
      [
        /hasn't ended after 60 s; its state is DEPLOYING\. It continues/,
        /- web is DEPLOYING\n/,
        /logs e1 --follow/,
        /timeoutSeconds/,
      ],
      /couldn't/,
    ],
    [
      "that can't be read",
      () => new own.DeploymentUnfinishedError("it", { ...unfinished, failure: cause }),
      [/couldn't be read within 60 s;/, /rejects|400/],
      /web is/,
    ],
    [
      "that can no longer be read",
      () => new own.DeploymentUnfinishedError("it", { ...unfinished, seconds: undefined, failure: cause }),
      [/couldn't be read; its/],
      /timeoutSeconds|web is/,
    ],
    [
      "of a cluster",
      () => new own.ClusterNotDeployedError("it", "DEPLOYMENT_ERROR", "no quota"),
      [/ended in DEPLOYMENT_ERROR\.\n {2}- no quota\n/, /check the cluster/],
      /credentials/,
    ],
    [
      "of a cluster's credentials",
      () => new own.ClusterNotDeployedError("it", "INVALID_CREDENTIALS", undefined),
      [/^AP5008: [^\n]*\n {2}What to do: correct the cloud provider's credentials/],
      /check the cluster/,
    ],
    [
      "of a cluster that continues",
      () => new own.ClusterUnfinishedError("it", cluster),
      [
        /hasn't ended after 60 s; its last known state is DEPLOYING\. It continues[^\n]*\n {2}What to do, one of/,
        /timeoutSeconds` of the cluster/,
      ],
      /another operation/,
    ],
    [
      "of a cluster that is busy",
      () => new own.ClusterUnfinishedError("it", { ...cluster, isOwn: false, seconds: undefined, failure: cause }),
      [/still running, so it wasn't deployed\.\n {2}- /, /wait until it has ended/],
      /timeoutSeconds|continues/,
    ],
    [
      "of services that need a commit",
      () => new own.NeverDeployedError("it", ["a"]),
      [/- a\n/, /sets their commits/, /waitFor: "requested"/],
      /undefined/,
    ],
    [
      "of a later trigger",
      () => new own.DeploymentReplacedError("it", ["a"], "by"),
      [/by deployed the same services again/, /- a\n/, /read the log/],
      /who deployed/,
    ],
    [
      "of somebody else's",
      () => new own.DeploymentReplacedError("it", ["a"], undefined),
      [/didn't request, failed/, /who deployed them/],
      /read the log/,
    ],
  ])("%s says what happened and what to do", (_, error, has, lacks) => {
    const { message } = error();
    for (const text of has) expect(message).toMatch(text);
    expect(message).not.toMatch(lacks);
  });

  it("has its services, and whether it was canceled", () => {
    expect(new own.FirstDeploymentError(rejection, ["a"]).services).toEqual(["a"]);
    expect(["CANCELED", "BUILD_ERROR"].map((state) => new own.DeploymentFailedError("it", state, ["a"]))).toMatchObject(
      [
        { isCanceled: true, services: ["a"] },
        { isCanceled: false, services: ["a"] },
      ],
    );
  });
});
