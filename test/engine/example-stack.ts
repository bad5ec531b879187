/** A project in a folder on the engine of the tests. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Platform } from "../platform/platform.js";
import { openEngineStack, project } from "./stack.js";
import type { Program } from "./test-stack.js";

/** A stack whose configuration is what nobody sets, the secrets, and where the platform with its extended endpoints is. */
export function openExampleStack(platform: Platform, folder: string, secrets: Readonly<Record<string, string>> = {}) {
  const file = join(folder, "Pulumi.yaml");
  const { config = {} } = existsSync(file) ? parse(readFileSync(file, "utf8")) : {};
  const named = (values: object) => Object.fromEntries(Object.entries(values).map(([k, v]) => [`${project}:${k}`, v]));
  const defaults = Object.entries<{ default?: unknown }>(config).flatMap(([key, each]) =>
    each.default === undefined ? [] : [[key, String(each.default)]],
  );
  // Lookups of a program here do not see the variables of a stack.
  const connection = {
    "app-platform:baseUrl": platform.url,
    "app-platform:token": platform.tokens.admin,
    "app-platform:endpoints": "extended",
  };
  return openEngineStack(platform, {
    config: { ...named(Object.fromEntries(defaults)), ...connection },
    secretConfig: named(secrets),
  });
}

let run = 0;

/** The program in a folder. A module runs once, so a query makes it another one for each run. */
export const programIn =
  (folder: string): Program =>
  async () => ({ ...(await import(`${join(folder, "index.ts")}?run=${run++}`)) });
