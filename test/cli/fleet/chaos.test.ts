/** What goes wrong around a fleet: processes that end or hang, servers that are down, and people who work at the same time. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requests } from "../../engine/support/journal.js";
import { type PlatformProcess, startPlatformProcess } from "../../platform/support/platform-process.js";
import { openedFolder } from "../../support/opened-folder.js";
import { isAlive, kill, startedBy } from "../../support/processes.js";
import type { CopiedFolder } from "../support/project-folder.js";
import { type Entry, newEnvironments, variablesOf, withTag } from "./environments.js";
import * as fleets from "./fleet.js";
import { startTemporal, type Temporal } from "./temporal.js";

const { until } = fleets;
const workflows = fleets.workflowsOf(() => temporal.client);
const { endOf, importEntries, progressOf, reportOf } = workflows;

let local: PlatformProcess;
let away: PlatformProcess;
let example: CopiedFolder;
let temporal: Temporal;
let fleet: fleets.Fleet;
let worker: ChildProcess;
const data = openedFolder("fleet");
let scenarios = 0;

/** New environments of this scenario. */
async function environments(count: number, platform = local, on = "local"): Promise<Entry[]> {
  const made = await newEnvironments(platform, count, `${on}-${scenarios}`);
  return made.map((entry) => ({ ...entry, platform: on }));
}

/** The processes of the worker's runs. */
const runs = () => startedBy(worker.pid as number).filter(({ command }) => /run\.ts|pulumi/.test(command));

const isLocked = (entry: Entry) => fleet.isLocked(entry);
const roll = (entries: readonly Entry[]) => workflows.roll({ operation: "up", names: entries.map(({ name }) => name) });

/** Deploys, and expects every environment to be as its settings say. */
async function expectUp(entries: readonly Entry[]): Promise<void> {
  await importEntries(entries);
  expect(await endOf(await roll(entries))).toMatchObject({ ended: { done: entries.length } });
  await fleet.expectDeployed(entries, local);
}

/** Begins to deploy a new environment: its run has locked the stack. */
async function startRun(change = (entry: Entry) => entry): Promise<{ entry: Entry; rollout: string }> {
  const [entry] = (await environments(1)) as [Entry];
  await importEntries([change(entry)]);
  const rollout = await roll([entry]);
  await until(() => isLocked(entry));
  return { entry, rollout };
}

