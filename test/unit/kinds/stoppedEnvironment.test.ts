import { describe, expect, it } from "vitest";
import { ids } from "../../kinds/shared/ids.js";
import type { Values } from "../../support/provider.js";
import { failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();
const environment = `/environment/${ids.environment}`;
const statuses = `GET ${environment}/statuses`;
const stop = `POST ${environment}/stop`;
const args = { environmentId: ids.environment, timeoutSeconds: 30 };
const cycle = () => lifecycle("StoppedEnvironment", platform.url, { endpoints: "extended" });

/** The statuses of one container. */
const shown = (state: string, more: Values = {}): [status: number, body: Values] => [
  200,
  { environment: { id: ids.environment }, containers: [{ id: ids.container, state, ...more }] },
];
const conflict: [status: number, body: Values] = [409, { detail: "something is in progress, or nothing runs" }];
const sent = () => platform.lines().filter((line) => line === stop).length;

describe("StoppedEnvironment: read", () => {
  it.each([
    ...["READY", "STOPPED", "STOP_QUEUED", "STOPPING", "WAITING_STOPPING", "DELETE_QUEUED", "DELETING", "DELETED"].map(
      (state) => [state, "UP_TO_DATE", true] as const,
    ),
    ...["DEPLOYED", "RESTARTED", "DEPLOYING", "STOP_ERROR", "DELETE_ERROR", "CANCELED", "A_NEW_STATE"].map(
      (state) => [state, "UP_TO_DATE", false] as const,
    ),
    ["DEPLOYMENT_ERROR", "NEVER_DEPLOYED", true],
    ["CANCELED", "NEVER_DEPLOYED", true],
    ["DEPLOYING", "NEVER_DEPLOYED", false],
  ] as const)("counts as stopped if its service is %s and %s: %s", async (state, currency, isStopped) => {
    platform.on(statuses, shown(state, { service_deployment_status: currency }));
    const { id } = await cycle().read(ids.environment, args);
    expect(id).toBe(isStopped ? ids.environment : "");
  });
});

describe("StoppedEnvironment: create", () => {
  it("requests the stop again if the services have been started meanwhile", async () => {
    platform.on(statuses, shown("DEPLOYED"), shown("STOPPING"), shown("DEPLOYED"), shown("STOPPING"), shown("STOPPED"));
    platform.on(stop, [202, {}]);
    expect((await cycle().create(args)).id).toBe(ids.environment);
    expect(sent()).toBe(2);
  });

  it("ignores the STOP_ERROR of an earlier operation", async () => {
    const before = { deployment_request_id: ids.helm };
    platform.on(statuses, shown("STOP_ERROR", before), shown("STOP_ERROR", before), shown("STOPPED"));
    platform.on(stop, [202, {}]);
    await cycle().create(args);
    expect(sent()).toBe(2);
  });

  it("succeeds if the stop is refused (409), and the only service that isn't stopped has failed before (DELETE_ERROR)", async () => {
    platform.on(statuses, shown("DELETE_ERROR")).on(stop, conflict);
    await cycle().create(args);
    expect(sent()).toBe(1);
  });

  it("fails with AP5004 if the stop is refused (409) and the stop that somebody else requested ends in STOP_ERROR", async () => {
    platform.on(statuses, shown("DEPLOYED"), shown("STOP_ERROR", { deployment_request_id: ids.helm }));
    platform.on(stop, conflict);
    expect((await failureOf(cycle().create(args))).code).toBe("AP5004");
  });

  it("requests the stop again if a deployment fails while the stop is refused (409)", async () => {
    const failed = shown("DEPLOYMENT_ERROR", { deployment_request_id: ids.helm });
    platform.on(statuses, shown("DEPLOYED"), failed, shown("STOPPED"));
    platform.on(stop, conflict, [202, {}]);
    await cycle().create(args);
    expect(sent()).toBe(2);
  });

  it("fails with AP5005 and the service that still runs after timeoutSeconds", async () => {
    platform.on(statuses, shown("DEPLOYED")).on(stop, conflict);
    const failure = await failureOf(cycle().create(args));
    expect(failure.code).toBe("AP5005");
    expect(failure.message).toContain(`Container with id ${ids.container} is DEPLOYED`);
  });
});
