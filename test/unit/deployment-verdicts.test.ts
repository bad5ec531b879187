/** What a deployment came to, by the statuses of its services alone. */
import { describe, expect, it } from "vitest";
import type { Call } from "../../provider/definition/resourceDefinition.js";
import type { Rollout } from "../../provider/deployment/statuses.js";
import {
  includedIn,
  isAllDeployed,
  isApplied,
  isEnd,
  isFailure,
  isOutOfDate,
  judge,
  notDeployed,
  readEnvironment,
  type ServiceStatus,
  statusesIfTold,
  statusOfService,
} from "../../provider/deployment/statuses.js";
import { TimedOutError } from "../../provider/errors/index.js";
import type { Value, Values } from "../../provider/schema/json.js";
import { began, earlier, environment, later, requestOf } from "./pretend-deployments.js";
import { connected, definitionOf } from "./pretend-platform.js";

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

describe("a deployment of two services", () => {
  const ofOther = { request: former };
  const none = { request: undefined };
  it.each<
    [what: string, statuses: ServiceStatus[], rollout: Rollout, isOwnRun: boolean, outcome: string, ids: string[]]
  >([
    [
      "succeeds if both are deployed",
      [status(a, "DEPLOYED"), status(b, "DEPLOYED")],
      requested,
      false,
      "deployed",
      [a, b],
    ],
    ["fails if one failed", [status(a, "DEPLOYED"), status(b, "BUILD_ERROR")], requested, false, "failed", [b]],
    [
      "fails if one was canceled while the other runs",
      [status(a, "DEPLOYING"), status(b, "CANCELED")],
      requested,
      false,
      "failed",
      [b],
    ],
    ["runs as long as one does", [status(a, "DEPLOYED"), status(b, "DEPLOYING")], requested, false, "running", [b]],
    [
      "runs as long as one still shows what was before",
      [status(a, "DEPLOYED"), status(b, "DEPLOYED", ofOther)],
      requested,
      false,
      "running",
      [b],
    ],
    [
      "runs as long as one shows an earlier failure",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { ...ofOther, date: Date.parse(later) })],
      requested,
      false,
      "running",
      [b],
    ],
    [
      "runs while one shows another request of an earlier time",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { request: next, date: Date.parse(earlier) })],
      requested,
      false,
      "running",
      [b],
    ],
    [
      "runs while one shows another request without a time",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { request: next, date: Number.NaN })],
      requested,
      false,
      "running",
      [b],
    ],
    [
      "is overtaken if a later one of a service failed",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { request: next })],
      requested,
      false,
      "overtaken",
      [b],
    ],
    [
      "runs while a later one of a service does",
      [status(a, "DEPLOYED"), status(b, "DEPLOYING", { request: next })],
      requested,
      false,
      "running",
      [b],
    ],
    [
      "succeeds if a later one of a service did",
      [status(a, "DEPLOYED"), status(b, "DEPLOYED", { request: next })],
      requested,
      false,
      "deployed",
      [a, b],
    ],
    ["is not known if a service has no status", [status(a, "DEPLOYED")], requested, false, "unknown", [a]],
    ["is not known if no service has one", [], requested, false, "unknown", []],
    [
      "is not known if a status tells neither request nor time",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { ...none, date: Number.NaN })],
      requested,
      false,
      "unknown",
      [a, b],
    ],
    [
      "runs while a status that tells neither does",
      [status(a, "DEPLOYED"), status(b, "DEPLOYING", { ...none, date: Number.NaN })],
      requested,
      false,
      "running",
      [b],
    ],
    [
      "has what is part of the last deployment, if that is its own",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { ...none, date: Number.NaN, isInLast: true })],
      requested,
      true,
      "failed",
      [b],
    ],
    [
      "has not what is part of the last deployment, if that is another one",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { ...none, date: Number.NaN, isInLast: true })],
      requested,
      false,
      "unknown",
      [a, b],
    ],
    [
      "has not what is not part of the last deployment, though that is its own",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { ...none, date: Number.NaN })],
      requested,
      true,
      "unknown",
      [a, b],
    ],
    [
      "believes a request more than the part of the last deployment",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { request: next, isInLast: true })],
      requested,
      true,
      "overtaken",
      [b],
    ],
    [
      "has what began since then, if requests are not told",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { ...none, date: Date.parse(later) })],
      untold,
      false,
      "failed",
      [b],
    ],
    [
      "has not what began before",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", { ...none, date: Date.parse(earlier) })],
      untold,
      false,
      "running",
      [b],
    ],
    [
      "has not what is known from before, whenever that began",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR", ofOther)],
      untold,
      false,
      "running",
      [b],
    ],
    [
      "is not known without its own time",
      [status(a, "DEPLOYED"), status(b, "DEPLOYED")],
      { outcome: "requested" },
      false,
      "unknown",
      [a, b],
    ],
    [
      "is judged by its own services alone",
      [status(a, "DEPLOYED"), status(b, "DEPLOYED"), status("c", "BUILD_ERROR")],
      requested,
      false,
      "deployed",
      [a, b],
    ],
    [
      "is judged by those that it deployed",
      [status(a, "DEPLOYED"), status(b, "BUILD_ERROR")],
      { ...requested, services: [a.toUpperCase()] },
      false,
      "deployed",
      [a],
    ],
    [
      "is judged by those that are still selected",
      [status(a, "DEPLOYED"), status(b, "DEPLOYED")],
      { ...requested, services: [a, "c"] },
      false,
      "deployed",
      [a],
    ],
  ])("%s", (_, statuses, rollout, isOwnRun, outcome, ids) => {
    const verdict = judge(statuses, both, rollout, isOwnRun);
    expect([verdict.outcome, verdict.services.map(({ id }) => id)]).toEqual([outcome, ids]);
  });
});

