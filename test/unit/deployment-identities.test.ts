/** What tells one deployment from another. */
import { describe, expect, it } from "vitest";
import { identityIn, isStatusOf, judge, type Rollout, type ServiceStatus } from "../../provider/deployment/statuses.js";
import type { Values } from "../provider.js";
import { began, later, requestOf } from "./pretend-deployments.js";

const [own, other] = [requestOf(1), requestOf(2)];

it.each<[what: string, status: Values, identity: string | undefined]>([
  ["its request", { deploymentRequestId: own.toUpperCase(), lastDeploymentId: "d", lastDeploymentDate: began }, own],
  ["its own ID", { deploymentRequestId: null, lastDeploymentId: "d", lastDeploymentDate: began }, "d"],
  ["when it began", { lastDeploymentId: null, lastDeploymentDate: began }, began],
  ["nothing", { lastDeploymentDate: null }, undefined],
])("a deployment is identified by %s", (_, status, identity) => {
  expect(identityIn(status)).toBe(identity);
});

it.each<[what: string, rollout: Rollout, status: Values, expected: boolean | undefined]>([
  ["the same request is", { outcome: "requested", request: own }, { deploymentRequestId: own }, true],
  ["another request is not", { outcome: "requested", request: own }, { deploymentRequestId: other }, false],
  ["what was not there before is", { outcome: "requested", before: ["a"] }, { lastDeploymentId: "b" }, true],
  ["what was there before is not", { outcome: "requested", before: ["a"] }, { lastDeploymentId: "a" }, false],
  ["what tells nothing may be", { outcome: "requested", before: ["a"] }, {}, undefined],
  ["anything may be, if nobody knows what was before", { outcome: "requested" }, { lastDeploymentId: "b" }, undefined],
])("of the statuses of a deployment, %s its own", (_, rollout, status, expected) => {
  expect(isStatusOf(rollout, status)).toBe(expected);
});

describe("a service that does not tell its request", () => {
  const id = "0000000a-0000-4000-8000-000000000001";
  const status = (date: string): ServiceStatus => ({
    ...{ list: "containers", id, state: "DEPLOYED", request: undefined, isInLast: true, date: Date.parse(date) },
    ...{ currency: "UP_TO_DATE", steps: [] },
  });
  const rollout: Rollout = { outcome: "requested", request: own, date: later, services: [id] };
  it.each([
    ["shows the last deployment of its environment, though it began earlier", true, "deployed"],
    ["shows an earlier one, if that is another one", false, "running"],
  ])("%s", (_, isOwnRun, outcome) => {
    expect(judge([status(began)], { containers: [{ id }] }, rollout, isOwnRun).outcome).toBe(outcome);
  });
});
