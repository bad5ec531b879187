import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Attempt } from "./attempt.js";
import { goBuild } from "./go-build.js";
import { CLI, folderOnPath, type Installation, inspect, isInstallation, type Unfit } from "./installation.js";
import { lookInCache, makeAndKeep } from "./kept.js";
import { PulumiUnavailable } from "./pulumi-unavailable.js";
import { compareVersions, fits, RELEASE } from "./release.js";
import type { Search } from "./search.js";
import { vendorInstaller } from "./vendor.js";

async function onPath({ env }: Search): Promise<Installation | Unfit> {
  const folder = await folderOnPath(CLI, env.PATH);
  return folder === undefined ? { because: `there is no ${CLI}` } : inspect(folder, env, env.PATH);
}

/** The pinned release first, then the newest. */
function byPreference(a: string, b: string): number {
  const pinned = (version: string) => Number(compareVersions(version, RELEASE) === 0);
  return pinned(b) - pinned(a) || compareVersions(b, a);
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

const PRESENT = [
  { way: "PATH", look: onPath },
  { way: "Pulumi's own folder of versions", look: underPulumiHome },
  { way: "the cache of an earlier run", look: lookInCache },
];

const MAKERS = [vendorInstaller, goBuild];

/** Finds a Pulumi CLI that serves the pinned SDK, or gets one. The first that is found wins. */
export async function findPulumi(search: Search): Promise<Installation> {
  const attempts: Attempt[] = [];
  for (const { way, look } of PRESENT) {
    const result = await look(search);
    if (isInstallation(result)) return result;
    attempts.push({ way, because: result.because });
  }
  const made = await makeAndKeep(MAKERS, search);
  if ("folder" in made) return made;
  throw new PulumiUnavailable([...attempts, ...made]);
}
