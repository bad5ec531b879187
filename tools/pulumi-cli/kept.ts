import { createHash, randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Attempt } from "./attempt.js";
import { MODULES } from "./go-build.js";
import { DYNAMIC_PROVIDER, type Installation, inspect, isInstallation, type Unfit } from "./installation.js";
import { withLock } from "./lock.js";
import type { Maker } from "./maker.js";
import { isAlive } from "./processes.js";
import { RELEASE } from "./release.js";
import type { Search } from "./search.js";

/** The user's cache folder for this project, the same for every checkout. */
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

/** Names what is kept: the release, the machine it runs on, and the files that pin what went into it. */
async function keptName(modules: string): Promise<string> {
  const hash = createHash("sha256");
  for (const module of MODULES) {
    for (const file of ["go.mod", "go.sum"]) hash.update(await readFile(join(modules, module, file)));
  }
  return `pulumi-${RELEASE}-${process.platform}-${process.arch}-${hash.digest("hex").slice(0, 12)}`;
}

/** Copies the dynamic providers' starter beside the CLI, so that the one folder on a PATH is enough. */
async function addDynamicProvider(folder: string, sdk: string): Promise<void> {
  for (const name of [DYNAMIC_PROVIDER, `${DYNAMIC_PROVIDER}.cmd`]) {
    await copyFile(join(sdk, name), join(folder, name));
    await chmod(join(folder, name), 0o755);
  }
}

/** Temporary folders carry their maker's pid; those of killed runs are removed by the next one. */
async function removeLeftovers(cache: string, name: string): Promise<void> {
  for (const entry of await readdir(cache)) {
    const pid = entry.startsWith(`.${name}.`) ? /\.making-(\d+)-/.exec(entry)?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(cache, entry), { recursive: true, force: true });
  }
}

/** What is kept from an earlier run. */
export async function lookInCache(search: Search): Promise<Installation | Unfit> {
  const folder = join(cacheFolder(search.env), await keptName(search.modules), "bin");
  return inspect(folder, search.env);
}

async function makeAside(maker: Maker, cache: string, name: string, search: Search): Promise<Installation | Unfit> {
  const aside = join(cache, `.${name}.making-${process.pid}-${randomUUID().slice(0, 8)}`);
  const kept = join(cache, name);
  try {
    const failure = await maker.make(aside, search);
    if (failure) return failure;
    await addDynamicProvider(join(aside, "bin"), search.sdk);
    const made = await inspect(join(aside, "bin"), search.env);
    if (!isInstallation(made)) return made;
    // Whatever is there did not answer, or it would have been used.
    await rm(kept, { recursive: true, force: true });
    await rename(aside, kept);
    return { ...made, folder: join(kept, "bin") };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** A full disk or a read-only folder is a reason like any other. */
async function asAttempt<T>(way: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | Attempt> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    return { way, because: (error as Error).message };
  }
}

async function firstThatWorks(
  makers: readonly Maker[],
  cache: string,
  name: string,
  search: Search,
): Promise<Installation | readonly Attempt[]> {
  const meanwhile = await lookInCache(search);
  if (isInstallation(meanwhile)) return meanwhile;
  await removeLeftovers(cache, name);
  const attempts: Attempt[] = [];
  for (const maker of makers) {
    const made = await asAttempt(maker.way, search.signal, () => makeAside(maker, cache, name, search));
    if (isInstallation(made)) return made;
    attempts.push({ way: maker.way, because: made.because });
  }
  return attempts;
}

/**
 * Makes the programs by the first maker that can and keeps them. One run at a time: a second waits and uses the first's result.
 * @returns the installation, or why each maker failed
 */
export async function makeAndKeep(
  makers: readonly Maker[],
  search: Search,
): Promise<Installation | readonly Attempt[]> {
  const cache = cacheFolder(search.env);
  const name = await keptName(search.modules);
  const onWait = (pid: number) => search.progress.begin(`waiting for process ${pid}, which is getting the Pulumi CLI`);
  const result = await asAttempt(`keeping it in ${cache}`, search.signal, async () => {
    await mkdir(cache, { recursive: true });
    const lock = join(cache, `${name}.lock`);
    return withLock(lock, search.signal, onWait, () => firstThatWorks(makers, cache, name, search));
  });
  return "way" in result ? [result] : result;
}
