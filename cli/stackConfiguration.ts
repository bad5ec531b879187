import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StackConfiguration } from "../provider/platform/configuration.js";
import type { GlobalOptions } from "./command.js";

const run = promisify(execFile);

/** The configuration of the project's stack, as the Pulumi CLI prints it; empty outside a project. */
export async function stackConfigurationOf({ cwd, stack }: GlobalOptions): Promise<StackConfiguration> {
  if (!existsSync(join(cwd, "Pulumi.yaml"))) return () => undefined;
  const args = ["config", "--json", "--show-secrets", "--non-interactive"];
  const { stdout } = await run("pulumi", [...args, ...(stack === undefined ? [] : ["--stack", stack])], { cwd });
  const values = JSON.parse(stdout) as Record<string, { readonly value?: string }>;
  return (key) => values[key]?.value;
}
