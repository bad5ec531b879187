import { Command } from "commander";
import type { CliCommand, GlobalOptions } from "./command.js";
import { commands } from "./commands/index.js";

/** Runs a command that the user has given. */
export type Runner = (
  command: CliCommand,
  options: GlobalOptions,
  args: readonly unknown[],
  own: Readonly<Record<string, unknown>>,
) => Promise<void>;

/** The command line with all its commands. */
export function programOf(version: string, run: Runner): Command {
  const program = new Command("app-platform")
    .description("Check, export and operate environments of an Application Platform.")
    .version(version)
    .option("--json", "print the result as one JSON document", false)
    .option("--quiet", "print no progress and no notes", false)
    .option("--cwd <folder>", "folder of the Pulumi project", process.cwd())
    .option("--stack <name>", "stack whose configuration is used (default: the selected one)")
    .option("--connection <name>", "connection whose settings are used (default: the stack's own platform)")
    .showHelpAfterError()
    .exitOverride();
  for (const command of commands) {
    command.define(program).action(async (...given: unknown[]) => {
      const own = given.at(-1) as Command;
      await run(command, program.opts<GlobalOptions>(), own.processedArgs, own.opts());
    });
  }
  return program;
}
