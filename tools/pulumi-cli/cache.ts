import { createHash, randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Attempt } from "./attempt.js";
import { MODULES } from "./go-build.js";
import { DYNAMIC_PROVIDER, type Installation, inspect, isInstallation, type NoInstallation } from "./installation.js";
import type { Installer } from "./installer.js";
import { withLock } from "./lock.js";
import { isAlive } from "./processes.js";
import { RELEASE } from "./release.js";
import type { Search } from "./search.js";

/** The cache folder of the user for this project, shared by all checkouts. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const home = env.HOME || homedir();
  const system =
    process.platform === "win32"
      ? env.LOCALAPPDATA || join(home, "AppData", "Local")
      : process.platform === "darwin"
        ? join(home, "Library", "Caches")
        : join(home, ".cache");
  return join(env.XDG_CACHE_HOME || system, "pulumi-app-platform");
}

/** The name of a cache entry: the release, the system, and a hash of the files that pin its contents. */
async function entryName(modules: string): Promise<string> {
  const hash = createHash("sha256");
  for (const module of MODULES) {
    for (const file of ["go.mod", "go.sum"]) hash.update(await readFile(join(modules, module, file)));
  }
  return `pulumi-${RELEASE}-${process.platform}-${process.arch}-${hash.digest("hex").slice(0, 12)}`;
}

/** Copies the starter of dynamic providers beside the CLI, so that PATH needs only this folder. */
async function addDynamicProvider(folder: string, sdk: string): Promise<void> {
  for (const name of [DYNAMIC_PROVIDER, `${DYNAMIC_PROVIDER}.cmd`]) {
    await copyFile(join(sdk, name), join(folder, name));
    await chmod(join(folder, name), 0o755);
  }
}

/** The name of a temporary folder has the pid of its process; the next run removes those of killed processes. */
async function removeLeftovers(cache: string, name: string): Promise<void> {
  for (const entry of await readdir(cache)) {
    const pid = entry.startsWith(`.${name}.`) ? /\.installing-(\d+)-/.exec(entry)?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(cache, entry), { recursive: true, force: true });
  }
}

/** The installation of an earlier run. */
export async function lookInCache(search: Search): Promise<Installation | NoInstallation> {
  const folder = join(cacheFolder(search.env), await entryName(search.modules), "bin");
  return inspect(folder, search.env);
}

/** Installs into a temporary folder first, so that the cache never holds half an installation. */
async function installInto(
  installer: Installer,
  cache: string,
  name: string,
  search: Search,
): Promise<Installation | NoInstallation> {
  const temporary = join(cache, `.${name}.installing-${process.pid}-${randomUUID().slice(0, 8)}`);
  const entry = join(cache, name);
  try {
    const failure = await installer.install(temporary, search);
    if (failure) return failure;
    await addDynamicProvider(join(temporary, "bin"), search.sdk);
    const installed = await inspect(join(temporary, "bin"), search.env);
    if (!isInstallation(installed)) return installed;
    // An entry that is there does not work, or it would have been used.
    await rm(entry, { recursive: true, force: true });
    await rename(temporary, entry);
    return { ...installed, folder: join(entry, "bin") };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Turns an error, such as a full disk or a read-only folder, into a failed attempt. */
async function asAttempt<T>(way: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | Attempt> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    return { way, reason: (error as Error).message };
  }
}

async function firstThatWorks(
  installers: readonly Installer[],
  cache: string,
  name: string,
  search: Search,
): Promise<Installation | readonly Attempt[]> {
  // Another process may have installed it while this one waited for the lock.
  const cached = await lookInCache(search);
  if (isInstallation(cached)) return cached;
  await removeLeftovers(cache, name);
  const attempts: Attempt[] = [];
  for (const installer of installers) {
    const result = await asAttempt(installer.way, search.signal, () => installInto(installer, cache, name, search));
    if (isInstallation(result)) return result;
    attempts.push({ way: installer.way, reason: result.reason });
  }
  return attempts;
}

/**
 * Installs the programs into the cache with the first installer that succeeds. One process at a time: a second one waits and
 * uses the result of the first.
 * @returns the installation, or why each installer failed
 */
export async function installIntoCache(
  installers: readonly Installer[],
  search: Search,
): Promise<Installation | readonly Attempt[]> {
  const cache = cacheFolder(search.env);
  const name = await entryName(search.modules);
  const onWait = (pid: number) =>
    search.progress.begin(`waiting for process ${pid}, which is installing the Pulumi CLI`);
  const result = await asAttempt(`writing to the cache ${cache}`, search.signal, async () => {
    await mkdir(cache, { recursive: true });
    const lock = join(cache, `${name}.lock`);
    return withLock(lock, search.signal, onWait, () => firstThatWorks(installers, cache, name, search));
  });
  return "way" in result ? [result] : result;
}
