/** What tells one deployment from another, and what it came to, by the statuses of its services alone. */
import { describe, expect, it } from "vitest";
import type { Call } from "../../../provider/definition/kind.js";
import type { Rollout } from "../../../provider/deployment/statuses.js";
import {
  identityIn,
  includedIn,
  isAllDeployed,
  isApplied,
  isBefore,
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
const rolloutWithoutRequest: Rollout = { outcome: "requested", date: began, before: [former] };
const having = (...services: string[]): Rollout => ({ ...requested, services });
const part = { isInLast: true };
const outdated = { currency: "OUT_OF_DATE" };

it.each<[what: string, status: Values, identity: string | undefined]>([
  ["the request", { deploymentRequestId: own.toUpperCase(), lastDeploymentId: "d", lastDeploymentDate: began }, own],
  ["the deployment's ID", { deploymentRequestId: null, lastDeploymentId: "d", lastDeploymentDate: began }, "d"],
  ["the time of its beginning", { lastDeploymentId: null, lastDeploymentDate: began }, began],
  ["nothing", { lastDeploymentDate: null }, undefined],
])("identityIn returns %s", (_, status, identity) => {
  expect(identityIn(status)).toBe(identity);
});

it.each<[what: string, rollout: Partial<Rollout>, status: Values, expected: boolean | undefined]>([
  ["true for the same request", { request: own }, { deploymentRequestId: own.toUpperCase() }, true],
  ["false for another request", { request: own }, { deploymentRequestId: next }, false],
  ["true for a deployment that wasn't there before", { before: ["a"] }, { lastDeploymentId: "b" }, true],
  ["false for a deployment that was there before", { before: ["a"] }, { lastDeploymentId: "a" }, false],
  ["undefined for a status without identity", { before: ["a"] }, {}, undefined],
  ["undefined if no earlier deployment is known", {}, { lastDeploymentId: "b" }, undefined],
])("isStatusOf returns %s", (_, rollout, status, expected) => {
  expect(isStatusOf({ outcome: "requested", ...rollout }, status)).toBe(expected);
});

it.each<[what: string, date: string | undefined, other: string | undefined, expected: boolean]>([
  ["true for an earlier time", earlier, later, true],
  ["false for the same time", later, later, false],
  ["false for a later time", later, earlier, false],
  ["false without a time of the status", undefined, later, false],
  ["false without a time of the other deployment", earlier, undefined, false],
])("isBefore is %s", (_, lastDeploymentDate, date, expected) => {
  expect(isBefore({ ...(lastDeploymentDate && { lastDeploymentDate }) }, date === undefined ? {} : { date })).toBe(
    expected,
  );
});

describe("judge › deployment of two services", () => {
  const [before, after, untimed] = [Date.parse(earlier), Date.parse(later), Number.NaN];
  /** The first one is deployed, the other one has this status. */
  const and = (state: string, more?: Partial<ServiceStatus>) => [status(a, "DEPLOYED"), status(b, state, more)];
  const failed = (more: Partial<ServiceStatus>) => and("BUILD_ERROR", more);
  const unreported = (more: Partial<ServiceStatus>) => failed({ request: undefined, date: untimed, ...more });
  const known = { rollout: requested, isOwnRun: false };
  const last = { isOwnRun: true };
  const noRequest = { rollout: rolloutWithoutRequest };
  const onlyA = { rollout: having(a.toUpperCase()) };
  it.each<[what: string, outcome: string, statuses: ServiceStatus[], more?: Partial<typeof known>]>([
    ["succeeds if both are deployed", "deployed a b", and("DEPLOYED")],
    ["fails if one failed", "failed b", and("BUILD_ERROR")],
    ["fails if one was canceled while the other runs", "failed b", [status(a, "DEPLOYING"), status(b, "CANCELED")]],
    ["is running while one runs", "running b", and("DEPLOYING")],
    ["is running while one shows the former request", "running b", and("DEPLOYED", { request: former })],
    ["is running while one shows an earlier failure", "running b", failed({ request: former, date: after })],
    ["is running while one shows another, earlier request", "running b", failed({ request: next, date: before })],
    [
      "is running while one shows another request without a time",
      "running b",
      failed({ request: next, date: untimed }),
    ],
    ["is overtaken if a later deployment of a service has failed", "overtaken b", failed({ request: next })],
    ["is running while a later deployment of a service runs", "running b", and("DEPLOYING", { request: next })],
    ["succeeds if a later deployment of a service has succeeded", "deployed a b", and("DEPLOYED", { request: next })],
    ["is unknown if a service has no status", "unknown a", [status(a, "DEPLOYED")]],
    ["is unknown if no service has a status", "unknown", []],
    ["is unknown if a status has neither request nor time", "unknown a b", unreported({})],
    ["is running while a service with neither request nor time runs", "running b", unreported({ state: "DEPLOYING" })],
    ["includes a service of the last deployment if that is its own", "failed b", unreported(part), last],
    ["excludes a service of the last deployment if that is another", "unknown a b", unreported(part)],
    ["includes an earlier part of its own last deployment", "failed b", unreported({ ...part, date: before }), last],
    ["excludes an earlier part of another last deployment", "running b", unreported({ ...part, date: before })],
    ["excludes a service outside of its own last deployment", "unknown a b", unreported({}), last],
    ["judges a service by its own request first", "overtaken b", failed({ request: next, ...part }), last],
    ["includes a service that began later if no request is known", "failed b", unreported({ date: after }), noRequest],
    ["includes a service that began at its own time", "failed b", failed({ request: undefined }), noRequest],
    ["excludes a service that began earlier", "running b", unreported({ date: before }), noRequest],
    ["excludes a service with a former request", "running b", failed({ request: former }), noRequest],
    [
      "is unknown if the deployment has neither request nor time",
      "unknown a b",
      and("DEPLOYED"),
      { rollout: { outcome: "requested" } },
    ],
    ["ignores services that aren't selected", "deployed a b", [...and("DEPLOYED"), status("c", "BUILD_ERROR")]],
    ["ignores selected services that it didn't deploy", "deployed a", and("BUILD_ERROR"), onlyA],
    ["ignores services that are no longer selected", "deployed a", and("DEPLOYED"), { rollout: having(a, "c") }],
  ])("%s", (_, outcome, statuses, more) => {
    const { rollout, isOwnRun } = { ...known, ...more };
    const verdict = judge(statuses, both, rollout, isOwnRun);
    expect([verdict.outcome, ...verdict.services.map(({ id }) => (id === a ? "a" : "b"))].join(" ")).toBe(outcome);
  });
});

it("includedIn returns the services of the request or, if that is unknown, of the last deployment", () => {
  const statuses = [status(a, "DEPLOYED"), status(b, "DEPLOYED", { request: next, isInLast: true })];
  expect(includedIn(statuses, whole, requested).map(({ id }) => id)).toEqual([a]);
  expect(includedIn(statuses, whole, rolloutWithoutRequest).map(({ id }) => id)).toEqual([b]);
});

describe("isAllDeployed", () => {
  const action = { terraforms: [{ id: a, action: "DESTROY" }] };
  const deployed = status(a, "DEPLOYED");
  const changed = status(b, "DEPLOYED", outdated);
  const other = { wholeEnvironment: false, containers: [{ id: a }] };
  it.each<[what: string, statuses: ServiceStatus[], args: Values, is: boolean]>([
    ["is true if all services are deployed and up to date", [deployed, status(b, "DEPLOYED")], both, true],
    ["is false if one failed", [deployed, status(b, "BUILD_ERROR")], both, false],
    ["is false if one is out of date", [deployed, changed], both, false],
    ["is false if one has no status", [deployed], both, false],
    ["is false if nothing is selected", [deployed], {}, false],
    ["is true if the whole environment is deployed", [deployed, changed], whole, true],
    ["is false if a service of the whole environment is stopped", [deployed, status(b, "STOPPED")], whole, false],
    ["is false if the whole environment has no services", [], whole, false],
    ["is false if only another selection is deployed", [status(a, "STOPPED")], other, false],
    ["is true if only a Terraform action leaves a service outdated", [status(a, "DEPLOYED", outdated)], action, true],
    ["is false if an action failed", [status(a, "BUILD_ERROR")], action, false],
  ])("%s", (_, statuses, args, is) => {
    expect(isAllDeployed(statuses, args)).toBe(is);
  });
});

describe("notDeployed at a refresh", () => {
  const changed = (id: string, state = "DEPLOYED") => status(id, state, outdated);
  const planning = { terraforms: [{ id: a, action: "PLAN" }] };
  const unreported = status(a, "BUILD_ERROR", { request: undefined });
  it.each<[what: string, ids: string[], status: ServiceStatus, args?: Values, rollout?: Rollout]>([
    ["includes a service that failed in this deployment", [a], status(a, "BUILD_ERROR")],
    ["includes a service that was canceled in this deployment", [a], status(a, "CANCELED")],
    ["excludes a stopped service", [], status(a, "STOPPED")],
    ["excludes a failure in another deployment", [], status(a, "BUILD_ERROR", { request: next })],
    ["excludes a failure in an unknown deployment", [], unreported, both, rolloutWithoutRequest],
    ["includes a service that is out of date (changed since)", [a], changed(a)],
    ["includes once a service that failed and was changed since", [a], changed(a, "BUILD_ERROR")],
    ["excludes a running service", [], changed(a, "DEPLOYING")],
    ["excludes a service that was never deployed", [], status(a, "READY", { currency: "NEVER_DEPLOYED" })],
    ["excludes a service that is out of date after an action", [], changed(a), planning],
    ["excludes a changed service that isn't selected", [], changed("c")],
    ["includes a changed service that it did not deploy", [b], changed(b), both, having(a)],
  ])("%s", (_, ids, seen, args = both, rollout = requested) => {
    expect(notDeployed([seen, status("d", "DEPLOYED")], args, rollout).map(({ id }) => id)).toEqual(ids);
  });
});

describe("state of a service", () => {
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
  ])("%o has isEnd %s and isFailure %s (neither, if it's unknown)", (state, end, failure) => {
    expect([isEnd(state), isFailure(state)]).toEqual([end, failure]);
  });

  it("has isEnd false if it isn't a string", () => {
    expect([undefined, null, 5].map(isEnd)).toEqual([false, false, false]);
  });
});

