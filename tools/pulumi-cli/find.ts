import { mkdir, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { buildWithGo } from "./go-build.js";
import { CLI, folderOnPath, type Installation, inspect, isInstallation, type Unfit } from "./installation.js";
import { lookInCache, makeAndKeep } from "./kept.js";
import { runProgram } from "./program.js";
import { PulumiUnavailable } from "./pulumi-unavailable.js";
import { compareVersions, fits, RELEASE } from "./release.js";
import type { Search } from "./search.js";

async function onPath({ env }: Search): Promise<Installation | Unfit> {
  const folder = await folderOnPath(CLI, env.PATH);
  return folder === undefined ? { because: `there is no ${CLI} on PATH` } : inspect(folder, env, env.PATH);
}

/** The pinned release first, then the newest. */
function byPreference(a: string, b: string): number {
  return Number(compareVersions(b, RELEASE) === 0) - Number(compareVersions(a, RELEASE) === 0) || compareVersions(b, a);
}

async function underPulumiHome({ env }: Search): Promise<Installation | Unfit> {
  const versions = join(env.PULUMI_HOME || join(env.HOME || homedir(), ".pulumi"), "versions");
  const fitting = (await readdir(versions).catch(() => [])).filter(fits).sort(byPreference);
  let last: Unfit = { because: `there is no fitting version in ${versions}` };
  for (const version of fitting) {
    const result = await inspect(join(versions, version, "bin"), env);
    if (isInstallation(result)) return result;
    last = result;
  }
  return last;
}

async function byVendorInstaller(root: string, search: Search): Promise<Unfit | undefined> {
  await mkdir(root, { recursive: true });
  const done = search.progress.begin(`installing Pulumi ${RELEASE} from get.pulumi.com`);
  return runProgram(process.execPath, [search.vendorInstaller, root], {
    env: search.env,
    signal: search.signal,
    limitMs: search.vendorLimitMs,
  }).finally(done);
}

/** Finds a Pulumi CLI that serves the pinned SDK, or gets one. The first that is found wins. */
export async function findPulumi(search: Search): Promise<Installation> {
  const present = [
    ["on PATH", onPath],
    ["under PULUMI_HOME", underPulumiHome],
    ["kept from an earlier run", lookInCache],
  ] as const;
  const tried: { way: string; because: string }[] = [];
  for (const [way, look] of present) {
    const result = await look(search);
    if (isInstallation(result)) return result;
    tried.push({ way, because: result.because });
  }
  const made = await makeAndKeep([byVendorInstaller, buildWithGo], search);
  if (isInstallation(made as Installation | Unfit)) return made as Installation;
  const [vendor, build] = made as readonly Unfit[];
  if (vendor) tried.push({ way: "the vendor's installer", because: vendor.because });
  if (build) tried.push({ way: "a build with Go", because: build.because });
  throw new PulumiUnavailable(tried);
}
