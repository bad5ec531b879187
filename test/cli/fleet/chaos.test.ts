/** What goes wrong around a fleet: processes that end or hang, servers that are down, and people who work at the same time. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requests } from "../../engine/journal.js";
import { isFull } from "../../full.js";
import { type PlatformProcess, startPlatformProcess } from "../../platform/platform-process.js";
import { isAlive, kill, startedBy } from "../../processes.js";
import { type Entry, newEnvironments } from "./environments.js";
import { type Fleet, openFleet } from "./fleet.js";

const RESOURCES = ["api", "nightly", "orders", "release", "web"];

let local: PlatformProcess;
let away: PlatformProcess;
let fleet: Fleet;
let worker: ChildProcess;
let data: string;
let scenarios = 0;

const withTag = (entry: Entry, tag: string, more: Partial<Entry> = {}): Entry => ({
  ...entry,
  ...more,
  settings: { ...entry.settings, tag },
});

/** New environments of this scenario. */
async function environments(count: number, platform = local, on = "local"): Promise<Entry[]> {
  const made = await newEnvironments(platform, count, `${on}-${scenarios}`);
  return made.map((entry) => ({ ...entry, platform: on }));
}

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await delay(50);
};

/** The processes of the worker's runs. */
const runs = () => startedBy(worker.pid as number).filter(({ command }) => /run\.ts|pulumi/.test(command));

const isLocked = ({ name }: Entry) => fleet.locked().includes(name);
const stateOf = async ({ name }: Entry) => (await fleet.report(name))?.state;
const names = (entries: readonly Entry[]) => entries.map(({ name }) => name);
const endOf = (rollout: string) => fleet.temporal.client.workflow.getHandle(rollout).result();
const signal = (id: string, what: string) => fleet.temporal.client.workflow.getHandle(id).signal(what);

/** Every stack is as its settings say: nothing is missing, nothing is there twice, and nothing is locked. */
async function expectDeployed(entries: readonly Entry[], platform = local): Promise<void> {
  for (const { name, settings } of entries) {
    const list = async (kind: string) =>
      (await platform.request("GET", `/environment/${settings.environmentId}/${kind}`)).body.results;
    const containers: { name: string; tag: string }[] = await list("container");
    const found = [...(await list("database")), ...containers, ...(await list("job"))].map((each) => each.name).sort();
    expect(found, name).toEqual(["api", "nightly", "orders", "web"]);
    expect(
      containers.map(({ tag }) => tag),
      name,
    ).toEqual([settings.tag, settings.tag]);
    expect(fleet.resources(name), name).toEqual(RESOURCES);
    expect(await fleet.report(name), name).toMatchObject({ state: "done" });
  }
  expect(fleet.locked()).toEqual([]);
}

async function countCreates(platform = local): Promise<number> {
  const sent = await requests(platform);
  return ["database", "container", "job"].reduce(
    (sum, kind) => sum + (sent[`POST /environment/{environmentId}/${kind} 201`] ?? 0),
    0,
  );
}

type Scenario = [name: string, run: () => Promise<void>];

