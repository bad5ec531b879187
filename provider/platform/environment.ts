import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { stackIn } from "../ownership/stackOwners.js";
import type { SettingName } from "./settings.js";

/** `APP_PLATFORM_BASE_URL` for `baseUrl`; `APP_PLATFORM_STAGING_BASE_URL` for the connection `staging`. */
export function environmentName(setting: SettingName, connection?: string): string {
  const words = [connection, setting].filter((word) => word !== undefined).map(upperSnake);
  return ["APP_PLATFORM", ...words].join("_");
}

/** The spellings of a connection in messages: as it is, and as part of its environment variables. */
export function encodingsOf(connection: string): readonly string[] {
  return [connection, upperSnake(connection)];
}

function upperSnake(word: string): string {
  return word
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}

/**
 * Whether Pulumi writes the state only at the end of the operation, so that a crash loses what was created. Plugins inherit the engine's
 * variable for this; it treats only these texts as true.
 */
export function skipsCheckpoints(environment: NodeJS.ProcessEnv = process.env): boolean {
  return /^(?:1|true)$/i.test(environment.PULUMI_SKIP_CHECKPOINTS ?? "");
}

const fileNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The project file in a folder or, as the Pulumi CLI looks for it, above. */
export function projectFile(folder: string): string | undefined {
  const found = fileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFile(parent));
}

/** The folder of the project; without a project, the folder itself. */
export function projectFolder(folder: string): string {
  const file = projectFile(folder);
  return file === undefined ? folder : dirname(file);
}

/**
 * The value of `User-Agent`: the versions that a bug report needs, and what sends the requests.
 *
 * @param version Version of this package.
 * @param segment What sends the requests, such as `native provider; up; run 41234` or `app-platform status`.
 * @param sdk Version of Pulumi's SDK for Node.js, in processes that run it.
 */
export function userAgentOf(version: string, segment: string, sdk?: string): string {
  const pulumi = sdk === undefined ? "" : ` pulumi/${sdk}`;
  return `pulumi-app-platform/${version} node/${process.versions.node}${pulumi} (${segment})`;
}

/**
 * The value for a request about a resource: it ends with the stack.
 *
 * @param name URN of the resource; anything else, such as the name of a command, has no stack.
 */
export function userAgentFor(userAgent: string, name: string | undefined): string {
  const stack = name === undefined ? undefined : stackIn(name);
  if (stack === undefined) return userAgent;
  const text = `${stack.project}/${stack.name}`;
  // A header has no other characters.
  return /^[\w.-]+\/[\w.-]+$/.test(text) ? userAgent.replace(/\)$/, `; ${text})`) : userAgent;
}
