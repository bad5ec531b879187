import { createHash, randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { MODULES } from "./go-build.js";
import { DYNAMIC_PROVIDER, type Installation, inspect, isInstallation, type Unfit } from "./installation.js";
import { isAlive, withLock } from "./lock.js";
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

/** A way to fill `<root>/bin` with the programs. */
export type Maker = (root: string, search: Search) => Promise<Unfit | undefined>;

/** What is kept from an earlier run. */
export async function lookInCache(search: Search): Promise<Installation | Unfit> {
  const folder = join(cacheFolder(search.env), await keptName(search.modules), "bin");
  return inspect(folder, search.env);
}

async function makeAside(maker: Maker, cache: string, name: string, search: Search): Promise<Installation | Unfit> {
  const aside = join(cache, `.${name}.making-${process.pid}-${randomUUID().slice(0, 8)}`);
  const kept = join(cache, name);
  try {
    const failure = await maker(aside, search);
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

/**
 * Makes the programs by the first maker that can and keeps them. One run at a time: a second waits and uses the first's result.
 * @returns the installation, or why each maker failed
 */
export async function makeAndKeep(makers: readonly Maker[], search: Search): Promise<Installation | readonly Unfit[]> {
  const cache = cacheFolder(search.env);
  const name = await keptName(search.modules);
  await mkdir(cache, { recursive: true });
  const onWait = (pid: number) => search.progress.begin(`waiting for process ${pid}, which is getting the Pulumi CLI`);
  return withLock(join(cache, `${name}.lock`), search.signal, onWait, async () => {
    const meanwhile = await lookInCache(search);
    if (isInstallation(meanwhile)) return meanwhile;
    await removeLeftovers(cache, name);
    const failures: Unfit[] = [];
    for (const maker of makers) {
      const made = await makeAside(maker, cache, name, search);
      if (isInstallation(made)) return made;
      failures.push(made);
    }
    return failures;
  });
}