it("isApplied is false for the action PLAN of Terraform", () => {
  const selected = (item: Values | string) => ({ list: "terraforms", id: a, item, specified: item, path: "" });
  const items = ["text", {}, { action: null }, { action: "PLAN" }];
  expect(items.map((item) => isApplied(selected(item)))).toEqual([true, true, true, false]);
  const out = status(a, "DEPLOYED", outdated);
  expect(items.map((item) => isOutOfDate(out, selected(item)))).toEqual([true, true, true, false]);
});

it("statusOfService finds a service by its ID in any letter case", () => {
  const statuses = [status(a, "DEPLOYED"), status(b, "STOPPED")];
  expect([b.toUpperCase(), "c"].map((id) => statusOfService(statuses, id)?.state)).toEqual(["STOPPED", undefined]);
});

describe("readEnvironment", () => {
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

  it("returns a status for each service of each list, and the environment's", async () => {
    const containers = [{ ...service, is_part_last_deployment: true }, "none", service];
    const found = await readEnvironment(callWith({ environment: { state: "DEPLOYED" }, containers, jobs: {} }), place);
    expect(found.environment).toMatchObject({ state: "DEPLOYED" });
    expect(found.services).toEqual([status(a, "DEPLOYED", { isInLast: true }), status(a, "DEPLOYED")]);
  });

  it("returns empty values for members that the platform omits", async () => {
    const { environment: of, services } = await readEnvironment(callWith({ jobs: [{ id: 5 }] }), place);
    const rolloutWithoutRequest = { state: "unknown", request: undefined, date: Number.NaN, currency: "unknown" };
    expect([of, services]).toEqual([undefined, [status("5", "", { list: "jobs", ...rolloutWithoutRequest })]]);
    expect((await readEnvironment(callWith(null), place)).services).toEqual([]);
  });

  it("statusesIfReadable rethrows bugs", async () => {
    await expect(statusesIfReadable(callWith(new RangeError("bug")), place)).rejects.toThrow("bug");
  });

  it("statusesIfReadable returns nothing if the statuses can't be read", async () => {
    expect(await statusesIfReadable(callWith(new TimedOutError("Reading", "http://…", 30)), place)).toBeUndefined();
    expect(await statusesIfReadable(callWith({ jobs: [service] }), place)).toHaveLength(1);
    expect(await statusesIfReadable(callWith({ jobs: [service] }, "documented"), place)).toBeUndefined();
  });
});