describe("a deployment of the whole environment", () => {
  const statuses = [status(a, "DEPLOYED"), status(b, "DEPLOYED", { request: next, isInLast: true })];

  it("includes what its request deployed or, if that is not told, what the last deployment did", () => {
    expect(includedIn(statuses, whole, requested).map(({ id }) => id)).toEqual([a]);
    expect(includedIn(statuses, whole, untold).map(({ id }) => id)).toEqual([b]);
  });

  it("is all deployed if there are services, and each is", () => {
    const out = status(b, "DEPLOYED", { currency: "OUT_OF_DATE" });
    expect(isAllDeployed([status(a, "DEPLOYED"), out], whole)).toBe(true);
    expect(isAllDeployed([status(a, "DEPLOYED"), status(b, "STOPPED")], whole)).toBe(false);
    expect(isAllDeployed([], whole)).toBe(false);
  });
});

describe("a selection is all deployed", () => {
  const deploy = (id: string, more: Values = {}): Values => ({ terraforms: [{ id, ...more }] });
  it.each<[what: string, statuses: ServiceStatus[], args: Values, is: boolean]>([
    ["if all of it is, as it is now", [status(a, "DEPLOYED"), status(b, "DEPLOYED")], both, true],
    ["not if one failed", [status(a, "DEPLOYED"), status(b, "BUILD_ERROR")], both, false],
    [
      "not if one was changed since",
      [status(a, "DEPLOYED"), status(b, "DEPLOYED", { currency: "OUT_OF_DATE" })],
      both,
      false,
    ],
    ["not if one has no status", [status(a, "DEPLOYED")], both, false],
    ["not if nothing is selected", [status(a, "DEPLOYED")], {}, false],
    [
      "not by what the environment has besides",
      [status(a, "STOPPED")],
      { wholeEnvironment: false, containers: [{ id: a }] },
      false,
    ],
    [
      "even if an action leaves it out of date",
      [status(a, "DEPLOYED", { currency: "OUT_OF_DATE" })],
      deploy(a, { action: "DESTROY" }),
      true,
    ],
    ["not if an action failed", [status(a, "BUILD_ERROR")], deploy(a, { action: "DESTROY" }), false],
  ])("%s", (_, statuses, args, is) => {
    expect(isAllDeployed(statuses, args)).toBe(is);
  });
});

