import type { ChildProcess } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HEALTH_TIMEOUT_MS = 5_000;

/** The platform of the quickstart, running. */
export interface Platform {
  readonly url: string;
  readonly pid: number;
  /** UUID of this one process. A pid alone is not enough: the system reuses it after the process has ended. */
  readonly instanceId: string;
  /** Whether an earlier quickstart left it running on purpose. */
  readonly kept: boolean;
  /** The process, if this run has started it. */
  readonly process?: ChildProcess;
}

/** What a platform says about itself. */
type Health = Partial<Pick<Platform, "pid" | "instanceId">>;

/** Names the platform that runs on the data in a folder, so that later runs find it. */
const recordFile = (folder: string) => join(folder, "platform.json");

export function record(folder: string, { url, pid, instanceId, kept }: Platform): void {
  writeFileSync(recordFile(folder), JSON.stringify({ url, pid, instanceId, kept }));
}

export function removeRecord(folder: string): void {
  rmSync(recordFile(folder), { force: true });
}

/** The health of the platform at `url`; undefined when no platform responds there. */
export async function readHealth(url: string): Promise<Health | undefined> {
  try {
    const response = await fetch(`${url}/_local/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const body = await response.text();
    if (!response.ok) return undefined;
    return body.startsWith("{") ? (JSON.parse(body) as Health) : {};
  } catch {
    return undefined;
  }
}

/**
 * Whether the platform runs, and its pid is its own. Only then may that pid get a signal. A process of this run tells by
 * itself; one of an earlier run must respond at its URL with the pid and the instance id that were recorded.
 */
export async function isRunning({ url, pid, instanceId, process }: Platform): Promise<boolean> {
  if (process !== undefined) return process.exitCode === null && process.signalCode === null;
  if (typeof instanceId !== "string") return false;
  const health = await readHealth(url);
  return health?.pid === pid && health.instanceId === instanceId;
}

/** The platform that an earlier run left running on the data in a folder. */
export async function findPlatform(folder: string): Promise<Platform | undefined> {
  let found: Platform;
  try {
    found = JSON.parse(readFileSync(recordFile(folder), "utf8"));
  } catch {
    return undefined;
  }
  return (await isRunning(found)) ? found : undefined;
}
