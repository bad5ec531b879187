import { type ChildProcess, execFile, spawn } from "node:child_process";
import { on, once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join, relative } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { isAlive, kill } from "../pulumi-cli/processes.js";
import { CHECKOUT } from "../pulumi-cli/search.js";
import { QuickstartProblem } from "./quickstart-problem.js";
import { isRunning, type Platform, readHealth, record, removeRecord } from "./running-platform.js";

export const DEFAULT_PORT = 4310;
/** Any free port. */
export const ANY_PORT = 0;

const PLATFORM_PROGRAM = join(CHECKOUT, "backend/dist/main.js");
const READY_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2_000;
const STACK_TRACE = /^\s+at |^Node\.js v/;

const dataFile = (folder: string) => join(folder, "platform.db");
const logFile = (folder: string) => join(folder, "platform.log");

export function hasData(folder: string): boolean {
  return existsSync(dataFile(folder));
}

export function removeData(folder: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(dataFile(folder) + suffix, { force: true });
  rmSync(logFile(folder), { force: true });
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const settle = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => settle(true));
  });
}

async function refuseTakenPort(port: number): Promise<void> {
  if (port === ANY_PORT || !(await isTaken(port))) return;
  const isPlatform = (await readHealth(`http://127.0.0.1:${port}`)) !== undefined;
  throw new QuickstartProblem(
    `Port ${port} is in use by ${isPlatform ? "another Application Platform" : "another program"}.`,
    `Stop it, or choose another port with --port, for example: npm run quickstart -- --port ${port === 65_535 ? port - 1 : port + 1}`,
  );
}

function notReady(how: string, folder: string): QuickstartProblem {
  const log = logFile(folder);
  const last = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !STACK_TRACE.test(line))
    .slice(-5)
    .join("\n");
  return new QuickstartProblem(
    `The platform ${how}.${last && `\n${last}`}`,
    `Its log is ${relative(CHECKOUT, log)}. To start over with an empty platform: npm run quickstart -- destroy`,
  );
}

/** The one line that the platform prints when it listens. */
async function readyLine(child: ChildProcess, folder: string, signal: AbortSignal): Promise<string> {
  const settled = new AbortController();
  const until = { signal: AbortSignal.any([settled.signal, signal]) };
  const line = async () => {
    for await (const [chunk] of on(child.stdout as Readable, "data", until)) {
      if (String(chunk).includes("\n")) return String(chunk);
    }
    return "";
  };
  const ended = async () => {
    const [code] = await once(child, "exit", until);
    throw notReady(`ended with exit code ${code}`, folder);
  };
  const late = async () => {
    await sleep(READY_TIMEOUT_MS, undefined, until);
    throw notReady(`was not ready within ${READY_TIMEOUT_MS / 1000} s`, folder);
  };
  try {
    return await Promise.race([line(), ended(), late()]);
  } finally {
    settled.abort();
  }
}

/** The platform that listens at `url`, if it is the process that this run has started. */
async function startedPlatform(url: string, child: ChildProcess, folder: string): Promise<Platform> {
  const { pid, instanceId } = (await readHealth(url)) ?? {};
  if (pid === undefined || pid !== child.pid || instanceId === undefined)
    throw notReady("does not say which process it is", folder);
  return { url, pid, instanceId, kept: false, process: child };
}

/** Starts the platform on the data in a folder. */
export async function startPlatform(folder: string, port: number, signal: AbortSignal): Promise<Platform> {
  signal.throwIfAborted();
  await refuseTakenPort(port);
  mkdirSync(folder, { recursive: true });
  const args = [PLATFORM_PROGRAM, "serve", "--port", String(port), "--data", dataFile(folder), "--json"];
  const log = openSync(logFile(folder), "w");
  // A process group of its own: Ctrl-C must not stop the platform while Pulumi finishes its requests.
  const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", log] });
  try {
    const { url } = JSON.parse(await readyLine(child, folder, signal)) as { url: string };
    const platform = await startedPlatform(url, child, folder);
    record(folder, platform);
    child.stdout?.destroy();
    child.unref();
    return platform;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** A token for the platform, valid for an hour. */
export async function adminToken(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, tokenCommand(folder));
  return stdout.trim();
}

export function tokenCommand(folder: string): string[] {
  return [PLATFORM_PROGRAM, "token", "--role", "admin", "--data", dataFile(folder)];
}

/** Deletes everything on the platform. */
export async function resetPlatform({ url }: Platform): Promise<void> {
  const response = await fetch(`${url}/_local/reset`, { method: "POST" });
  if (!response.ok)
    throw new QuickstartProblem(
      `The platform could not be emptied: it responded with ${response.status}.`,
      "Run the command again.",
    );
}

async function waitForEnd(platform: Platform): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(platform.pid)) {
    if (Date.now() > deadline) {
      // By now the pid may belong to another process, unless the platform itself still responds.
      if (!(await isRunning(platform)))
        throw new QuickstartProblem(
          `The platform (process ${platform.pid}) did not end within ${STOP_TIMEOUT_MS / 1000} s.`,
          "If it still runs, end that process.",
        );
      kill(platform.pid, "SIGKILL");
    }
    await sleep(20);
  }
}

/** Stops the platform and waits until its process has ended. A process that is not this platform gets no signal. */
export async function stopPlatform(folder: string, platform: Platform): Promise<void> {
  if (await isRunning(platform)) {
    kill(platform.pid, "SIGTERM");
    await waitForEnd(platform);
  }
  removeRecord(folder);
}