describe("what a refresh sees that must be deployed again", () => {
  const ofDate = (currency: string) => ({ currency });
  it.each<[what: string, statuses: ServiceStatus[], args: Values, rollout: Rollout, ids: string[]]>([
    ["is what failed in that deployment", [status(a, "BUILD_ERROR"), status(b, "DEPLOYED")], both, requested, [a]],
    ["is what was canceled in it", [status(a, "CANCELED")], both, requested, [a]],
    ["is not what was stopped", [status(a, "STOPPED")], both, requested, []],
    ["is not what failed in another one", [status(a, "BUILD_ERROR", { request: next })], both, requested, []],
    [
      "is not what failed where requests are not told",
      [status(a, "BUILD_ERROR", { request: undefined })],
      both,
      untold,
      [],
    ],
    ["is what was changed since", [status(a, "DEPLOYED", ofDate("OUT_OF_DATE"))], both, requested, [a]],
    [
      "is once what failed and was changed since",
      [status(a, "BUILD_ERROR", ofDate("OUT_OF_DATE"))],
      both,
      requested,
      [a],
    ],
    ["is not what still runs", [status(a, "DEPLOYING", ofDate("OUT_OF_DATE"))], both, requested, []],
    ["is not what was never deployed", [status(a, "READY", ofDate("NEVER_DEPLOYED"))], both, requested, []],
    [
      "is not what an action left out of date",
      [status(a, "DEPLOYED", ofDate("OUT_OF_DATE"))],
      { terraforms: [{ id: a, action: "PLAN" }] },
      requested,
      [],
    ],
    [
      "is not what others changed in the environment",
      [status("c", "DEPLOYED", ofDate("OUT_OF_DATE"))],
      both,
      requested,
      [],
    ],
    [
      "is what was changed among those that it did not deploy",
      [status(b, "DEPLOYED", ofDate("OUT_OF_DATE"))],
      both,
      { ...requested, services: [a] },
      [b],
    ],
  ])("%s", (_, statuses, args, rollout, ids) => {
    expect(notDeployed(statuses, args, rollout).map(({ id }) => id)).toEqual(ids);
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

  it("isn't an end if it is not told", () => {
    expect([undefined, null, 5].map(isEnd)).toEqual([false, false, false]);
  });
});

it("an action of Terraform applies no change, and anything else does", () => {
  const selected = (item: Values | string) => ({ list: "terraforms", id: a, item, given: item, path: "" });
  const items = ["text", {}, { action: null }, { action: "PLAN" }];
  expect(items.map((item) => isApplied(selected(item)))).toEqual([true, true, true, false]);
  const out = status(a, "DEPLOYED", { currency: "OUT_OF_DATE" });
  expect(items.map((item) => isOutOfDate(out, selected(item)))).toEqual([true, true, true, false]);
});

it("a status is found by the ID of its service, however that is spelled", () => {
  const statuses = [status(a, "DEPLOYED"), status(b, "STOPPED")];
  expect([b.toUpperCase(), "c"].map((id) => statusOfService(statuses, id)?.state)).toEqual(["STOPPED", undefined]);
});

describe("the statuses of an environment", () => {
  const place = { environmentId: environment };
  const callWith = (answer: Value | Error, kind = "DeploymentTrigger") => {
    const { platform } = connected("http://127.0.0.1:9", { endpoints: "extended" });
    const send = async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const client = { ...platform.client, send };
    const call = { definition: definitionOf(kind), label: "it", operation: client.begin() };
    return { ...call, platform: { ...platform, client } } as unknown as Call;
  };
  const service = {
    ...{
      id: a.toUpperCase(),
      state: "DEPLOYED",
      deployment_request_id: own.toUpperCase(),
      last_deployment_date: began,
    },
    service_deployment_status: "UP_TO_DATE",
  };

  it("are one for each service of each list, and that of the environment", async () => {
    const containers = [{ ...service, is_part_last_deployment: true }, "none", service];
    const found = await readEnvironment(callWith({ environment: { state: "DEPLOYED" }, containers, jobs: {} }), place);
    expect(found.environment).toMatchObject({ state: "DEPLOYED" });
    expect(found.services).toEqual([status(a, "DEPLOYED", { isInLast: true }), status(a, "DEPLOYED")]);
  });

  it("lack what the platform does not return", async () => {
    const { environment: of, services } = await readEnvironment(callWith({ jobs: [{ id: 5 }] }), place);
    expect([of, services]).toEqual([
      undefined,
      [
        {
          list: "jobs",
          id: "5",
          state: "undefined",
          request: undefined,
          isInLast: false,
          date: Number.NaN,
          currency: "undefined",
          steps: [],
        },
      ],
    ]);
    expect((await readEnvironment(callWith(null), place)).services).toEqual([]);
    expect(await readEnvironment(callWith({ jobs: [service] }, "Container"), place)).toEqual({
      environment: undefined,
      services: [],
    });
  });

  it("are not told if they cannot be read, but a bug is", async () => {
    expect(await statusesIfTold(callWith(new TimedOutError("Reading", "http://…", 30)), place)).toBeUndefined();
    await expect(statusesIfTold(callWith(new RangeError("bug")), place)).rejects.toThrow("bug");
    expect(await statusesIfTold(callWith({ jobs: [service] }), place)).toHaveLength(1);
    expect(await statusesIfTold(callWith({ jobs: [service] }, "Container"), place)).toBeUndefined();
  });
});
