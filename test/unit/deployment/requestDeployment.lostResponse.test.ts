/** What a trigger treats as the deployment that it asked for, where the response to the request is lost. */
import { describe, expect, it } from "vitest";
import { ids } from "../../kinds/shared/ids.js";
import type { Values } from "../../support/provider.js";
import {
  at,
  containers,
  deployLine,
  earlier,
  environment,
  service,
  status,
  statusesLine,
  statusLine,
  triggerOn,
  web,
} from "../support/fake-deployments.js";
import { failureOf, fakePlatform, lost } from "../support/fake-platform.js";

const platform = fakePlatform();
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
    ["is not found if the service shows another request of an earlier time", { services: [shows(2, earlier)] }, false],
    ["is found by the environment's request, whatever time the service shows", { services: [shows(1, earlier)] }, true],
    [
      "is found in an environment's request that carries others",
      { services: [shows(2, earlier)], more: carried },
      true,
    ],
    ["is not found if the environment shows no new request", { environmentAt: earlier, services: [shows(1)] }, false],
    ["is not found if the service is gone", { services: [otherShows(1)] }, false],
    ["is found if all selected services show it", { selection, services: bothShow }, true],
    ["is not found if only one selected service shows it", { selection, services: oneShows }, false],
    ["is not found if a selected service is gone", { selection, services: [shows(1)] }, false],
    ["is found if all services of the whole environment show it", { isWhole: true, services: bothShow }, true],
    ["is found without services that are being deleted", { isWhole: true, services: [shows(1), deleted] }, true],
    [
      "is not found if only one service of the whole environment shows it",
      { isWhole: true, services: oneShows },
      false,
    ],
    ["is found by the environment if services show no request", { services: [shows(1)], more: byTheEnvironment }, true],
  ])("%s", async (_, found, isFound) => {
    expect(await deploying(found)).toEqual({ ended: isFound ? "found" : "not found", sent: isFound ? 1 : 2 });
  });

  it("has an unknown outcome without the status of services, and is requested once", async () => {
    platform.on(deployLine, lost).on(statusLine, [200, status(0, "DEPLOYED", earlier)]);
    const args = { environmentId: environment, services: [web], __resourceName: "release" };
    const failure = await failureOf(triggerOn(platform, { endpoints: "documented" }).create(args));
    expect(failure.code).toBe("AP4002");
    expect(failure.message).toContain("check the environment's deployments in the platform's console");
    expect(platform.lines().filter((each) => each === deployLine)).toHaveLength(1);
  });
});

describe("read of the environment before a deployment", () => {
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
