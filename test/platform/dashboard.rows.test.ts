/** What an open dashboard costs: as much as what changes. */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import type { Content } from "../../backend/src/dashboard/content.js";
import { createEnvironmentRows } from "../../backend/src/dashboard/environment-rows.js";
import { createLiveEvents } from "../../backend/src/dashboard/live-events.js";
import type { Views } from "../../backend/src/dashboard/views.js";
import { deploy } from "../../backend/src/operations/deployments.js";
import { plainEnvironment, seededIds } from "../../backend/src/seed.js";
import { openStore } from "../../backend/src/store/store.js";
import { bodies } from "./support/bodies.js";
import { callOf, containers, contextOn } from "./support/in-process.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const environments = 60;

/** A platform of many environments with a service each, and a count of the environments whose services are read. */
function countingRows() {
  let steady = 0;
  const time = { ofDay: () => Date.now(), steady: () => steady };
  const { platform, dashboard } = contextOn(openStore(":memory:"), { speed: 1, time });
  const { store } = platform;
  const ids = Array.from({ length: environments }, (_, index) => {
    const id = randomUUID();
    store.records.put("environment", id, plainEnvironment({ id, name: `e-${index}`, autoPreview: false }));
    return id;
  });
  const create = (environmentId: string, name: string) =>
    containers.create(callOf(platform, { ...bodies.container.minimal(seededIds), name }, { environmentId })).id;
  const services = ids.map((id) => create(id, "web"));
  const read: string[] = [];
  const counting: Content = {
    ...dashboard.content,
    services(id) {
      read.push(id);
      return dashboard.content.services(id);
    },
  };
  return {
    ...{ ids, store, create, rows: createEnvironmentRows(() => platform, counting) },
    deploy: (index: number) =>
      deploy(
        callOf(platform, { containers: [{ id: services[index], image_tag: "2" }] }, { environmentId: ids[index] }),
      ),
    pass: (seconds: number) => {
      steady += seconds * 1000;
    },
    readSince: () => read.splice(0),
  };
}

it("dashboard: an update of the environments reads only those that changed", async () => {
  const { ids, store, create, rows, deploy, pass, readSince } = countingRows();
  expect(await rows.all()).toHaveLength(environments + 2);
  expect(readSince()).toHaveLength(environments + 2);
  rows.take();

  rows.update();
  await rows.all();
  expect(readSince()).toEqual([]);

  const added = create(ids[7] ?? "", "more");
  rows.update();
  expect(readSince()).toEqual([ids[7]]);
  const changed = [{ id: ids[7], services: 2 }];
  expect(rows.take()).toMatchObject({ changed, removed: [], lookedAt: new Set([ids[7]]) });
  store.services.remove(added);
  rows.update();
  expect(rows.take().changed).toMatchObject([{ id: ids[7], services: 1 }]);
  readSince();

  deploy(3);
  const states: string[] = [];
  for (let second = 0; second < 6; second++) {
    rows.update();
    states.push(...rows.take().changed.map(({ id, state }) => `${(ids as string[]).indexOf(id)} ${state}`));
    pass(1);
  }
  expect(states).toEqual(["3 DEPLOYMENT_QUEUED", "3 DEPLOYING", "3 DEPLOYED"]);
  expect(new Set(readSince())).toEqual(new Set([ids[3]]));
  rows.update();
  expect([rows.isMoving(), readSince()]).toEqual([false, []]);
});

it("dashboard: updated environments equal those that are read again from scratch", async () => {
  const { ids, store, create, rows, deploy, pass } = countingRows();
  await rows.all();
  deploy(1);
  create(ids[2] ?? "", "new");
  const [environment] = [store.records.get("environment", ids[4] ?? "")];
  if (environment !== undefined) store.records.put("environment", environment.id, { ...environment, name: "renamed" });
  store.records.remove("environment", ids[5] ?? "");
  pass(2);
  const updated = await rows.all();
  rows.cleared();
  expect(updated).toEqual(await rows.all());
  expect(updated.map(({ name }) => name)).toContain("renamed");
  expect(updated.map(({ id }) => id)).not.toContain(ids[5]);
});

it("dashboard: an update of many environments lets requests be handled in between", async () => {
  const { rows, readSince } = countingRows();
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 20));
  rows.update();
  expect([readSince().length, rows.isBehind()]).toEqual([1, true]);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await rows.all();
  isDone = true;
  expect(turns).toBeGreaterThan(environments - 5);
  expect(rows.isBehind()).toBe(false);
});

/** Events for a reader that reads nothing, each of which first does this. */
function openLiveEvents(update: () => void, isMoving: boolean) {
  const response = Object.assign(new EventEmitter(), {
    ...{ writableLength: 0, writeHead: () => undefined, write: () => true, end: () => undefined, destroy: vi.fn() },
  });
  const take = () => ({ changed: [], removed: [], lookedAt: new Set() });
  const views = {
    environments: { update, take, isBehind: () => false, isMoving: () => isMoving },
    ...{ info: () => ({}), faults: () => ({ rules: [] }), totalRequests: () => 0, recordWrites: () => 0 },
    ...{ clusters: () => [], areClustersMoving: () => false },
  };
  const live = createLiveEvents(views as unknown as Views);
  live.open(response as unknown as ServerResponse, undefined);
  return { live, response };
}

it("dashboard events are so far apart that updates take at most a tenth of the time", async () => {
  vi.useFakeTimers();
  const ticks: number[] = [];
  const { live } = openLiveEvents(() => {
    ticks.push(performance.now());
    vi.setSystemTime(Date.now());
    vi.advanceTimersByTime(100);
  }, true);
  await vi.advanceTimersByTimeAsync(10_000);
  live.close();
  expect(ticks.length).toBeGreaterThan(5);
  for (const [index, tick] of ticks.slice(1).entries()) expect(tick - (ticks[index] ?? 0)).toBeGreaterThanOrEqual(1000);
});

it("dashboard events end if the data can't be read, and the process continues", async () => {
  let isBroken = false;
  const { live, response } = openLiveEvents(() => {
    if (isBroken) throw new Error("The data file is gone.");
  }, false);
  isBroken = true;
  live.changed();
  await expect.poll(() => response.destroy.mock.calls.length).toBe(1);
  live.close();
});
