/** The rules of the workflows, on a real server that asks them to continue as new every few events. Their runs are pretended. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { ApplicationFailure, Context } from "@temporalio/activity";
import type { Client } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Order, QUEUE, queueOf, type Rollout } from "../../../examples/fleet/vocabulary.js";
import { openedFolder } from "../../support/opened-folder.js";
import { bundleOnce } from "./bundle.js";
import type { Entry } from "./environments.js";
import { until, workflowsOf } from "./fleet.js";
import { startTemporal, type Temporal } from "./temporal.js";

type Pretended = Awaited<ReturnType<typeof startPretendedWorker>>;

/** The workflows, whose rollouts ask every five seconds, and not every minute, what has become of their environments. */
async function quickWorkflows(): Promise<string> {
  const workflowsPath = require.resolve("../../../examples/fleet/workflows.ts");
  const code = readFileSync((await bundleOnce(workflowsPath)).codePath, "utf8");
  const quick = code.replace(/(condition\(.*), "1 minute"/, '$1, "5 seconds"');
  if (quick === code) throw new Error("A rollout must ask every minute what has become of its environments.");
  return quick;
}

async function startPretendedWorker(address: string) {
  /** The runs so far, as `name tag`, in their order. */
  const runs: string[] = [];
  const waiting = new Set<() => void>();
  const run = async ({ name, settings: { tag } }: Order) => {
    const { heartbeat, info, cancelled } = Context.current();
    runs.push(`${name} ${tag}`);
    if (tag.startsWith("fails ") && info.attempt <= Number(tag.slice("fails ".length))) throw new Error("not yet");
    if (tag === "wrong") throw ApplicationFailure.create({ type: "AP1001", details: [1], nonRetryable: true });
    if (tag === "waits") {
      const beat = setInterval(() => heartbeat("a host"), 1000);
      await Promise.race([new Promise<void>((resolve) => waiting.add(resolve)), cancelled]).finally(() =>
        clearInterval(beat),
      );
    }
    return { attempts: info.attempt, changes: { same: 1 } };
  };
  const listMembers = async (names: readonly string[]) => names.map((name) => [name, "pretended"]);
  const connection = await NativeConnection.connect({ address });
  const activities = { up: run, preview: run, destroy: run, listMembers };
  const workflowBundle = { code: await quickWorkflows() };
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue: QUEUE, workflowBundle, activities }),
    Worker.create({ connection, taskQueue: queueOf("pretended"), activities, maxHeartbeatThrottleInterval: 500 }),
  ]);
  const running = workers.map((worker) => worker.run());
  return {
    runs,
    /** Ends the runs that wait. */
    release() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    async stop() {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      await connection.close();
    },
  };
}

let temporal: Temporal;
let client: Client;
let worker: Pretended;
const folder = openedFolder("fleet");
const { endOf, importEntries, progressOf, reportOf, roll } = workflowsOf(() => client);

beforeAll(async () => {
  temporal = await startTemporal(folder, "--dynamic-config-value", "limit.historyCount.suggestContinueAsNew=20");
  client = temporal.client;
  // Failures are in the reports, and signals are for the test.
  Runtime.install({ logger: new DefaultLogger("ERROR"), shutdownSignals: [] });
  worker = await startPretendedWorker(temporal.address);
});
afterAll(async () => {
  worker?.release();
  await worker?.stop();
  await temporal?.stop();
});

const ID = "f1ee7000-0000-4000-8000-000000000001";
const entry = (name: string, tag: string): Entry => ({
  name,
  platform: "pretended",
  settings: { environmentId: ID, registryId: ID, tag },
});

/** Imports environments that are named after the test. */
async function imported(prefix: string, count: number, tag = "1"): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  await importEntries(names.map((name) => entry(name, tag)));
  return names;
}

const signal = (workflow: string, name: string) => client.workflow.getHandle(workflow).signal(name);
const runsOf = (prefix: string) => worker.runs.filter((run) => run.startsWith(`${prefix}-`));
const isWaiting = (name: string) => until(() => worker.runs.includes(`${name} waits`));

/** How the executions of a workflow ended, without the last one. */
async function continued(workflowId: string): Promise<number> {
  const query = `WorkflowId = '${workflowId}' AND ExecutionStatus = 'ContinuedAsNew'`;
  return (await client.workflow.count(query)).count;
}

test("a rollout runs every environment once, wave after wave, also after continue-as-new", async () => {
  const names = await imported("wave", 8);
  const rollout = await roll({ operation: "up", names, waves: ["1", "50%"], perPlatform: 2, failures: 0 });
  expect(await endOf(rollout)).toMatchObject({ state: "running", wave: 3, waves: 3, ended: { done: 8 } });
  const [first, ...others] = runsOf("wave");
  expect(first).toBe("wave-0 1");
  expect(others.slice(0, 3).sort()).toEqual([1, 2, 3].map((number) => `wave-${number} 1`));
  expect(others).toHaveLength(7);
  await expect.poll(() => continued(rollout)).toBeGreaterThan(1);
});