const all: Scenario[] = [
  [
    "a stack that somebody else has locked stays locked until it is told to be unlocked",
    async () => {
      const [entry] = (await environments(1)) as [Entry];
      await fleet.import([{ ...entry, attempts: 1 }]);
      expect((await fleet.run("up", entry.name)).code).toBe(0);
      const folder = join(fleet.folder, "../state/.pulumi/locks/organization/fleet", entry.name);
      mkdirSync(folder, { recursive: true });
      const lock = { pid: 1, username: "ann", hostname: "laptop", timestamp: new Date().toISOString() };
      writeFileSync(join(folder, "5f4d3c2b-0000-4000-8000-000000000000.json"), JSON.stringify(lock));
      const refused = await fleet.run("up", entry.name, "--force");
      expect(refused.stdout, refused.output).toMatch(
        /: up 1 failed: LOCKED after 1 attempt\n {2}The stack is locked, created by ann@laptop \(pid 1\) at .*\.\n/,
      );
      expect(isLocked(entry)).toBe(true);
      const unlock = await fleet.run("unlock", entry.name);
      expect(unlock.code, unlock.output).toBe(0);
      const up = await fleet.run("up", entry.name);
      expect(up.stdout, up.output).toContain("1 of 1 environments: 1 done\n");
      await expectDeployed([entry]);
    },
  ],
  [
    "a program that ends its process leaves neither a lock nor a process, and is tried again",
    async () => {
      const [entry] = (await environments(1)) as [Entry];
      const exits = withTag(entry, "exits");
      await fleet.import([exits]);
      const up = await fleet.run("up", entry.name);
      expect(up.code, up.output).toBe(0);
      expect(await fleet.report(entry.name)).toMatchObject({ attempts: 2 });
      await expectDeployed([exits]);
    },
  ],
  [
    "a program that hangs is ended in time, with its reason, and leaves the stack unlocked",
    async () => {
      const [entry] = (await environments(1)) as [Entry];
      await fleet.import([withTag(entry, "hangs", { timeoutMinutes: 0.3 })]);
      const { stdout, output } = await fleet.run("up", entry.name);
      expect(stdout, output).toContain(`${entry.name}: up hangs failed: TIMEOUT after 2 attempts\n`);
      expect(fleet.locked()).toEqual([]);
      expect(runs()).toEqual([]);
      await fleet.import([entry]);
      expect((await fleet.run("up", entry.name)).code).toBe(0);
      await expectDeployed([entry]);
    },
  ],
  [
    "a run whose worker alone is killed ends before another worker starts it again",
    async () => {
      const [entry] = (await environments(1)) as [Entry];
      const before = await countCreates();
      await fleet.import([entry]);
      const rollout = await fleet.roll("up", entry.name);
      await until(() => isLocked(entry));
      const started = startedBy(worker.pid as number);
      const exited = once(worker, "exit");
      worker.kill("SIGKILL");
      await exited;
      worker = await fleet.startWorker("local:2,away:2");
      await until(() => started.every(({ pid }) => !isAlive(pid)));
      expect((await fleet.report(entry.name))?.attempts).toBeUndefined();
      await endOf(rollout);
      expect(await fleet.report(entry.name)).toMatchObject({ attempts: 2 });
      await expectDeployed([entry]);
      expect(await countCreates()).toBe(before + 4);
    },
  ],
  [
    "a worker that is told twice to stop ends its runs, and another one continues",
    async () => {
      const [entry] = (await environments(1)) as [Entry];
      await fleet.import([entry]);
      const rollout = await fleet.roll("up", entry.name);
      await until(() => isLocked(entry));
      const exited = once(worker, "exit");
      worker.kill("SIGTERM");
      await delay(100);
      worker.kill("SIGTERM");
      expect(await exited, fleet.logs()).toEqual([0, null]);
      expect(fleet.locked()).toEqual([]);
      worker = await fleet.startWorker("local:2,away:2");
      await endOf(rollout);
      await expectDeployed([entry]);
    },
  ],
  [
    "a rollout continues when Temporal's server was killed and started again",
    async () => {
      const entries = await environments(4);
      const before = await countCreates();
      await fleet.import(entries);
      const rollout = await fleet.roll("up", ...names(entries), "--waves", "100%");
      await until(() => entries.some(isLocked));
      await fleet.temporal.kill();
      await delay(2000);
      await fleet.temporal.restart();
      expect(await endOf(rollout)).toMatchObject({ ended: { done: 4 } });
      await expectDeployed(entries);
      expect(await countCreates()).toBe(before + 16);
    },
  ],
  [
    "a worker that Temporal cannot hear ends its run itself",
    async () => {
      const [entry] = (await environments(1)) as [Entry];
      await fleet.import([withTag(entry, "hangs", { timeoutMinutes: 10 })]);
      const rollout = await fleet.roll("up", entry.name);
      await until(() => isLocked(entry));
      const { pid } = fleet.temporal.process();
      kill(pid as number, "SIGSTOP");
      try {
        await until(() => runs().length === 0);
      } finally {
        kill(pid as number, "SIGCONT");
      }
      // A newer wish waits until the current run has ended.
      await fleet.import([entry]);
      await fleet.temporal.client.workflow.getHandle(entry.name).cancel();
      expect(await endOf(rollout)).toMatchObject({ ended: { cancelled: 1 } });
      await fleet.import([entry]);
      expect((await fleet.run("up", entry.name)).code).toBe(0);
      await expectDeployed([entry]);
    },
  ],
  [
    "a platform that is down holds only its own environments",
    async () => {
      const [near, far] = [await environments(2), await environments(2, away, "away")];
      const { port } = new URL(away.url);
      await away.kill();
      await fleet.import([...near, ...far]);
      const rollout = await fleet.roll("up", ...names([...far, ...near]), "--waves", "100%", "--failures", "9");
      await until(async () => (await Promise.all(near.map(stateOf))).every((state) => state === "done"));
      const now = await fleet.progress(rollout);
      expect(now).toMatchObject({ ended: { done: 2 } });
      expect(now?.running.map(([, platform]) => platform)).toEqual(["away", "away"]);
      away = await startPlatformProcess({ endpoints: "extended", port: Number(port), data: join(data, "away.db") });
      expect(await endOf(rollout)).toMatchObject({ ended: { done: 4 } });
      await expectDeployed(near);
      await expectDeployed(far, away);
    },
  ],
  [
    "a paused rollout starts nothing new, and two rollouts at once deploy the newest wish",
    async () => {
      const entries = await environments(3);
      await fleet.import(entries);
      const first = await fleet.roll("up", ...names(entries), "--waves", "100%", "--at-once", "1");
      await until(() => entries.some(isLocked));
      await signal(first, "pause");
      await until(async () => (await fleet.progress(first))?.running.length === 0);
      expect(await fleet.progress(first)).toMatchObject({ state: "paused", ended: { done: 1 } });
      const newest = entries.map((entry) => withTag(entry, "2"));
      await fleet.import(newest);
      const second = await fleet.roll("up", ...names(entries), "--waves", "100%");
      await until(() => entries.some(isLocked));
      await signal(first, "resume");
      const ended = [await endOf(first), await endOf(second)] as { ended: Record<string, number> }[];
      for (const each of ended) expect(Object.values(each.ended).reduce((sum, count) => sum + count, 0)).toBe(3);
      expect(ended.every((each) => each.ended.failed === undefined)).toBe(true);
      for (const { name } of entries) expect((await fleet.report(name))?.state).toMatch(/^(done|unchanged)$/);
      expect((await fleet.run("up", ...names(entries), "--force", "--waves", "100%")).code).toBe(0);
      await expectDeployed(newest);
    },
  ],
  [
    "an environment whose workflow is cancelled stops in good order, and its rollout is told",
    async () => {
      const [entry] = (await environments(1)) as [Entry];
      await fleet.import([entry]);
      const rollout = await fleet.roll("up", entry.name);
      await until(() => isLocked(entry));
      await fleet.temporal.client.workflow.getHandle(entry.name).cancel();
      expect(await endOf(rollout)).toMatchObject({ ended: { cancelled: 1 } });
      expect(fleet.locked()).toEqual([]);
      expect(runs()).toEqual([]);
      await fleet.import([entry]);
      expect((await fleet.run("up", entry.name)).code).toBe(0);
      await expectDeployed([entry]);
    },
  ],
  [
    "a rollout pauses after its failures, and deploys the rest when it is resumed",
    async () => {
      const entries = await environments(3);
      const [bad, ...others] = entries as [Entry, ...Entry[]];
      const wrong = { ...bad, settings: { ...bad.settings, registryId: "not an ID" } };
      await fleet.import([wrong, ...others]);
      const rollout = await fleet.roll("up", ...names(entries));
      await until(async () => (await fleet.progress(rollout))?.state === "paused");
      expect(await fleet.report(bad.name)).toMatchObject({ state: "failed", attempts: 1 });
      expect((await fleet.report(bad.name))?.error?.code).toMatch(/^AP1\d{3}$/);
      expect(await Promise.all(others.map(stateOf))).toEqual([undefined, undefined]);
      await signal(rollout, "resume");
      expect(await endOf(rollout)).toMatchObject({ ended: { done: 2, failed: 1 } });
      await expectDeployed(others);
    },
  ],
];

describe("around a fleet", () => {
  beforeAll(async () => {
    local = await startPlatformProcess({ endpoints: "extended" });
    data = mkdtempSync(join(tmpdir(), "fleet-"));
    away = await startPlatformProcess({ endpoints: "extended", data: join(data, "away.db") });
    fleet = await openFleet({ local, away });
    worker = await fleet.startWorker("local:2,away:2");
  });
  beforeEach(() => {
    scenarios++;
  });
  afterAll(async () => {
    await fleet?.close();
    await local?.stop();
    await away?.stop();
    if (data) rmSync(data, { recursive: true, force: true });
  });

  afterEach(async () => {
    if (process.platform === "linux") await expect.poll(fleet.plugins).toEqual([]);
  });

  // The first one takes a minute, in which it waits for a lock to stay.
  test.for(isFull ? all : all.slice(1, 2))("%s", async ([, run]) => run());
});
