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

/** Pulumi's own folder: its installer puts the CLI there, on PATH only after a new login. */
function pulumiHome({ env }: Search): string {
  return env.PULUMI_HOME || join(env.HOME || homedir(), ".pulumi");
}

function inPulumiHome(search: Search): Promise<Installation | NoInstallation> {
  return inspect(join(pulumiHome(search), "bin"), search.env);
}

/** Where the Automation API installs. */
async function amongVersions(search: Search): Promise<Installation | NoInstallation> {
  const { env } = search;
  const versions = join(pulumiHome(search), "versions");
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
  { way: "Pulumi's home", look: inPulumiHome },
  { way: "the versions in Pulumi's home", look: amongVersions },
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