test("a rollout pauses after too many failures or a signal `pause`, and obeys `resume` and `abort`", async () => {
  const names = await imported("pause", 6);
  await importEntries([entry("pause-0", "wrong"), entry("pause-1", "waits"), entry("pause-3", "wrong")]);
  const rollout = await roll({ operation: "up", names, perPlatform: 1, failures: 0 });
  await until(async () => (await progressOf(rollout))?.state === "paused");
  expect(await reportOf("pause-0")).toMatchObject({ state: "failed", attempts: 1, error: { code: "AP1001" } });
  expect(runsOf("pause")).toEqual(["pause-0 wrong"]);
  await signal(rollout, "resume");
  await isWaiting("pause-1");
  await signal(rollout, "pause");
  worker.release();
  await until(async () => (await progressOf(rollout))?.ended.done === 1);
  expect(await progressOf(rollout)).toMatchObject({ state: "paused", running: [] });
  await signal(rollout, "resume");
  await until(async () => (await progressOf(rollout))?.ended.failed === 2);
  expect(await progressOf(rollout)).toMatchObject({ state: "paused", problems: ["pause-0", "pause-3"] });
  await signal(rollout, "abort");
  expect(await endOf(rollout)).toMatchObject({ state: "aborted", ended: { done: 2, failed: 2 } });
  expect(runsOf("pause")).toHaveLength(4);
});

test("an environment workflow runs one request at a time: a newer request replaces a waiting one, also after continue-as-new", async () => {
  const names = await imported("wish", 1, "waits");
  const rollouts: string[] = [];
  for (const tag of ["waits", "2", "3"]) {
    await importEntries([entry("wish-0", tag)]);
    const rollout = await roll({ operation: "up", names });
    rollouts.push(rollout);
    await until(async () => (await progressOf(rollout))?.running.length === 1);
    await isWaiting("wish-0");
  }
  expect(await endOf(rollouts[1] as string)).toMatchObject({ ended: { replaced: 1 } });
  worker.release();
  for (const rollout of [rollouts[0], rollouts[2]])
    expect(await endOf(rollout as string)).toMatchObject({ ended: { done: 1 } });
  expect(runsOf("wish")).toEqual(["wish-0 waits", "wish-0 3"]);
  await expect.poll(() => continued("wish-0")).toBe(2);
});

test("a rollout with `previous` uses the version of the last successful run with other settings", async () => {
  const names = await imported("version", 1);
  const up = async (tag: string, previous = false) => {
    await importEntries([entry("version-0", tag)]);
    await endOf(await roll({ operation: "up", names, previous }));
    return reportOf("version-0");
  };
  expect(await up("1", true)).toMatchObject({ state: "failed", error: { code: "NO_PREVIOUS" } });
  await up("1");
  await up("2");
  expect(await up("2", true)).toMatchObject({ state: "done", tag: "1" });
  expect(await up("2", true)).toMatchObject({ state: "done", tag: "1" });
  expect(await up("wrong")).toMatchObject({ state: "failed", tag: "wrong" });
  expect(await up("wrong", true)).toMatchObject({ state: "done", tag: "1" });
});

/** Of workflows of these tests. `RECORD=1` records them again, with the workflows as they are then. */
const recorded = join(__dirname, "histories");

async function record(file: string, workflowId: string): Promise<void> {
  writeFileSync(join(recorded, file), serialize(await client.workflow.getHandle(workflowId).fetchHistory()));
}

test("workflows replay recorded histories, and a change without `patched` fails the replay", async () => {
  const { codePath } = await bundleOnce(require.resolve("../../../examples/fleet/workflows.ts"));
  const code = readFileSync(codePath, "utf8");
  const changed = code.replace(/const \{ listMembers \} = (\w+)\./, 'await $1.sleep("1 second"); $&');
  const replay = async (bundle: string, file: string) => {
    const history = deserialize(readFileSync(join(recorded, file)));
    const workflowBundle = { code: bundle };
    return Worker.runReplayHistory({ workflowBundle }, history, file).catch((error: Error) => error.name);
  };
  const files = readdirSync(recorded);
  expect(files).toEqual(["environment.bin", "rollout.bin"]);
  for (const file of files) expect(await replay(code, file), file).toBeUndefined();
  expect(changed).not.toBe(code);
  expect(await replay(changed, "rollout.bin")).toBe("DeterminismViolationError");
});

