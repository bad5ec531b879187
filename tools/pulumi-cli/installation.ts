import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ACCEPTED, isSupported } from "./release.js";

/** A Pulumi CLI that runs and that works with the pinned SDK. */
export interface Installation {
  /** The folder of `pulumi`. */
  readonly folder: string;
  readonly version: string;
}

/** Why a folder has no installation, for the person who must fix it. */
export interface NoInstallation {
  readonly reason: string;
}

export const CLI = "pulumi";
export const LANGUAGE_HOST = "pulumi-language-nodejs";
/** Starts the SDK's server for dynamic providers. It finds the SDK from the program's folder, so any copy works for any program. */
export const DYNAMIC_PROVIDER = "pulumi-resource-pulumi-nodejs";

const VERSION_TIMEOUT_MS = 30_000;

/** The file name of a compiled program on this system. */
export function programFile(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The first folder on a PATH that has the program. */
export async function folderOnPath(name: string, path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? "").split(delimiter)) {
    if (folder !== "" && (await isExecutable(join(folder, programFile(name))))) return folder;
  }
  return undefined;
}

function versionOf(folder: string, env: NodeJS.ProcessEnv): Promise<string | NoInstallation> {
  const file = join(folder, programFile(CLI));
  return new Promise((resolve) => {
    execFile(
      file,
      ["version"],
      { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, timeout: VERSION_TIMEOUT_MS, killSignal: "SIGKILL" },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout.trim());
        const how = error.killed
          ? `did not respond within ${VERSION_TIMEOUT_MS / 1000} s`
          : stderr.trim().split("\n").at(-1) || error.message;
        resolve({ reason: `\`${file} version\` failed: ${how}` });
      },
    );
  });
}

/** Checks the `pulumi` in a folder and its version. The language host may be in any folder of `languageHostPath`. */
export async function inspect(
  folder: string,
  env: NodeJS.ProcessEnv,
  languageHostPath: string = folder,
): Promise<Installation | NoInstallation> {
  if (!(await isExecutable(join(folder, programFile(CLI))))) return { reason: `no ${CLI} in ${folder}` };
  if ((await folderOnPath(LANGUAGE_HOST, languageHostPath)) === undefined)
    return { reason: `${CLI} is in ${folder}, but its language host ${LANGUAGE_HOST} is missing` };
  const version = await versionOf(folder, env);
  if (typeof version !== "string") return version;
  if (!isSupported(version))
    return { reason: `${CLI} must be ${ACCEPTED}; got ${version || "an unknown version"} in ${folder}` };
  return { folder, version };
}

export function isInstallation(result: object): result is Installation {
  return "folder" in result;
}