async function countCreates(): Promise<number> {
  const sent = await requests(local);
  const kinds = ["database", "container", "job"];
  const counts = kinds.map((kind) => sent[`POST /environment/{environmentId}/${kind} 201`] ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

describe("fleet under failures", () => {
  beforeAll(async () => {
    example = await fleets.openTroubledExample();
    temporal = await startTemporal(data);
    local = await startPlatformProcess({ endpoints: "extended" });
    away = await startPlatformProcess({ endpoints: "extended", data: join(data, "away.db") });
    writeFileSync(join(data, "local.env"), variablesOf(local));
    writeFileSync(join(data, "away.env"), variablesOf(away));
    fleet = fleets.openFleet(example, example.state, {
      TEMPORAL_ADDRESS: temporal.address,
      FLEET_PLATFORMS: "local:2,away:2",
      FLEET_VARIABLES: data,
    });
    worker = await fleet.startWorker();
  });
  beforeEach(() => {
    scenarios++;
  });
  afterAll(async () => {
    await fleet?.close();
    await temporal?.stop();
    await local?.stop();
    await away?.stop();
    await example?.close();
  });

  afterEach(async () => {
    if (process.platform === "linux") await expect.poll(fleet.plugins).toEqual([]);
  });

  test("fails with LOCKED, and leaves the lock of another user, until the stack is unlocked", async () => {
    const [entry] = (await environments(1)) as [Entry];
    await expectUp([entry]);
    const folder = join(example.state, ".pulumi/locks/organization/fleet", entry.name);
    mkdirSync(folder, { recursive: true });
    const owner = { pid: 1, username: "ann", hostname: "laptop", timestamp: new Date().toISOString() };
    writeFileSync(join(folder, "5f4d3c2b-0000-4000-8000-000000000000.json"), JSON.stringify(owner));
    await importEntries([{ ...entry, attempts: 1 }]);
    const refused = await fleet.run("up", entry.name);
    expect(refused.stdout, refused.output).toMatch(
      /: up 1 failed: LOCKED after 1 attempt\n {2}The stack is locked, created by ann@laptop \(pid 1\) at .*\.\n/,
    );
    expect(isLocked(entry)).toBe(true);
    const unlock = await fleet.run("unlock", entry.name);
    expect(unlock.code, unlock.output).toBe(0);
    await expectUp([entry]);
  });

  test("retries a program that ends its process, and leaves neither lock nor process", async () => {
    const [entry] = (await environments(1)) as [Entry];
    await expectUp([withTag(entry, "exits")]);
    expect(await reportOf(entry.name)).toMatchObject({ attempts: 2 });
  });

  test("ends a hanging program with TIMEOUT after its `timeoutMinutes`, and unlocks its stack", async () => {
    const [entry] = (await environments(1)) as [Entry];
    await importEntries([withTag(entry, "hangs", { timeoutMinutes: 0.3 })]);
    await endOf(await roll([entry]));
    expect(await reportOf(entry.name)).toMatchObject({ state: "failed", attempts: 2, error: { code: "TIMEOUT" } });
    expect(fleet.locked()).toEqual([]);
    expect(runs()).toEqual([]);
    await expectUp([entry]);
  });

  test("ends a worker's runs at a second stop signal, and another worker continues", async () => {
    const { entry, rollout } = await startRun();
    const started = startedBy(worker.pid as number);
    const exited = once(worker, "exit");
    worker.kill("SIGTERM");
    await delay(500);
    worker.kill("SIGTERM");
    expect(await exited, fleet.logs()).toEqual([null, "SIGTERM"]);
    await until(() => started.every(({ pid }) => !isAlive(pid)));
    worker = await fleet.startWorker();
    expect(await endOf(rollout)).toMatchObject({ ended: { done: 1 } });
    await fleet.expectDeployed([entry], local);
  });

  test("continues a rollout after Temporal's server was killed", async () => {
    const entries = await environments(4);
    const before = await countCreates();
    await importEntries(entries);
    const rollout = await roll(entries);
    await until(() => entries.some(isLocked));
    await temporal.kill();
    await delay(2000);
    await temporal.restart();
    expect(await endOf(rollout)).toMatchObject({ ended: { done: 4 } });
    await fleet.expectDeployed(entries, local);
    expect(await countCreates()).toBe(before + 16);
  });

  test("stops the runs of a worker that Temporal can't reach (no heartbeat)", async () => {
    const { entry, rollout } = await startRun((each) => withTag(each, "hangs", { timeoutMinutes: 10 }));
    const { pid } = temporal.process();
    kill(pid as number, "SIGSTOP");
    try {
      await until(() => runs().length === 0);
    } finally {
      kill(pid as number, "SIGCONT");
    }
    await temporal.client.workflow.getHandle(entry.name).cancel();
    expect(await endOf(rollout)).toMatchObject({ ended: { cancelled: 1 } });
    await expectUp([entry]);
  });

  test("delays only environments of a platform that is down", async () => {
    const [near, far] = [await environments(2), await environments(2, away, "away")];
    const { port } = new URL(away.url);
    await away.kill();
    await importEntries([...near, ...far]);
    const rollout = await roll([...far, ...near]);
    // An environment is done before its rollout knows it.
    await until(async () => (await progressOf(rollout))?.ended.done === 2);
    const now = await progressOf(rollout);
    expect(now?.running.map(([, platform]) => platform)).toEqual(["away", "away"]);
    away = await startPlatformProcess({ endpoints: "extended", port: Number(port), data: join(data, "away.db") });
    expect(await endOf(rollout)).toMatchObject({ ended: { done: 4 } });
    await fleet.expectDeployed(near, local);
    await fleet.expectDeployed(far, away);
  });

  test.each([
    ["cancelled", "cancel", { cancelled: 1 }],
    ["terminated", "terminate", { failed: 1 }],
  ] as const)("ends the run of an environment whose workflow is %s, and unlocks its stack", async (_, end, ended) => {
    const { entry, rollout } = await startRun((each) => withTag(each, "hangs"));
    await temporal.client.workflow.getHandle(entry.name)[end]();
    await until(() => runs().length === 0);
    expect(await endOf(rollout)).toMatchObject({ ended });
    expect(fleet.locked()).toEqual([]);
    await expectUp([entry]);
  });
});
