/** What tells one deployment from another, and what it came to, by the statuses of its services alone. */
import { describe, expect, it } from "vitest";
import type { Call } from "../../../provider/definition/kind.js";
import type { Rollout } from "../../../provider/deployment/statuses.js";
import {
  identityIn,
  includedIn,
  isAllDeployed,
  isApplied,
  isEnd,
  isFailure,
  isOutOfDate,
  isStatusOf,
  judge,
  notDeployed,
  readEnvironment,
  type ServiceStatus,
  statusesIfReadable,
  statusOfService,
} from "../../../provider/deployment/statuses.js";
import { TimedOutError } from "../../../provider/errors/index.js";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import type { Value, Values } from "../../../provider/schema/json.js";
import { began, earlier, environment, later, requestOf } from "../support/fake-deployments.js";
import { connected, definitionOf } from "../support/fake-platform.js";

const [own, former, next] = [requestOf(1), requestOf(0), requestOf(2)];
const [a, b] = ["0000000a-0000-4000-8000-000000000001", "0000000b-0000-4000-8000-000000000001"];

const status = (id: string, state: string, more: Partial<ServiceStatus> = {}): ServiceStatus => ({
  ...{ list: "containers", id, state, request: own, isInLast: false, date: Date.parse(began), currency: "UP_TO_DATE" },
  steps: [],
  ...more,
});
const both: Values = { containers: [{ id: a }, { id: b.toUpperCase() }] };
const whole: Values = { wholeEnvironment: true };
const requested: Rollout = { outcome: "requested", request: own, date: began, before: [former] };
const untold: Rollout = { outcome: "requested", date: began, before: [former] };
const having = (...services: string[]): Rollout => ({ ...requested, services });
const part = { isInLast: true };
const outdated = { currency: "OUT_OF_DATE" };

it.each<[what: string, status: Values, identity: string | undefined]>([
  ["its request", { deploymentRequestId: own.toUpperCase(), lastDeploymentId: "d", lastDeploymentDate: began }, own],
  ["its own ID", { deploymentRequestId: null, lastDeploymentId: "d", lastDeploymentDate: began }, "d"],
  ["when it began", { lastDeploymentId: null, lastDeploymentDate: began }, began],
  ["nothing", { lastDeploymentDate: null }, undefined],
])("a deployment is identified by %s", (_, status, identity) => {
  expect(identityIn(status)).toBe(identity);
});

it.each<[what: string, rollout: Rollout, status: Values, expected: boolean | undefined]>([
  ["the same request is", { outcome: "requested", request: own }, { deploymentRequestId: own.toUpperCase() }, true],
  ["another request is not", { outcome: "requested", request: own }, { deploymentRequestId: next }, false],
  ["what was not there before is", { outcome: "requested", before: ["a"] }, { lastDeploymentId: "b" }, true],
  ["what was there before is not", { outcome: "requested", before: ["a"] }, { lastDeploymentId: "a" }, false],
  ["what tells nothing may be", { outcome: "requested", before: ["a"] }, {}, undefined],
  ["anything may be, if nobody knows what was before", { outcome: "requested" }, { lastDeploymentId: "b" }, undefined],
])("of the statuses of a deployment, %s its own", (_, rollout, status, expected) => {
  expect(isStatusOf(rollout, status)).toBe(expected);
});

