import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import type { StackResource } from "../claims/holders.js";
import { resourcesIn } from "./exportedResources.js";
import type { ProcessInfo } from "./processInfo.js";
import { pulumiProcess, stackOption } from "./pulumiProcess.js";

/** Maximum time that `pulumi stack export` may take, in milliseconds. */
const timeLimit = 60_000;

/** This provider's resources in the state of the stack that the engine is working on. */
export async function readStack(signal: AbortSignal): Promise<readonly StackResource[]> {
  return resourcesIn(await exported(signal));
}

/**
 * What `pulumi stack export` prints. The engine tells its plugins neither the stack nor its state, so this runs the same
 * command line in the same folder for the same stack. It neither waits for the lock of the run nor decrypts secrets.
 */
function exported(signal: AbortSignal): Promise<string> {
  const parent = pulumiProcess();
  const { command, args, folder } = exportCommand(parent);
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { cwd: folder, env, signal, timeout: timeLimit, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (signal.aborted) reject(signal.reason);
        else reject(new Error(`\`pulumi stack export\` failed: ${firstLine(stderr) ?? firstLine(error.message)}`));
      },
    ).stdin?.end();
  });
}

function exportCommand(parent: ProcessInfo | undefined) {
  const stack = parent === undefined ? undefined : stackOption(parent.args);
  // The program of a running process may have been removed or replaced by another version.
  const isThere = parent !== undefined && existsSync(parent.executable);
  return {
    command: isThere ? parent.executable : "pulumi",
    args: ["stack", "export", "--non-interactive", "--color=never", ...(stack === undefined ? [] : ["--stack", stack])],
    folder: parent?.folder ?? process.cwd(),
  };
}

function firstLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
}
