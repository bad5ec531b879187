/** Deployments and deletions take their time whatever happens to the time of day. */
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deployCluster, readClusterStatus } from "../../backend/src/operations/cluster-deployments.js";
import { deploy } from "../../backend/src/operations/deployments.js";
import { serviceOperations } from "../../backend/src/operations/services.js";
import { readStatus } from "../../backend/src/operations/statuses.js";
import { sweep } from "../../backend/src/operations/sweep.js";
import type { Platform } from "../../backend/src/platform.js";
import { database } from "../../backend/src/resources/database.js";
import { seededIds } from "../../backend/src/seed.js";
import { isFinal } from "../../backend/src/states.js";
import { openStore } from "../../backend/src/store/store.js";
import { createAuthenticator, signToken } from "../../backend/src/tokens.js";
import { holds } from "../support/seeds.js";
import { bodies } from "./support/bodies.js";
import { callOf, containers, contextOn } from "./support/in-process.js";

const databases = serviceOperations(database);
const hour = 3600;
/** Longer than a deployment or a deletion takes. */
const longEnough = 15;

/** A machine whose time of day may be set, and a platform on it that restarts with the same data. */
function machine(speed = 1) {
  const store = openStore(":memory:");
  let [ofDay, steady] = [Date.parse("2026-05-01T12:00:00Z"), 1_000];
  const start = (): Platform =>
    contextOn(store, { speed, time: { ofDay: () => ofDay, steady: () => steady } }).platform;
  let platform = start();
  const call = (body?: unknown, params = {}) => callOf(platform, body, params);
  const { id: container } = containers.create(call(bodies.container.minimal(seededIds)));
  const deployed = () => void deploy(call({ containers: [{ id: container, image_tag: "2" }] }));
  const cluster = () => call(undefined, { organizationId: seededIds.organization, clusterId: seededIds.cluster });
  return {
    deploy: deployed,
    /** Deletes a service that was deployed, which takes time. */
    remove() {
      const { id: databaseId } = databases.create(call(bodies.database.minimal(seededIds)));
      const service = store.services.get(databaseId);
      if (service !== undefined) store.services.update({ ...service, deployedRevision: 0 });
      databases.remove(call(undefined, { databaseId }));
    },
    pass(seconds: number) {
      ofDay += seconds * 1000;
      steady += seconds * 1000;
    },
    set(seconds: number) {
      ofDay += seconds * 1000;
    },
    restart() {
      steady = 0;
      platform = start();
    },
    deployCluster: () => void deployCluster(cluster()),
    clusterState: () => readClusterStatus(cluster()).status,
    state: () => readStatus(call()).state,
    beingDeleted() {
      sweep(platform);
      return store.services.deleting().length;
    },
  };
}

const change = fc.oneof(
  fc.record({ set: fc.integer({ min: -2 * hour, max: 2 * hour }) }),
  fc.record({ pass: fc.integer({ min: 0, max: 3 }) }),
  fc.constant({ restart: true as const }),
);

it.each([
  [1, "DEPLOYMENT_QUEUED"],
  [10, "DEPLOYED"],
])("deployment at speed %d is %s after half a second", (speed, expected) => {
  const { deploy, pass, state } = machine(speed);
  deploy();
  pass(0.5);
  expect(state()).toBe(expected);
});

it.each([
  [1, 50, 65],
  [10, 5, 6.5],
])("deployment of a cluster at speed %d takes about a minute, divided by the speed: %d to %d s", (speed, from, to) => {
  const { deployCluster, pass, clusterState } = machine(speed);
  deployCluster();
  pass(from);
  expect(clusterState()).toBe("DEPLOYING");
  pass(to - from);
  expect(clusterState()).toBe("DEPLOYED");
});

describe("deployments after a change of the clock", () => {
  it("end in their usual time, also after a restart before their start", () => {
    for (const seconds of [-hour, -1, 1, hour]) {
      const { deploy, deployCluster, remove, set, pass, restart, state, clusterState, beingDeleted } = machine();
      deploy();
      remove();
      deployCluster();
      pass(2);
      set(seconds);
      expect([state(), beingDeleted(), clusterState()]).toEqual(["DEPLOYING", 1, "DEPLOYING"]);
      pass(70);
      expect([state(), beingDeleted(), clusterState()]).toEqual(["DEPLOYED", 0, "DEPLOYED"]);
      set(-2 * hour);
      restart();
      expect([state(), beingDeleted(), clusterState()]).toEqual(["DEPLOYED", 0, "DEPLOYED"]);
      deploy();
      expect(state()).toBe("DEPLOYMENT_QUEUED");
      pass(longEnough);
      expect(state()).toBe("DEPLOYED");
    }
  });

  it("always end, as deletions do, also after several changes of the clock and restarts", async () => {
    await holds(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const { deploy, remove, set, pass, restart, state, beingDeleted } = machine();
        deploy();
        remove();
        for (const each of changes) {
          if ("set" in each) set(each.set);
          else if ("pass" in each) pass(each.pass);
          else restart();
        }
        pass(longEnough);
        expect([isFinal(state()), beingDeleted()]).toEqual([true, 0]);
      }),
      100,
    );
  });

  it("continue while the platform is stopped, and after a restart", () => {
    const { deploy, pass, restart, state } = machine();
    deploy();
    pass(2);
    restart();
    expect(state()).toBe("DEPLOYING");
    pass(longEnough);
    restart();
    expect(state()).toBe("DEPLOYED");
  });
});

describe("access token when the system clock is set", () => {
  afterEach(() => void vi.useRealTimers());
  const key = new Uint8Array(32).fill(7);
  const noon = Date.parse("2026-05-01T12:00:00Z");
  const issue = (ttlSeconds: number, notBeforeSeconds = 0) => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    return signToken(key, { role: "editor", organizationId: "one", ttlSeconds, notBeforeSeconds });
  };
  /** Whether a token is good when the clock says so many seconds after it was issued. */
  const isGood = (token: string, seconds: number) => {
    vi.setSystemTime(noon + seconds * 1000);
    return createAuthenticator(key)([`Bearer ${token}`]).then(
      () => true,
      () => false,
    );
  };

  it.each<[how: string, ttl: number, notBefore: number, good: readonly number[], bad: readonly number[]]>([
    ["stays valid until it expires when the clock is set back", hour, 0, [-24 * hour, -hour, -1, 0, hour - 1], [hour]],
    ["stays expired when the clock is set back, if it was issued as expired", -60, 0, [], [-hour, -61, 0]],
    ["becomes valid at its nbf wherever the clock is set", 2 * hour, hour, [hour, 2 * hour - 1], [-hour, 0, 60]],
  ])("%s", async (_, ttl, notBefore, good, bad) => {
    const token = await issue(ttl, notBefore);
    for (const seconds of good) expect([seconds, await isGood(token, seconds)]).toEqual([seconds, true]);
    for (const seconds of bad) expect([seconds, await isGood(token, seconds)]).toEqual([seconds, false]);
  });
});
