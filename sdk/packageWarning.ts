import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { packageName } from "./state.js";

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
