import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { folderWith, pathFolders, programFile, pulumiHome } from "../../../cli/pulumi/findPulumi.js";
import { cacheEntry, install } from "./install.js";
import { ACCEPTED, isSupported, RELEASE, rank } from "./release.js";
import type { Search } from "./search.js";

/** A Pulumi CLI that runs and that the tests can use. */
export interface Installation {
  /** The folder of `pulumi`. */
  readonly folder: string;
  readonly version: string;
}

/** Where a CLI may be, and the folders that may have its language host: its own, if omitted. */
type ParentReference = readonly [way: string, folders: readonly string[], languageHost?: readonly string[]];

/** Only ends what hangs: a machine that runs tests may be slow, and building the CLI again would take much longer. */
const VERSION_TIMEOUT_MS = 180_000;

/** A search that found nothing, with a reason that helps the reader to fix it. */
const nothing = (reason: string): never => {
  throw new Error(reason);
};

function versionOf(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const options = {
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: VERSION_TIMEOUT_MS,
    killSignal: "SIGKILL",
  };
  return new Promise((resolve, reject) => {
    execFile(file, ["version"], options as object, (error, stdout, stderr) => {
      const how = error?.killed
        ? `didn't respond within ${VERSION_TIMEOUT_MS / 1000} s`
        : String(stderr).trim().split("\n").at(-1) || error?.message;
      if (error) reject(new Error(`\`${file} version\` failed: ${how}`));
      else resolve(String(stdout).trim());
    });
  });
}

/** The first of the folders that has a `pulumi`, if that one runs, is supported and has a language host. */
async function inspect(
  folders: readonly string[],
  env: NodeJS.ProcessEnv,
  languageHost?: readonly string[],
): Promise<Installation> {
  const folder = folderWith("pulumi", folders) ?? nothing(`no pulumi in ${folders.join(", ") || "any folder"}`);
  if (folderWith("pulumi-language-nodejs", languageHost ?? [folder]) === undefined)
    nothing(`pulumi is in ${folder}, but its language host pulumi-language-nodejs is missing`);
  const version = await versionOf(join(folder, programFile("pulumi")), env);
  if (!isSupported(version)) nothing(`pulumi must be ${ACCEPTED}; got ${version || "an unknown version"} in ${folder}`);
  return { folder, version };
}

/** Where the Automation API installs: the pinned release first, then the newest. */
function versions(home: string): string[] {
  const preference = (version: string) => (rank(version) === rank(RELEASE) ? Number.POSITIVE_INFINITY : rank(version));
  try {
    const supported = readdirSync(home).filter(isSupported);
    return supported.sort((a, b) => preference(b) - preference(a)).map((version) => join(home, version, "bin"));
  } catch {
    return [];
  }
}

/** Finds a Pulumi CLI that the tests can use, or installs one. The first one found is used. */
export async function findPulumi(search: Search): Promise<Installation> {
  const { env } = search;
  const path = pathFolders(env);
  const home = pulumiHome(env);
  const cached = join(cacheEntry(search), "bin");
  const parents: readonly ParentReference[] = [
    ["PATH", path, path],
    ["Pulumi's home", [join(home, "bin")]],
    ...versions(join(home, "versions")).map((folder): ParentReference => ["the versions in Pulumi's home", [folder]]),
    ["the cache of an earlier run", [cached]],
  ];
  const attempts: string[] = [];
  for (const [way, folders, languageHost] of parents) {
    try {
      return await inspect(folders, env, languageHost);
    } catch (error) {
      attempts.push(`${way}: ${(error as Error).message}`);
    }
  }
  const failures = await install(search, (folder) => inspect([folder], env));
  if (failures.length === 0) return inspect([cached], env);
  throw new Error(explanation([...attempts, ...failures]));
}

function explanation(attempts: readonly string[]): string {
  return [
    "No Pulumi CLI was found, and none could be installed or built. Tried:",
    ...attempts.map((attempt) => `  - ${attempt.replaceAll("\n", "\n    ")}`),
    `Install Pulumi ${ACCEPTED}, then run the command again:`,
    `  curl -fsSL https://get.pulumi.com | sh -s -- --version ${RELEASE}`,
    "Behind a proxy, set HTTPS_PROXY. If get.pulumi.com can't be reached at all, install Go 1.26.6 or newer, https://go.dev/dl:",
    "the CLI is then built once, which needs access to Go's module proxy.",
  ].join("\n");
}
