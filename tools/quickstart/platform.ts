import { type ChildProcess, execFile, spawn } from "node:child_process";
import { on, once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join, relative } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { isAlive, kill } from "../pulumi-cli/processes.js";
import { CHECKOUT } from "../pulumi-cli/search.js";
import { QuickstartProblem } from "./quickstart-problem.js";

export const DEFAULT_PORT = 4310;
/** Whichever is free. */
export const ANY_PORT = 0;

const PROGRAM = join(CHECKOUT, "backend/dist/main.js");
const READY_LIMIT_MS = 20_000;
const END_LIMIT_MS = 10_000;
const HEALTH_LIMIT_MS = 2_000;
const STACK_TRACE = /^\s+at |^Node\.js v/;

/** The bundled platform, running. */
export interface Platform {
  readonly url: string;
  readonly pid: number;
  /** Whether it was left running on purpose by an earlier quickstart. */
  readonly kept: boolean;
}

const dataFile = (folder: string) => join(folder, "platform.db");
const logFile = (folder: string) => join(folder, "platform.log");
/** Says which platform runs on the folder's data, for later runs to find. */
const recordFile = (folder: string) => join(folder, "platform.json");

export function record(folder: string, platform: Platform): void {
  writeFileSync(recordFile(folder), JSON.stringify(platform));
}

export function hasData(folder: string): boolean {
  return existsSync(dataFile(folder));
}

export function removeData(folder: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(dataFile(folder) + suffix, { force: true });
  rmSync(logFile(folder), { force: true });
}

async function isPlatform(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/_local/health`, { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The platform that an earlier run left running on this folder's data. */
export async function findPlatform(folder: string): Promise<Platform | undefined> {
  let found: Platform;
  try {
    found = JSON.parse(readFileSync(recordFile(folder), "utf8"));
  } catch {
    return undefined;
  }
  return isAlive(found.pid) && (await isPlatform(found.url)) ? found : undefined;
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const answer = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
    socket.setTimeout(HEALTH_LIMIT_MS, () => answer(true));
  });
}

async function refuseTakenPort(port: number): Promise<void> {
  if (port === ANY_PORT || !(await isTaken(port))) return;
  const who = (await isPlatform(`http://127.0.0.1:${port}`)) ? "another Application Platform" : "another program";
  throw new QuickstartProblem(
    `Port ${port} is in use by ${who}.`,
    `Stop that, or choose another port by adding --port, as in: npm run quickstart -- --port ${port === 65_535 ? port - 1 : port + 1}`,
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

/** The one line that the platform prints, once it listens. */
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
    await sleep(READY_LIMIT_MS, undefined, until);
    throw notReady(`was not ready within ${READY_LIMIT_MS / 1000} s`, folder);
  };
  try {
    return await Promise.race([line(), ended(), late()]);
  } finally {
    settled.abort();
  }
}

/** Starts the platform on the folder's data. */
export async function startPlatform(folder: string, port: number, signal: AbortSignal): Promise<Platform> {
  signal.throwIfAborted();
  await refuseTakenPort(port);
  mkdirSync(folder, { recursive: true });
  const args = [PROGRAM, "serve", "--port", String(port), "--data", dataFile(folder), "--json"];
  const log = openSync(logFile(folder), "w");
  // A group of its own: Ctrl-C must not end it while Pulumi still finishes what is under way.
  const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", log] });
  try {
    const { url } = JSON.parse(await readyLine(child, folder, signal)) as { url: string };
    const platform: Platform = { url, pid: child.pid as number, kept: false };
    record(folder, platform);
    child.stdout?.destroy();
    child.unref();
    return platform;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** A token for the platform, good for an hour. */
export async function adminToken(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, tokenCommand(folder));
  return stdout.trim();
}

export function tokenCommand(folder: string): string[] {
  return [PROGRAM, "token", "--role", "admin", "--data", dataFile(folder)];
}

export async function emptyPlatform({ url }: Platform): Promise<void> {
  const answer = await fetch(`${url}/_local/reset`, { method: "POST" });
  if (!answer.ok)
    throw new QuickstartProblem(`The platform could not be emptied: ${answer.status}.`, "Run the command again.");
}

/** Ends the platform and waits until it is gone. */
export async function stopPlatform(folder: string, { pid }: Platform): Promise<void> {
  const limit = Date.now() + END_LIMIT_MS;
  kill(pid, "SIGTERM");
  while (isAlive(pid)) {
    if (Date.now() > limit) kill(pid, "SIGKILL");
    await sleep(20);
  }
  rmSync(recordFile(folder), { force: true });
}
