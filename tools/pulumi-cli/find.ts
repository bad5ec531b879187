import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Attempt } from "./attempt.js";
import { installIntoCache, lookInCache } from "./cache.js";
import { goBuild } from "./go-build.js";
import { CLI, folderOnPath, type Installation, inspect, isInstallation, type NoInstallation } from "./installation.js";
import { PulumiUnavailable } from "./pulumi-unavailable.js";
import { compareVersions, isSupported, RELEASE } from "./release.js";
import type { Search } from "./search.js";
import { vendorInstaller } from "./vendor.js";

async function onPath({ env }: Search): Promise<Installation | NoInstallation> {
  const folder = await folderOnPath(CLI, env.PATH);
  return folder === undefined ? { reason: `no ${CLI} found` } : inspect(folder, env, env.PATH);
}

/** The pinned release first, then the newest. */
function byPreference(a: string, b: string): number {
  const pinned = (version: string) => Number(compareVersions(version, RELEASE) === 0);
  return pinned(b) - pinned(a) || compareVersions(b, a);
}

async function underPulumiHome({ env }: Search): Promise<Installation | NoInstallation> {
  const versions = join(env.PULUMI_HOME || join(env.HOME || homedir(), ".pulumi"), "versions");
  const supported = (await readdir(versions).catch(() => [])).filter(isSupported).sort(byPreference);
  let last: NoInstallation = { reason: `no supported version in ${versions}` };
  for (const version of supported) {
    const result = await inspect(join(versions, version, "bin"), env);
    if (isInstallation(result)) return result;
    last = result;
  }
  return last;
}

const PRESENT = [
  { way: "PATH", look: onPath },
  { way: "the versions in Pulumi's home", look: underPulumiHome },
  { way: "the cache of an earlier run", look: lookInCache },
];

const INSTALLERS = [vendorInstaller, goBuild];

/** Finds a Pulumi CLI that works with the pinned SDK, or installs one. The first one found is used. */
export async function findPulumi(search: Search): Promise<Installation> {
  const attempts: Attempt[] = [];
  for (const { way, look } of PRESENT) {
    const result = await look(search);
    if (isInstallation(result)) return result;
    attempts.push({ way, reason: result.reason });
  }
  const result = await installIntoCache(INSTALLERS, search);
  if ("folder" in result) return result;
  throw new PulumiUnavailable([...attempts, ...result]);
}