describe("a deployment of two services", () => {
  const [before, after, untimed] = [Date.parse(earlier), Date.parse(later), Number.NaN];
  /** The first one is deployed, the other one has this status. */
  const and = (state: string, more?: Partial<ServiceStatus>) => [status(a, "DEPLOYED"), status(b, state, more)];
  const failed = (more: Partial<ServiceStatus>) => and("BUILD_ERROR", more);
  const untoldFailure = (more: Partial<ServiceStatus>) => failed({ request: undefined, date: untimed, ...more });
  const known = { rollout: requested, isOwnRun: false };
  it.each<[what: string, outcome: string, statuses: ServiceStatus[], more?: Partial<typeof known>]>([
    ["succeeds if both are deployed", "deployed a b", and("DEPLOYED")],
    ["fails if one failed", "failed b", and("BUILD_ERROR")],
    ["fails if one was canceled while the other runs", "failed b", [status(a, "DEPLOYING"), status(b, "CANCELED")]],
    ["runs as long as one does", "running b", and("DEPLOYING")],
    ["runs as long as one still shows what was before", "running b", and("DEPLOYED", { request: former })],
    ["runs as long as one shows an earlier failure", "running b", failed({ request: former, date: after })],
    ["runs while one shows another request of an earlier time", "running b", failed({ request: next, date: before })],
    ["runs while one shows another request without a time", "running b", failed({ request: next, date: untimed })],
    ["is overtaken if a later one of a service failed", "overtaken b", failed({ request: next })],
    ["runs while a later one of a service does", "running b", and("DEPLOYING", { request: next })],
    ["succeeds if a later one of a service did", "deployed a b", and("DEPLOYED", { request: next })],
    ["is not known if a service has no status", "unknown a", [status(a, "DEPLOYED")]],
    ["is not known if no service has one", "unknown", []],
    ["is not known if a status tells neither request nor time", "unknown a b", untoldFailure({})],
    ["runs while a status that tells neither does", "running b", untoldFailure({ state: "DEPLOYING" })],
    ["has what is part of the last one, if that is its own", "failed b", untoldFailure(part), { isOwnRun: true }],
    ["has not what is part of the last one, if that is another", "unknown a b", untoldFailure(part)],
    [
      "has what is part of the last one, though it began before",
      "failed b",
      untoldFailure({ ...part, date: before }),
      { isOwnRun: true },
    ],
    ["has not what is part of another one that began before", "running b", untoldFailure({ ...part, date: before })],
    [
      "has not what isn't part of the last one, if that is its own",
      "unknown a b",
      untoldFailure({}),
      { isOwnRun: true },
    ],
    ["believes a request more than that", "overtaken b", failed({ request: next, ...part }), { isOwnRun: true }],
    ["has what began since, if requests are not told", "failed b", untoldFailure({ date: after }), { rollout: untold }],
    ["has what began at its time", "failed b", failed({ request: undefined }), { rollout: untold }],
    ["has not what began before", "running b", untoldFailure({ date: before }), { rollout: untold }],
    ["has not what is known from before", "running b", failed({ request: former }), { rollout: untold }],
    ["is not known without its own time", "unknown a b", and("DEPLOYED"), { rollout: { outcome: "requested" } }],
    ["is judged by its own services alone", "deployed a b", [...and("DEPLOYED"), status("c", "BUILD_ERROR")]],
    ["is judged by those that it deployed", "deployed a", and("BUILD_ERROR"), { rollout: having(a.toUpperCase()) }],
    ["is judged by those that are still selected", "deployed a", and("DEPLOYED"), { rollout: having(a, "c") }],
  ])("%s", (_, outcome, statuses, more) => {
    const { rollout, isOwnRun } = { ...known, ...more };
    const verdict = judge(statuses, both, rollout, isOwnRun);
    expect([verdict.outcome, ...verdict.services.map(({ id }) => (id === a ? "a" : "b"))].join(" ")).toBe(outcome);
  });
});

it("a deployment of the whole environment includes the services of its request or, if that isn't known, those of the last one", () => {
  const statuses = [status(a, "DEPLOYED"), status(b, "DEPLOYED", { request: next, isInLast: true })];
  expect(includedIn(statuses, whole, requested).map(({ id }) => id)).toEqual([a]);
  expect(includedIn(statuses, whole, untold).map(({ id }) => id)).toEqual([b]);
});

describe("a selection is all deployed", () => {
  const action = { terraforms: [{ id: a, action: "DESTROY" }] };
  it.each<[what: string, statuses: ServiceStatus[], args: Values, is: boolean]>([
    ["if all of it is, as it is now", [status(a, "DEPLOYED"), status(b, "DEPLOYED")], both, true],
    ["not if one failed", [status(a, "DEPLOYED"), status(b, "BUILD_ERROR")], both, false],
    ["not if one was changed since", [status(a, "DEPLOYED"), status(b, "DEPLOYED", outdated)], both, false],
    ["not if one has no status", [status(a, "DEPLOYED")], both, false],
    ["not if nothing is selected", [status(a, "DEPLOYED")], {}, false],
    ["if each of the whole environment is", [status(a, "DEPLOYED"), status(b, "DEPLOYED", outdated)], whole, true],
    ["not if one of the whole environment isn't", [status(a, "DEPLOYED"), status(b, "STOPPED")], whole, false],
    ["not if the whole environment has no services", [], whole, false],
    ["not by others", [status(a, "STOPPED")], { wholeEnvironment: false, containers: [{ id: a }] }, false],
    ["even if an action leaves it out of date", [status(a, "DEPLOYED", outdated)], action, true],
    ["not if an action failed", [status(a, "BUILD_ERROR")], action, false],
  ])("%s", (_, statuses, args, is) => {
    expect(isAllDeployed(statuses, args)).toBe(is);
  });
});

