import { Argument, type Command } from "commander";
import type { CliCommand } from "../command.js";
import { candidatesFor } from "../completion/candidates.js";
import { type Shell, scripts } from "../completion/scripts.js";
import { exitCodes } from "../exitCodes.js";
import type { Screen } from "../screen.js";

export const completion: CliCommand = {
  define: (program) =>
    program
      .command("completion")
      .description("Print the script by which a shell completes commands and options.")
      .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
      .addHelpText("after", "\nExample:\n  app-platform completion bash >> ~/.bashrc"),
  async run({ output }, [shell]) {
    const script = scripts[shell as Shell];
    output.result({ shell, script }, () => script);
    return exitCodes.success;
  },
};

/** What the scripts run: a line for each candidate, with its description behind a tab. */
export function defineCandidates(program: Command, screen: Screen): void {
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action((words: readonly string[]) => {
      const found = candidatesFor(program, words);
      const lines = typeof found === "string" ? [found] : found.map((each) => each.filter(Boolean).join("\t"));
      if (lines.length > 0) screen.write(`${lines.join("\n")}\n`);
    });
}
