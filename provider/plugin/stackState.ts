import { existsSync } from "node:fs";
import type { StackResource } from "../platform/holders.js";
import { resourcesIn } from "./exportedResources.js";
import type { ProcessInfo } from "./processInfo.js";
import { pulumiProcess, stackOption } from "./pulumiProcess.js";
import { exportStack } from "./stackExport.js";

/** This provider's resources in the state of the stack that the engine is working on. */
export async function readStack(signal: AbortSignal): Promise<readonly StackResource[]> {
  return resourcesIn(await exported(signal));
}

/**
 * What `pulumi stack export` prints. The engine tells its plugins neither the stack nor its state, so this runs the same
 * command line in the same folder for the same stack. It neither waits for the lock of the run nor decrypts secrets.
 */
function exported(signal: AbortSignal): Promise<string> {
  return exportStack({ ...exportCommand(pulumiProcess()), signal });
}

function exportCommand(parent: ProcessInfo | undefined) {
  const stack = parent === undefined ? undefined : stackOption(parent.args);
  // The program of a running process may have been removed or replaced by another version.
  const isThere = parent !== undefined && existsSync(parent.executable);
  return {
    command: isThere ? parent.executable : "pulumi",
    folder: parent?.folder ?? process.cwd(),
    ...(stack === undefined ? {} : { stack }),
  };
}
