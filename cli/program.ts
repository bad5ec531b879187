import { Command } from "commander";
import type { CliCommand, GlobalOptions } from "./command.js";
import { defineCandidates, type ReadEnvironments } from "./commands/completion.js";
import { commands } from "./commands/index.js";
import { readUuid } from "./environmentArgument.js";
import type { Screen } from "./screen.js";

/** Runs a command that the user has entered. */
export type Runner = (
  command: CliCommand,
  options: GlobalOptions,
  args: readonly unknown[],
  own: Readonly<Record<string, unknown>>,
) => Promise<void>;

/** The command line with all its commands. It prints only help: what is wrong with a command line is thrown. */
export function programOf(
  version: string,
  screen: Screen,
  run: Runner,
  readEnvironments: ReadEnvironments = async () => [],
): Command {
  const program = new Command("app-platform")
    .description("Check, export and operate environments of an Application Platform.")
    .usage("<command> [options]")
    .version(version, "--version", "print the version")
    .helpOption("--help", "show the help of a command, with an example")
    .helpCommand(false)
    .option("--json", "print the result as one JSON document")
    .option("--quiet", "print no progress and no notes")
    .option("--cwd <folder>", "folder of the Pulumi project (default: the current one)")
    .option("--stack <name>", "stack whose configuration is used (default: the selected one)")
    .option("--connection <name>", "connection whose settings are used (default: the stack's own platform)")
    .option("--organization <id>", "organization of the environments (default: that of the token)", readUuid)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => screen.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => (screen.isTTY && screen.columns) || 80,
    })
    .exitOverride();
  for (const command of commands) {
    const defined = command.define(program).configureHelp({ showGlobalOptions: true });
    defined.action(async (...specified: unknown[]) => {
      const own = specified.at(-1) as Command;
      const options = program.opts<Partial<GlobalOptions>>();
      await run(command, { json: false, quiet: false, cwd: ".", ...options }, own.processedArgs, own.opts());
    });
  }
  defineCandidates(program, screen, readEnvironments);
  return program;
}

/** The command in a command line, as its help names it: `app-platform status`. */
export function commandIn(program: Command, args: readonly string[]): string {
  const named = program.commands.find((each) => args.includes(each.name()));
  return named === undefined ? program.name() : `${program.name()} ${named.name()}`;
}
