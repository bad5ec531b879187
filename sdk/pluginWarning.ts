import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { projectFile } from "../provider/platform/environment.js";
import { isStartedByPulumi } from "./packageWarning.js";

/** Warns if Pulumi won't find the native provider: its own error names a download that doesn't exist. */
export function warnWithoutPlugin(): void {
  if (!isStartedByPulumi()) return;
  const { PATH = "", PULUMI_HOME, PULUMI_DEBUG_PROVIDERS = "" } = process.env;
  const isOnPath = PATH.split(delimiter).some((folder) => existsSync(join(folder, "pulumi-resource-app-platform")));
  const plugins = join(PULUMI_HOME || join(homedir(), ".pulumi"), "plugins");
  const isInstalled =
    existsSync(plugins) && readdirSync(plugins).some((each) => each.startsWith("resource-app-platform-"));
  if (isOnPath || isInstalled || PULUMI_DEBUG_PROVIDERS.includes("app-platform") || isInProject(process.cwd())) return;
  void pulumi.log.warn(
    "The native provider isn't installed. Run `npx app-platform native install` once on this machine, or `npx app-platform native init` once in the project.",
  );
}

/** Whether the project of a folder says where the provider is: there or above. */
function isInProject(folder: string): boolean {
  const file = projectFile(folder);
  return file !== undefined && /\bapp-platform["']?\s*[:,\n]/.test(`${readFileSync(file, "utf8")}\n`);
}
