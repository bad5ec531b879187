import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import type { StackName, StackReader } from "../claims/holders.js";
import { engineAddress } from "./engine.js";
import { readExport } from "./exportedResources.js";
import type { ProcessInfo } from "./processInfo.js";
import { startingProgram } from "./processInfo.js";
import { exportsBefore, type Pulumi } from "./stackHistory.js";

/** Maximum time that `pulumi stack export` may take, in milliseconds. */
const timeLimit = 60_000;

/**
 * Reads this provider's resources in the state of a stack, as `pulumi stack export` prints it. It neither waits for the lock of the
 * run nor decrypts secrets.
 *
 * The command is asked for the stack by its name, then as the command line of the run spells it, which may have an organization, and
 * last for the selected stack. A spelling only leads to a state: the first one that is of this stack and has what the caller looks
 * for is the right one.
 */
export function stackReader(signal: AbortSignal): StackReader {
  return async (stack, isRight, moment) => {
    // The engine is part of the command line. What starts a plugin without the address of one may be anything.
    const parent = engineAddress() === undefined ? undefined : startingProgram();
    const pulumi: Pulumi = (...args) => printed(parent, args, signal);
    const wrong: string[] = [];
    for (const spelling of spellings(stack, parent?.args ?? [])) {
      const options = spelling === undefined ? [] : ["--stack", spelling];
      const command = ["pulumi stack export", ...options].join(" ");
      const texts =
        moment === "now"
          ? pulumi("stack", "export", ...options).then((text) => [text])
          : exportsBefore(pulumi, stack, options);
      const why = await texts.then(
        (exports) => {
          const states = exports.map(readExport);
          const other = states.flatMap((each) => each.stack ?? []).find((each) => !isSame(each, stack));
          if (other !== undefined)
            return `\`${command}\` printed the stack ${other.name} of the project ${other.project}`;
          const resources = states.flatMap((each) => each.resources);
          return isRight(resources) ? resources : `the state that \`${command}\` prints does not have this resource`;
        },
        (error: Error) => {
          signal.throwIfAborted();
          return `\`${command}\` failed: ${error.message}`;
        },
      );
      if (typeof why !== "string") return why;
      wrong.push(why);
    }
    throw new Error(wrong.join("; "));
  };
}

const isSame = (one: StackName, other: StackName) => one.name === other.name && one.project === other.project;

/** How the stack may be spelled, the selected one last. */
function spellings({ name }: StackName, args: readonly string[]): (string | undefined)[] {
  const qualified = [...args, process.env.PULUMI_STACK ?? ""].flatMap((each) => {
    const [, found] = /(?:^|=|^-[a-zA-Z]*?s)((?:[\w.-]+\/){1,2}[\w.-]+)$/.exec(each) ?? [];
    return found?.endsWith(`/${name}`) ? [found] : [];
  });
  return [...new Set([name, ...qualified, undefined])];
}

function printed(parent: ProcessInfo | undefined, command: readonly string[], signal: AbortSignal): Promise<string> {
  // The program of a running process may have been removed or replaced by another version.
  const executable = parent !== undefined && existsSync(parent.executable) ? parent.executable : "pulumi";
  const args = [...command, "--non-interactive", "--color=never"];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const limits = { signal, timeout: timeLimit, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY } as const;
  return new Promise((resolve, reject) => {
    execFile(executable, args, { cwd: parent?.folder ?? process.cwd(), env, ...limits }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (signal.aborted) reject(signal.reason);
      else reject(new Error(firstLine(stderr) ?? firstLine(error.message)));
    }).stdin?.end();
  });
}

function firstLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
}
