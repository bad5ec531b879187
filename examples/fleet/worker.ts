import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import type { JobWithMetadata } from "pg-boss";
import { type Database, DEAD_LETTERS, QUEUE } from "./database.js";
import { type Claim, claim, type Environment, finish, giveUp, type Result, renew } from "./environments.js";
import { openGate } from "./gate.js";
import type { Task } from "./run.js";
import { leaseSeconds, retries, variablesOf } from "./settings.js";

/** States of a job that no worker takes any more. */
const FINAL: readonly string[] = ["completed", "failed", "cancelled"];

/** What is refused once is refused again: wrong settings and arguments, and requests that the platform does not accept. */
const REFUSED = /^AP(1\d{3}|2\d{3}|300[12346])$/;

interface Job {
  readonly name: string;
}

export interface Worker {
  /** Takes no more jobs. Resolves when the current ones have ended. */
  finish(): Promise<void>;
  /** Ends the current runs too, and gives their jobs back. */
  abort(): void;
}

/** Takes jobs, as many at a time as there are `runs`, and runs each in a process of its own. */
export async function startWorker(database: Database, runs: number, log: (line: string) => void): Promise<Worker> {
  const stopping = new AbortController();
  const current = new Set<Promise<void>>();
  const { boss } = database;
  const options = { localConcurrency: runs, pollingIntervalSeconds: 0.5, includeMetadata: true } as const;
  await boss.work(QUEUE, options, async ([job]: JobWithMetadata<Job>[]) => {
    if (job === undefined) return;
    const ended = runJob(database, job, stopping.signal, log);
    const settled = ended.catch(() => {}).finally(() => current.delete(settled));
    current.add(settled);
    await ended;
  });
  await boss.work<Job>(DEAD_LETTERS, async (dead) => {
    for (const { data } of dead) {
      const waiting = await boss.findJobs(QUEUE, { key: data.name });
      // Unless it was enqueued again.
      if (waiting.every(({ state }) => FINAL.includes(state))) await giveUp(database, data.name);
    }
  });
  return {
    async finish() {
      const timeout = 2 ** 31 - 1;
      await boss.stop({ graceful: true, timeout });
      await Promise.all(current);
    },
    abort: () => stopping.abort(),
  };
}

async function runJob(
  database: Database,
  job: JobWithMetadata<Job>,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const { name } = job.data;
  for (let isChanged = true; isChanged; ) {
    const run = randomUUID();
    const claimed = await claim(database, name, run, `${hostname()}:${process.pid}`, leaseSeconds());
    if (claimed === undefined) throw new Error(`${name}: the lease of another worker has not ended.`);
    log(`${name}: started${claimed.was_left ? ", the lock of a dead worker is removed" : ""}`);
    const gate = await openGate(database, claimed);
    const result = await runApart(database, run, claimed, gate.url, stopping);
    gate.close();
    const status = statusAfter(result, job.retryCount, stopping.aborted);
    // New settings that came during the run: it is run again.
    isChanged = await finish(database, run, { status, result, requests: gate.requests(), revision: claimed.revision });
    log(`${name}: ${status}${result.error === undefined ? "" : `, ${result.error.code}`}`);
    // pg-boss runs it again, or makes it a dead letter.
    if (result.error !== undefined && !isRefused(result)) throw new Error(result.error.code);
  }
}

const isRefused = ({ error }: Result) => error !== undefined && REFUSED.test(error.code);

function statusAfter(result: Result, retried: number, isStopping: boolean): Environment["status"] {
  if (result.error === undefined) return "done";
  if (isRefused(result)) return "failed";
  if (isStopping) return "queued";
  return retried >= retries() ? "failed" : "retrying";
}

/** Runs a stack in a process of its own, and holds the lease for as long. */
async function runApart(database: Database, run: string, claimed: Claim, url: string, stopping: AbortSignal) {
  const lease = leaseSeconds();
  const env = variablesOf(claimed.platform, url);
  // A process group of its own: Ctrl-C in the terminal reaches the worker only.
  const child = fork(join(__dirname, "run.ts"), { env, detached: true, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  const ended = resultOf(child);
  const stop = () => child.connected && child.send("stop");
  stopping.addEventListener("abort", stop);
  const task: Task = {
    name: claimed.name,
    settings: claimed.settings,
    wasRun: claimed.was_run,
    isLeft: claimed.was_left,
    graceSeconds: lease / 3,
  };
  child.send(task);
  let renewed = Date.now();
  const renewing = setInterval(
    async () => {
      const isOurs = await renew(database, run, lease).catch(() => undefined);
      if (isOurs === true) renewed = Date.now();
      // Another worker may start when the lease ends: this run ends before.
      else if (isOurs === false || Date.now() - renewed > (lease * 1000) / 2) killGroup(child);
    },
    (lease * 1000) / 6,
  );
  try {
    return await ended;
  } finally {
    clearInterval(renewing);
    stopping.removeEventListener("abort", stop);
    // What Pulumi left behind, if the run ended before it.
    killGroup(child);
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function resultOf(child: ChildProcess): Promise<Result> {
  return new Promise((resolve) => {
    let log = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-2000);
    });
    const failed = (message: string) => resolve({ error: { code: "FLEET", message } });
    child.once("message", (result: Result) => resolve(result));
    child.once("error", (error) => failed(`The process of the run did not start: ${error.message}`));
    child.once("exit", (code, signal) => {
      const report = () => failed(`The process of the run ended with ${signal ?? code}.\n${log}`.trim());
      // Its result may still be on the way.
      if (child.connected) child.once("disconnect", report);
      else report();
    });
  });
}
