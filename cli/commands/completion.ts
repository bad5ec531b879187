import { Argument, type Command } from "commander";
import type { CliCommand } from "../command.js";
import { candidatesFor, type ReadEnvironments } from "../completion/candidates.js";
import { type Shell, scripts } from "../completion/scripts.js";
import { exitCodes } from "../exitCodes.js";
import type { Screen } from "../screen.js";

export const completion: CliCommand = {
  define: (program) =>
    program
      .command("completion")
      .description("Print the completion script for a shell: commands, options and environments.")
      .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
      .addHelpText("after", "\nExample:\n  app-platform completion bash >> ~/.bashrc"),
  async run({ output }, [shell]) {
    const script = scripts[shell as Shell];
    output.result({ shell, script }, () => script);
    return exitCodes.success;
  },
};

/** The command that the scripts run. Prints one line for each candidate, with its description after a tab. */
export function defineCandidates(program: Command, screen: Screen, readEnvironments: ReadEnvironments): void {
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: readonly string[]) => {
      const found = await candidatesFor(program, words, readEnvironments);
      const lines = typeof found === "string" ? [found] : found.map((each) => each.filter(Boolean).join("\t"));
      if (lines.length > 0) screen.write(`${lines.join("\n")}\n`);
    });
}
