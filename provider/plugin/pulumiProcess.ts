import { basename } from "node:path";
import { type ProcessInfo, processInfo } from "./processInfo.js";

/** How many generations may be between the command line and this process: a shell script starts the plugin. */
const maxGenerations = 5;

/** The Pulumi command line that runs this plugin; nothing where the operating system does not tell. */
export function pulumiProcess(pid = process.ppid): ProcessInfo | undefined {
  let next = pid;
  for (let generation = 0; generation < maxGenerations && next > 1; generation += 1) {
    const found = processInfo(next);
    if (found === undefined) return undefined;
    if (basename(found.executable) === "pulumi") return found;
    next = found.parent;
  }
  return undefined;
}

/** Short options without a value that may come before `s` in one argument, as in `-ys dev`. */
const stackArgument = /^(?:--stack(?:=|$)|-[yfdje]*s=?)/;

/** The stack that a command line names; nothing if it works on the selected one. */
export function stackOption(args: readonly string[]): string | undefined {
  const index = args.findIndex((each) => stackArgument.test(each));
  if (index < 0) return undefined;
  return (args[index] as string).replace(stackArgument, "") || args[index + 1];
}
