import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../examples/fleet/database.js";
import { listEnvironments } from "../../examples/fleet/environments.js";
import { requests } from "../engine/journal.js";
import { type FleetRow, newFleetRows } from "../fleet-rows.js";
import { isFull } from "../full.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { type Postgres, startPostgres } from "../postgres.js";
import { deploymentStatuses } from "./examples/deployed.js";
import { type CopiedFolder, openExample } from "./project-folder.js";

const STACKS = isFull ? 200 : 5;
const PASSPHRASE = "a passphrase that is nowhere else";
const PER_MINUTE = isFull ? 6000 : 600;
vi.setConfig({ testTimeout: isFull ? 3_600_000 : 240_000 });

describe("the example fleet", () => {
  let postgres: Postgres;
  let platform: Platform;
  let example: CopiedFolder;
  let database: Database;
  let rows: FleetRow[];
  const workers: ChildProcess[] = [];
  let logs = "";

  const fleet = (...args: string[]) => example.run(process.execPath, ["--import", "tsx", "index.ts", ...args]);
  const importRows = (environments: readonly FleetRow[]) => {
    const platforms = [{ name: "local", baseUrl: platform.url, requestsPerMinute: PER_MINUTE }];
    writeFileSync(join(example.folder, "rows.json"), JSON.stringify({ platforms, environments }));
    return fleet("import", "rows.json");
  };
  const startWorker = (runs: number) => {
    const args = ["--import", "tsx", "index.ts", "work", "--runs", String(runs)];
    const worker = spawn(process.execPath, args, { cwd: example.folder, env: example.env, stdio: "pipe" });
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        logs += text;
      });
    }
    workers.push(worker);
    return worker;
  };
  const names = async (environmentId: string, kind: string) => {
    const { body } = await platform.request("GET", `/environment/${environmentId}/${kind}`);
    return (body.results as { name: string }[]).map(({ name }) => name).sort();
  };
  const held = (environmentId: string) =>
    Promise.all(["database", "container", "job"].map((kind) => names(environmentId, kind)));
  const row = async (name: string) => (await listEnvironments(database, [name]))[0];

  /** An environment that this worker is in the middle of: some of its resources exist, others do not. */
  const halfDone = async (worker: ChildProcess): Promise<FleetRow> => {
    for (;;) {
      for (const each of rows) {
        const state = await row(each.name);
        if (state?.status !== "running" || !state.worker?.endsWith(`:${worker.pid}`)) continue;
        const created = (await held(each.settings.environmentId)).flat();
        if (created.length > 0 && created.length < 4) return each;
      }
      await delay(20);
    }
  };

  beforeAll(async () => {
    [postgres, platform] = await Promise.all([startPostgres(), startPlatform({ endpoints: "extended" })]);
    vi.stubEnv("FLEET_DATABASE_URL", postgres.url);
    example = await openExample("fleet", {
      FLEET_DATABASE_URL: postgres.url,
      PULUMI_BACKEND_URL: postgres.url,
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      APP_PLATFORM_ENDPOINTS: "extended",
      FLEET_LEASE_SECONDS: "10",
      FLEET_RETRY_SECONDS: "1",
    });
    database = await openDatabase("command");
    rows = await newFleetRows(platform, STACKS);
  });
  afterAll(async () => {
    for (const worker of workers) if (worker.exitCode === null && worker.signalCode === null) killTree(worker);
    await database?.close();
    await example?.close();
    await platform?.stop();
    await postgres?.stop();
    vi.unstubAllEnvs();
  });

  test("deploys every environment exactly once although a worker is killed, and reports the one that cannot be", async () => {
    const nowhere: FleetRow = {
      name: "nowhere",
      platform: "local",
      settings: { ...(rows[0] as FleetRow).settings, environmentId: randomUUID() },
    };
    const imported = await importRows([...rows, nowhere]);
    expect(imported.stdout, imported.output).toBe(`${STACKS + 1} environments are new or have changed\n`);
    const killed = startWorker(1);
    const up = fleet("up");
    const victim = await halfDone(killed);
    killTree(killed);
    expect(await locked()).toContain(victim.name);
    startWorker(2);
    const found = (await held(victim.settings.environmentId)).flat();
    expect(found.length, "resources of the environment that lost its worker").toBeLessThan(4);

    const { code, stdout, output } = await up;
    expect(code, output).toBe(1);
    expect(stdout).toContain(`${STACKS} of ${STACKS + 1} done, 1 failed\nFailed:\n  nowhere: AP3003 after 1 attempt\n`);
    expect(stdout).toContain(`There is no environment with the id ${nowhere.settings.environmentId}.`);

    for (const { name, settings } of rows) {
      expect(await held(settings.environmentId), name).toEqual([["orders"], ["api", "web"], ["nightly"]]);
      expect(await resourcesInState(name), name).toEqual(["api", "nightly", "orders", "release", "web"]);
    }
    const statuses = await Promise.all(
      rows.map(({ settings }) =>
        deploymentStatuses({
          request: platform.request,
          ids: { ...platform.ids, environment: settings.environmentId, otherEnvironment: settings.environmentId },
        }),
      ),
    );
    expect([...new Set(statuses.flat())]).toEqual(["UP_TO_DATE"]);
    expect(await row(victim.name)).toMatchObject({ status: "done", attempts: 2 });
    expect(logs).toContain(`${victim.name}: started, the lock of a dead worker is removed\n`);
    expect(await locked()).toEqual([]);

    const sent = await requests(platform);
    const created = ["database", "container", "job"].map(
      (kind) => sent[`POST /environment/{environmentId}/${kind} 201`],
    );
    expect(created).toEqual([STACKS, 2 * STACKS, STACKS]);
  });

  /** The stacks that Pulumi considers to be in use. */
  async function locked(): Promise<string[]> {
    const keys = await database.query<{ key: string }>("select key from pulumi_state where key like '%/locks/%'");
    return keys.map(({ key }) => key.split("/").at(-2) ?? key);
  }

  /** The resources in the state of a stack, as Postgres holds it. */
  async function resourcesInState(name: string): Promise<string[]> {
    const [state] = await database.query<{ data: { data: string } }>(
      "select data from pulumi_state where key like $1",
      [`%/stacks/fleet/${name}.json`],
    );
    // Pulumi writes it as Base64 into a JSON value.
    const { checkpoint } = JSON.parse(Buffer.from(state?.data.data ?? "", "base64").toString());
    const urns: string[] = checkpoint.latest.resources.map(({ urn }: { urn: string }) => urn);
    return urns.flatMap((urn) => (urn.includes("app-platform:") ? [urn.split("::").at(-1) ?? ""] : [])).sort();
  }

  test("finishes the current run when the worker is told to stop, with what has changed in the row", async () => {
    const [first, ...others] = rows as [FleetRow, ...FleetRow[]];
    const changed = { ...first, settings: { ...first.settings, tag: "2" } };
    expect((await importRows([changed, ...others])).stdout).toBe("1 environments are new or have changed\n");
    expect((await fleet("enqueue", first.name)).stdout).toBe("1 environments are queued\n");
    const worker = workers.at(-1) as ChildProcess;
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    while ((await row(first.name))?.status !== "running") await delay(50);
    worker.kill("SIGTERM");
    expect(await exited, logs).toBe(0);
    expect(await row(first.name)).toMatchObject({ status: "done", error: null });
    const { body } = await platform.request("GET", `/environment/${first.settings.environmentId}/container`);
    expect(body.results.map(({ tag }: { tag: string }) => tag)).toEqual(["2", "2"]);
  });

  test("ends a run whose worker alone has died before its lease ends, so that nobody else runs it meanwhile", async () => {
    const { name, settings } = rows[1] as FleetRow;
    await importRows([{ name, platform: "local", settings: { ...settings, tag: "2" } }]);
    const worker = startWorker(1);
    expect((await fleet("enqueue", name)).code).toBe(0);
    while (!(await locked()).includes(name)) await delay(20);
    const started = treeOf(worker).slice(1);
    expect(started.length).toBeGreaterThan(1);
    worker.kill("SIGKILL");
    // The lease of 10 s was renewed less than 2 s before.
    await expect.poll(() => started.filter(isAlive), { timeout: 8_000, interval: 50 }).toEqual([]);
    expect(await row(name)).toMatchObject({ status: "running" });
  });

  test("sends no more requests a minute than the platform allows, over the processes of all workers", async () => {
    const arrivals: { at: number; from: string | undefined }[] = [];
    const server = createServer(({ headers }, response) => {
      arrivals.push({ at: performance.now(), from: headers["x-worker"] as string | undefined });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await database.query("insert into fleet.platform (name, base_url, requests_per_minute) values ('slow', $1, 1200)", [
      url,
    ]);
    const script = join(__dirname, "examples/gated-requests.ts");
    const senders = ["a", "b"].map((name) =>
      spawn(process.execPath, ["--import", "tsx", script, "slow", url, "20", name], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    try {
      await Promise.all(senders.map(({ stdout }) => once(stdout, "data")));
      const before = performance.now();
      for (const { stdin } of senders) stdin.end("go");
      const exits = await Promise.all(senders.map((sender) => once(sender, "exit")));
      expect(exits).toEqual([
        [0, null],
        [0, null],
      ]);
      // The first one passes at once, each further one 50 ms later.
      expect((arrivals.at(-1)?.at ?? 0) - before).toBeGreaterThanOrEqual(39 * 50);
      expect(["a", "b"].map((name) => arrivals.filter(({ from }) => from === name).length)).toEqual([20, 20]);
    } finally {
      for (const sender of senders) sender.kill("SIGKILL");
      server.close();
    }
  });

  test("keeps tokens and passphrases out of the tables of the queue and out of the logs", async () => {
    const tables = ["fleet.platform", "fleet.environment", "fleet_queue.job"];
    const texts = await Promise.all(tables.map((table) => database.query(`select t::text from ${table} as t`)));
    const text = JSON.stringify(texts) + logs;
    expect(text).toContain("customer-001");
    expect(text).not.toContain(platform.tokens.admin);
    expect(text).not.toContain(PASSPHRASE);
  });
});

/** A process and everything that it has started, in this order. */
function treeOf({ pid }: ChildProcess): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const processes = table.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const tree = [pid as number];
  for (const each of tree) tree.push(...processes.flatMap(([child, parent]) => (parent === each ? [child] : [])));
  return tree;
}

function isAlive(pid: number): boolean {
  return kill(pid, 0);
}

/** Kills a process with everything that it started, as a machine that loses power does. */
function killTree(worker: ChildProcess): void {
  for (const each of treeOf(worker)) kill(each, "SIGKILL");
}

/** False if the process has ended already. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
