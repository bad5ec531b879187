import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SettingName } from "./settings.js";

/** `APP_PLATFORM_BASE_URL` for `baseUrl`; `APP_PLATFORM_STAGING_BASE_URL` for the connection `staging`. */
export function environmentName(setting: SettingName, connection?: string): string {
  const words = [connection, setting].filter((word) => word !== undefined).map(upperSnake);
  return ["APP_PLATFORM", ...words].join("_");
}

/** How messages spell the name of a connection: as it is, and in the names of its environment variables. */
export function spellingsOf(connection: string): readonly string[] {
  return [connection, upperSnake(connection)];
}

function upperSnake(word: string): string {
  return word
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}

/**
 * Whether Pulumi writes the state only once, at the end of the operation, so that a crash loses what was created. The engine
 * doesn't tell its plugins, but they inherit its environment. It treats these texts as true, and no others.
 */
export function skipsCheckpoints(environment: NodeJS.ProcessEnv = process.env): boolean {
  return /^(?:1|true)$/i.test(environment.PULUMI_SKIP_CHECKPOINTS ?? "");
}

const fileNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The file of the project of a folder: there or, as the Pulumi CLI looks for it, above. */
export function projectFile(folder: string): string | undefined {
  const found = fileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFile(parent));
}

/** The folder of the project of a folder; without a project, the folder itself. */
export function projectFolder(folder: string): string {
  const file = projectFile(folder);
  return file === undefined ? folder : dirname(file);
}

/**
 * How this process introduces itself to platforms: the versions that a bug report needs, and what sends the requests.
 *
 * @param version Version of this package.
 * @param part What sends the requests, such as `native provider` or `app-platform status`.
 * @param sdk Version of Pulumi's SDK for Node.js, in processes that run it.
 */
export function userAgentOf(version: string, part: string, sdk?: string): string {
  const pulumi = sdk === undefined ? "" : ` pulumi/${sdk}`;
  return `pulumi-app-platform/${version} node/${process.versions.node}${pulumi} (${part})`;
}