describe("what a refresh sees that must be deployed again", () => {
  const changed = (id: string, state = "DEPLOYED") => status(id, state, outdated);
  const planning = { terraforms: [{ id: a, action: "PLAN" }] };
  it.each<[what: string, ids: string[], status: ServiceStatus, args?: Values, rollout?: Rollout]>([
    ["is what failed in that deployment", [a], status(a, "BUILD_ERROR")],
    ["is what was canceled in it", [a], status(a, "CANCELED")],
    ["is not what was stopped", [], status(a, "STOPPED")],
    ["is not what failed in another one", [], status(a, "BUILD_ERROR", { request: next })],
    ["is not what failed in an unknown one", [], status(a, "BUILD_ERROR", { request: undefined }), both, untold],
    ["is what was changed since", [a], changed(a)],
    ["is once what failed and was changed since", [a], changed(a, "BUILD_ERROR")],
    ["is not what still runs", [], changed(a, "DEPLOYING")],
    ["is not what was never deployed", [], status(a, "READY", { currency: "NEVER_DEPLOYED" })],
    ["is not what an action left out of date", [], changed(a), planning],
    ["is not what others changed in the environment", [], changed("c")],
    ["is what was changed among those that it did not deploy", [b], changed(b), both, having(a)],
  ])("%s", (_, ids, seen, args = both, rollout = requested) => {
    expect(notDeployed([seen, status("d", "DEPLOYED")], args, rollout).map(({ id }) => id)).toEqual(ids);
  });
});

describe("a state of a service", () => {
  it.each([
    ["READY", true, false],
    ["DEPLOYED", true, false],
    ["DELETED", true, false],
    ["STOPPED", true, false],
    ["RESTARTED", true, false],
    ["CANCELED", true, true],
    ["BUILD_ERROR", true, true],
    ["_ERROR_HANDLING", false, false],
    ["DEPLOYING", false, false],
    ["", false, false],
  ])("%o is an end, or a failure, if it says so", (state, end, failure) => {
    expect([isEnd(state), isFailure(state)]).toEqual([end, failure]);
  });

  it("isn't final if it is missing", () => {
    expect([undefined, null, 5].map(isEnd)).toEqual([false, false, false]);
  });
});

it("an action of Terraform applies no change, and anything else does", () => {
  const selected = (item: Values | string) => ({ list: "terraforms", id: a, item, specified: item, path: "" });
  const items = ["text", {}, { action: null }, { action: "PLAN" }];
  expect(items.map((item) => isApplied(selected(item)))).toEqual([true, true, true, false]);
  const out = status(a, "DEPLOYED", outdated);
  expect(items.map((item) => isOutOfDate(out, selected(item)))).toEqual([true, true, true, false]);
});

it("a status is found by the ID of its service, however that is spelled", () => {
  const statuses = [status(a, "DEPLOYED"), status(b, "STOPPED")];
  expect([b.toUpperCase(), "c"].map((id) => statusOfService(statuses, id)?.state)).toEqual(["STOPPED", undefined]);
});

describe("the statuses of an environment", () => {
  const place = { environmentId: environment };
  const callWith = (answer: Value | Error, endpoints: EndpointSet = "extended") => {
    const { platform } = connected("http://127.0.0.1:9", { endpoints });
    const receive = async () => {
      if (answer instanceof Error) throw answer;
      return { json: answer, status: 200, headers: {} };
    };
    const client = { ...platform.client, receive };
    const call = { definition: definitionOf("DeploymentTrigger"), label: "it", operation: client.begin() };
    return { ...call, platform: { ...platform, client } } as unknown as Call;
  };
  const service = {
    ...{ id: a.toUpperCase(), state: "DEPLOYED", deployment_request_id: own.toUpperCase() },
    ...{ last_deployment_date: began, service_deployment_status: "UP_TO_DATE" },
  };

  it("are one for each service of each list, and that of the environment", async () => {
    const containers = [{ ...service, is_part_last_deployment: true }, "none", service];
    const found = await readEnvironment(callWith({ environment: { state: "DEPLOYED" }, containers, jobs: {} }), place);
    expect(found.environment).toMatchObject({ state: "DEPLOYED" });
    expect(found.services).toEqual([status(a, "DEPLOYED", { isInLast: true }), status(a, "DEPLOYED")]);
  });

  it("lack what the platform does not return", async () => {
    const { environment: of, services } = await readEnvironment(callWith({ jobs: [{ id: 5 }] }), place);
    const untold = { state: "unknown", request: undefined, date: Number.NaN, currency: "unknown" };
    expect([of, services]).toEqual([undefined, [status("5", "", { list: "jobs", ...untold })]]);
    expect((await readEnvironment(callWith(null), place)).services).toEqual([]);
  });

  it("are omitted if they can't be read, unless a bug is the cause", async () => {
    expect(await statusesIfReadable(callWith(new TimedOutError("Reading", "http://…", 30)), place)).toBeUndefined();
    await expect(statusesIfReadable(callWith(new RangeError("bug")), place)).rejects.toThrow("bug");
    expect(await statusesIfReadable(callWith({ jobs: [service] }), place)).toHaveLength(1);
    expect(await statusesIfReadable(callWith({ jobs: [service] }, "documented"), place)).toBeUndefined();
  });
});
