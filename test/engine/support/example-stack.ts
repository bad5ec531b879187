/** A project in a folder on the engine of the tests. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Platform } from "../../platform/support/platform.js";
import { openEngineStack, project } from "./stack.js";
import type { Program } from "./test-stack.js";

type Values = Readonly<Record<string, string>>;

/** A stack whose configuration is what nobody sets, the secrets, and where the platform with its extended endpoints is. */
export function openExampleStack(platform: Platform, folder: string, secrets: Values = {}) {
  const file = join(folder, "Pulumi.yaml");
  const { config = {} } = existsSync(file) ? parse(readFileSync(file, "utf8")) : {};
  const defaults = Object.entries<{ default?: unknown }>(config).flatMap(([key, each]) =>
    each.default === undefined ? [] : [[key, String(each.default)]],
  );
  return openConfiguredStack(platform, Object.fromEntries(defaults), secrets);
}

/** A stack of a program that reads these values from its configuration. */
export function openConfiguredStack(platform: Platform, values: Values, secrets: Values) {
  const named = (values: Values) => Object.fromEntries(Object.entries(values).map(([k, v]) => [`${project}:${k}`, v]));
  // Lookups of a program here do not see the variables of a stack.
  const connection = {
    "app-platform:baseUrl": platform.url,
    "app-platform:token": platform.tokens.admin,
    "app-platform:endpoints": "extended",
  };
  return openEngineStack(platform, { config: { ...named(values), ...connection }, secretConfig: named(secrets) });
}

let run = 0;

/** The program in a folder. */
export const programIn = (folder: string): Program => programOf(join(folder, "index.ts"));

/** The program in a file. A module runs once, so a query makes it another one for each run. */
export const programOf =
  (file: string): Program =>
  async () => ({ ...(await import(`${file}?run=${run++}`)) });
