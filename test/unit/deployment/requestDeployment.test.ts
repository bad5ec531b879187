/** How a deployment begins, by the response to its request or without one. */
import { describe, expect, it } from "vitest";
import { beginDeployment, type Choose, chooseAll } from "../../../provider/deployment/requestDeployment.js";
import { ids } from "../../kinds/fixtures.js";
import type { Value, Values } from "../../support/provider.js";
import {
  at,
  callOn,
  containers,
  deployedBefore,
  deployLine,
  earlier,
  environment,
  label,
  releaseWithin,
  requestOf,
  service,
  status,
  statusesLine,
  statusLine,
  triggerOn,
  web,
} from "../support/fake-deployments.js";
import { failureOf, fakePlatform, lost } from "../support/fake-platform.js";

const platform = fakePlatform();
const args = releaseWithin(60);

describe("beginDeployment", () => {
  const future = "2999-03-04T11:00:00Z";
  const queued = status(1, "DEPLOYMENT_QUEUED", future);
  const begins = (response: Values, more: Values = {}, choose: Choose = chooseAll, call = callOn(platform)) => {
    platform.on(statusLine, deployedBefore);
    for (const line of [deployLine, `POST ${at("redeploy")}`]) platform.on(line, [202, response]);
    return beginDeployment(call, { ...args, ...more }, choose, ["older"]);
  };

  it("returns the new deployment's request ID, and the IDs of earlier requests in `before`", async () => {
    const call = callOn(platform);
    const begun = await begins(queued, {}, chooseAll, call);
    expect(begun).toMatchObject({ id: environment, status: { state: "DEPLOYMENT_QUEUED" } });
    const own = { request: requestOf(1), deployment: "deployment-1", date: future };
    const before = ["older", requestOf(0)];
    expect(begun?.rollout).toEqual({ outcome: "requested", before, services: [ids.container], ...own });
    expect(platform.lines()).toEqual([statusLine, deployLine]);
    expect(call.run.deployments.in(environment)).toMatchObject([{ by: label, request: requestOf(1) }]);
  });

  it.each<[what: string, id: Value, expected: string]>([
    ["the ID of the response", "e2", "e2"],
    ["the environment's ID if the response has an empty ID", "", environment],
    ["the number of the response as text", 7, "7"],
  ])("returns as `id` %s", async (_, id, expected) => {
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

describe("deployment request with a lost response", () => {
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
    ["is not found if the service shows another request at an earlier time", { services: [shows(2, earlier)] }, false],
    ["is found by the environment's request, whatever time the service shows", { services: [shows(1, earlier)] }, true],
    [
      "is found if the service is part of the last deployment (is_part_last_deployment)",
      { services: [shows(2, earlier)], more: carried },
      true,
    ],
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

  it("fails with AP4002 if the endpoints have no statuses, and isn't sent again", async () => {
    platform.on(deployLine, lost).on(statusLine, [200, status(0, "DEPLOYED", earlier)]);
    const args = { environmentId: environment, services: [web], __resourceName: "release" };
    const failure = await failureOf(triggerOn(platform, { endpoints: "documented" }).create(args));
    expect(failure.code).toBe("AP4002");
    expect(failure.message).toContain("check the environment's deployments in the platform's console");
    expect(platform.lines().filter((each) => each === deployLine)).toHaveLength(1);
  });
});

describe("DeploymentTrigger › read of the environment's status before the deployment", () => {
  const args = { environmentId: environment, services: [web], timeoutSeconds: 0, __resourceName: "release" };
  it.each<[what: string, answer: [number, Values], isRequested: boolean]>([
    ["deploys if the read is forbidden (403)", [403, {}], true],
    ["deploys if the read finds nothing (404)", [404, {}], true],
    ["doesn't deploy if the read fails (500)", [500, {}], false],
  ])("%s", async (_, answer, isRequested) => {
    platform.on(statusLine, answer).on(statusesLine, containers(service(ids.container, 1, "DEPLOYED", now())));
    platform.on(deployLine, [202, status(1, "DEPLOYMENT_QUEUED", now())]);
    await triggerOn(platform)
      .create(args)
      .catch(() => undefined);
    expect(platform.lines().includes(deployLine)).toBe(isRequested);
  });
});
