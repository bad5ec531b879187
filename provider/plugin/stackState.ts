import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { kindOfType } from "../definition/typeToken.js";
import type { StackResource } from "../platform/holders.js";
import { parseJson } from "../platform/parseJson.js";
import { isObject, type Value } from "../schema/json.js";
import { type ProcessInfo, pulumiProcess } from "./parentProcess.js";

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

/** Short options without a value that may come before `s` in one argument, as in `-ys dev`. */
const stackArgument = /^(?:--stack(?:=|$)|-[yfdje]*s=?)/;

/** The stack that a command line names; nothing if it works on the selected one. */
export function stackOption(args: readonly string[]): string | undefined {
  const index = args.findIndex((each) => stackArgument.test(each));
  if (index < 0) return undefined;
  return (args[index] as string).replace(stackArgument, "") || args[index + 1];
}

function firstLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
}

/**
 * This provider's resources in an exported state that hold something on a platform: not those that a program only reads, nor
 * those that are deleted already and still to be replaced.
 */
export function resourcesIn(text: string): readonly StackResource[] {
  const state = parseJson(text) as Value | undefined;
  const deployment = isObject(state) ? state.deployment : undefined;
  const resources = isObject(deployment) ? deployment.resources : undefined;
  // The engine omits the resources of a stack that has none.
  if (!isObject(deployment)) throw new Error("`pulumi stack export` printed no deployment");
  return (Array.isArray(resources) ? resources : []).flatMap((each) => {
    if (!isObject(each)) return [];
    const { urn, type, id, outputs, external, pendingReplacement } = each;
    const kind = typeof type === "string" ? kindOfType(type) : undefined;
    if (kind === undefined || typeof urn !== "string" || typeof id !== "string") return [];
    if (external === true || pendingReplacement === true) return [];
    return [{ urn, kind, id, values: isObject(outputs) ? outputs : {} }];
  });
}
