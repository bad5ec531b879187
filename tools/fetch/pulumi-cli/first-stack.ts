import { execFile } from "node:child_process";

/** Commands that people run first, and that need a stack. */
const COMMANDS = ["up", "update", "preview", "pre"];
const OWN_CHOICE = /^(-s|--stack|-C|--cwd|-h|--help)(=|$)/;

export interface FirstStackOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

const succeeds = (args: readonly string[], options: FirstStackOptions) =>
  new Promise<boolean>((resolve) => {
    execFile("pulumi", [...args, "--non-interactive"], options, (error) => resolve(error === null));
  });

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
  await succeeds(["stack", "select", "dev", "--create"], options);
}
