import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { projectFile } from "../provider/platform/environment.js";
import { isConfigSecret } from "./pulumiInternals.js";
import { packageName } from "./registration.js";

/** Whether Pulumi's CLI has started this process: only then it is known where Pulumi looks for what it loads. */
export function isStartedByPulumi(): boolean {
  return /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run/.test(process.argv[1] ?? "");
}

let isChecked = false;

/**
 * Warns once if Pulumi won't find this package for its operations: it looks from the folder of the program, and not from the package
 * of a workspace that the program has it from. Its own error says nothing that would help.
 */
export function warnWithoutPackage(): void {
  if (isChecked || !isStartedByPulumi()) return;
  isChecked = true;
  const folder = process.cwd();
  try {
    createRequire(join(folder, "program.js")).resolve(`${packageName}/runtime`);
  } catch {
    void pulumi.log.warn(
      `${packageName} isn't installed for the project: Pulumi loads it from ${folder}, where Node.js doesn't find it. Add it to the dependencies of the project's own package.json, in the version that your other package has. With pnpm, you can add \`publicHoistPattern: [${packageName}]\` to pnpm-workspace.yaml instead. Then install again.`,
    );
  }
}

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

/** Tokens that were warned about: a process may run several programs, each with its own settings. */
const warned = new Set<string>();

/** Warns once if the stack's configuration has the token in plain text, since the engine keeps that configuration in the state. */
export function warnOfPlainTextToken(): void {
  const token = new pulumi.Config("app-platform").get("token");
  if (!token || warned.has(token) || isConfigSecret === undefined || isConfigSecret("app-platform:token")) return;
  warned.add(token);
  void pulumi.log.warn(
    "app-platform:token is stored in plain text in the stack's configuration and state. Set it as a secret: pulumi config set --secret app-platform:token",
  );
}