test.each<[string, Rollout, string]>([
  ["has wrong input", { operation: "up", names: ["anything"], waves: ["ten"] }, "waves[0]: must be"],
  ["is a destroy without `names`", { operation: "destroy" }, "names: must name"],
])("a rollout fails at once if it %s", async (_, rollout, message) => {
  const failed = await endOf(await roll(rollout)).catch((error) => error);
  expect(failed.cause).toMatchObject({ type: "WRONG_INPUT", message: expect.stringContaining(message) });
});

test("a rollout ends after the failure of its last environment, and while it's paused if none is left", async () => {
  const names = await imported("last", 1, "wrong");
  const failed = await endOf(await roll({ operation: "up", names, failures: 0 }));
  expect(failed).toMatchObject({ state: "running", ended: { failed: 1 }, problems: names });
  await importEntries([entry("last-0", "waits")]);
  const paused = await roll({ operation: "up", names });
  await isWaiting("last-0");
  await signal(paused, "pause");
  worker.release();
  expect(await endOf(paused)).toMatchObject({ ended: { done: 1 } });
  if (process.env.RECORD === "1") {
    await record("rollout.bin", paused);
    await record("environment.bin", "last-0");
  }
});

test("a signal has no effect and is shown as WRONG_SIGNAL if its value is invalid", async () => {
  const names = await imported("odd", 1, "waits");
  const rollout = await roll({ operation: "up", names });
  await isWaiting("odd-0");
  const wrong: [workflow: string, name: string, ...values: unknown[]][] = [
    ["odd-0", "want", undefined],
    ["odd-0", "want", { ...entry("odd-0", "2"), platform: null }],
    ["odd-0", "wish", null],
    ["odd-0", "wish", { operation: "deploy", rollout }],
    [rollout, "finished"],
    [rollout, "finished", "odd-0", null],
  ];
  for (const [workflow, name, ...values] of wrong) await client.workflow.getHandle(workflow).signal(name, ...values);
  const shown = async () => (await client.workflow.getHandle("odd-0").describe()).searchAttributes.FleetError;
  await expect.poll(shown).toEqual(["WRONG_SIGNAL"]);
  worker.release();
  expect(await endOf(rollout)).toMatchObject({ ended: { done: 1 } });
});

test("an environment workflow fails with WRONG_INPUT if it's started with an invalid state", async () => {
  const workflowId = "null";
  const handle = await client.workflow.start("environment", { workflowId, taskQueue: QUEUE, args: [null] });
  expect((await handle.result().catch((error) => error)).cause).toMatchObject({ type: "WRONG_INPUT" });
});

test("an environment workflow ends when its stack is destroyed, and the environment can be imported again", async () => {
  const names = await imported("destroy", 1);
  const ended = async (operation: "destroy" | "up") => (await endOf(await roll({ operation, names }))).ended;
  expect(await ended("destroy")).toMatchObject({ done: 1 });
  const status = async () => (await client.workflow.getHandle("destroy-0").describe()).status.name;
  await expect.poll(status).toBe("COMPLETED");
  await imported("destroy", 1);
  expect(await ended("up")).toMatchObject({ done: 1 });
});

test("a rollout counts a cancelled environment as cancelled, and an environment that isn't imported as failed", async () => {
  const names = await imported("cancel", 1, "waits");
  const current = await roll({ operation: "up", names });
  await isWaiting("cancel-0");
  const waiting = await roll({ operation: "preview", names });
  await until(async () => (await progressOf(waiting))?.running.length === 1);
  await client.workflow.getHandle("cancel-0").cancel();
  for (const rollout of [current, waiting]) expect(await endOf(rollout)).toMatchObject({ ended: { cancelled: 1 } });
  const later = await roll({ operation: "up", names });
  expect(await endOf(later)).toMatchObject({ ended: { failed: 1 }, problems: names });
});

test("a rollout counts a terminated environment as failed, and runs every other one once", async () => {
  const names = await imported("end", 2, "waits");
  const rollout = await roll({ operation: "up", names, failures: 5 });
  for (const name of names) await isWaiting(name);
  await client.workflow.getHandle("end-0").terminate();
  await until(async () => (await progressOf(rollout))?.ended.failed === 1);
  worker.release();
  expect(await endOf(rollout)).toMatchObject({ ended: { done: 1, failed: 1 }, problems: ["end-0"] });
  expect(runsOf("end").sort()).toEqual(["end-0 waits", "end-1 waits"]);
});

test("a failed run is repeated up to the `attempts` of its environment", async () => {
  await importEntries([
    { ...entry("patient-0", "fails 1"), attempts: 2 },
    { ...entry("hasty-0", "fails 2"), attempts: 2 },
  ]);
  const rollout = await roll({ operation: "up", names: ["patient-0", "hasty-0"], failures: 1 });
  expect(await endOf(rollout)).toMatchObject({ ended: { done: 1, failed: 1 }, problems: ["hasty-0"] });
  expect((await reportOf("patient-0"))?.attempts).toBe(2);
});
