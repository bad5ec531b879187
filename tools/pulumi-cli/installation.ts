import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ACCEPTED, fits } from "./release.js";

/** A Pulumi CLI that answered and that the pinned SDK can work with. */
export interface Installation {
  /** The folder that holds `pulumi`. */
  readonly folder: string;
  readonly version: string;
}

/** Why a place gives no installation, in words for the person who has to mend it. */
export interface Unfit {
  readonly because: string;
}

export const CLI = "pulumi";
export const LANGUAGE_HOST = "pulumi-language-nodejs";
/** Starts the SDK's server for dynamic providers; it looks for the SDK from the program's folder, so any copy of it serves any program. */
export const DYNAMIC_PROVIDER = "pulumi-resource-pulumi-nodejs";

const ANSWER_LIMIT_MS = 30_000;

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

/** The first folder of a PATH that holds the program. */
export async function folderOnPath(name: string, path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? "").split(delimiter)) {
    if (folder !== "" && (await isExecutable(join(folder, programFile(name))))) return folder;
  }
  return undefined;
}

function versionOf(folder: string, env: NodeJS.ProcessEnv): Promise<string | Unfit> {
  const file = join(folder, programFile(CLI));
  return new Promise((resolve) => {
    execFile(
      file,
      ["version"],
      { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, timeout: ANSWER_LIMIT_MS, killSignal: "SIGKILL" },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout.trim());
        const how = error.killed
          ? `gave no answer within ${ANSWER_LIMIT_MS / 1000} s`
          : stderr.trim().split("\n").at(-1) || error.message;
        resolve({ because: `\`${file} version\` failed: ${how}` });
      },
    );
  });
}

/** Asks the `pulumi` in a folder for its version; its language host may also be elsewhere on `languageHostPath`. */
export async function inspect(
  folder: string,
  env: NodeJS.ProcessEnv,
  languageHostPath: string = folder,
): Promise<Installation | Unfit> {
  if (!(await isExecutable(join(folder, programFile(CLI))))) return { because: `there is no ${CLI} in ${folder}` };
  if ((await folderOnPath(LANGUAGE_HOST, languageHostPath)) === undefined)
    return { because: `${CLI} is in ${folder}, but its language host ${LANGUAGE_HOST} is missing` };
  const version = await versionOf(folder, env);
  if (typeof version !== "string") return version;
  if (!fits(version))
    return { because: `${CLI} in ${folder} is ${version || "of an unknown version"}; needed is ${ACCEPTED}` };
  return { folder, version };
}

export function isInstallation(result: object): result is Installation {
  return "folder" in result;
}
