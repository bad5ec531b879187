import { spawn } from "node:child_process";
import { CLI, programFile } from "./installation.js";

/** Commands that people run first, and that need a stack. */
const COMMANDS = ["up", "update", "preview", "pre"];
const OWN_CHOICE = /^(-s|--stack|-C|--cwd|-h|--help)(=|$)/;
const STACK = "dev";

export interface FirstStackOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

function succeeds(args: readonly string[], { cwd, env, signal }: FirstStackOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(programFile(CLI), [...args, "--non-interactive"], { cwd, env, signal, stdio: "ignore" });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}

/** Whether the command works on the selected stack of the project in its folder. */
export function needsSelectedStack(args: readonly string[]): boolean {
  return COMMANDS.includes(args[0] ?? "") && !args.some((argument) => OWN_CHOICE.test(argument));
}

/**
 * Selects the stack `dev`, and creates it if there is none, where no stack is selected yet. So the first `up` in a fresh
 * checkout needs no `stack init`. A failure here shows again, with Pulumi's message, in the command that follows.
 */
export async function selectFirstStack(options: FirstStackOptions): Promise<void> {
  if (options.env.PULUMI_STACK || (await succeeds(["stack", "--show-name"], options))) return;
  await succeeds(["stack", "select", STACK, "--create"], options);
}
