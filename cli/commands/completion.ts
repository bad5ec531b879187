import { Argument, type Command, type Option } from "commander";
import { oneLine } from "../../provider/errors/appPlatformError.js";
import { type CliCommand, exitCodes, type GlobalOptions } from "../command.js";
import { fullName, type NamedEnvironment } from "../environment/environments.js";
import type { Screen } from "../screen.js";

/** Scripts that ask the command itself for candidates, so that they never become outdated. Without any, the shells offer files. */
const scripts = {
  bash: `# Completion of app-platform in bash: source <(app-platform completion bash)
_app_platform() {
  local IFS=$'\\n' line
  COMPREPLY=()
  for line in $("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")")
  done
}
complete -o default -F _app_platform app-platform`,
  zsh: `#compdef app-platform
# Completion of app-platform in zsh: source <(app-platform completion zsh)
_app_platform() {
  local -a lines
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "\${lines[1]}" ]] || { _files; return }
  lines=("\${(@)lines//:/\\\\:}")
  lines=("\${(@)lines/$'\\t'/:}")
  _describe app-platform lines
}
compdef _app_platform app-platform`,
  fish: `# Completion of app-platform in fish: app-platform completion fish | source
function __app_platform_complete
  set -l words (commandline -opc)
  $words[1] __complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c app-platform -a '(__app_platform_complete)'`,
} as const;

export const completion: CliCommand = {
  define: (program) =>
    program
      .command("completion")
      .description("Print the completion script for a shell: commands, options and environments.")
      .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
      .addHelpText("after", "\nExample:\n  app-platform completion bash >> ~/.bashrc"),
  async run({ output }, [shell]) {
    const script = scripts[shell as keyof typeof scripts];
    output.result({ shell, script }, () => script);
    return exitCodes.success;
  },
};

type Words = readonly (readonly [word: string, description: string])[];

/** The environments that a command line with these options may name; none if they can't be read. */
export type ReadEnvironments = (specified: Partial<GlobalOptions>) => Promise<readonly NamedEnvironment[]>;

/** The command that the scripts run. Prints one line for each candidate, with its description after a tab. */
export function defineCandidates(program: Command, screen: Screen, readEnvironments: ReadEnvironments): void {
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: readonly string[]) => {
      for (const each of await candidatesFor(program, words, readEnvironments))
        screen.write(`${each.filter(Boolean).join("\t")}\n`);
    });
}

/** @param words The command line after the program's name. The last word, which may be empty, is to be completed. */
async function candidatesFor(
  program: Command,
  words: readonly string[],
  readEnvironments: ReadEnvironments,
): Promise<Words> {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  let command = program;
  let operands = 0;
  const specified: Record<string, string> = {};
  const options = () => [...new Set([...help.visibleOptions(command), ...help.visibleOptions(program)])];
  let awaiting: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (awaiting !== undefined) {
      specified[awaiting.attributeName()] = word;
      awaiting = undefined;
    } else if (word.startsWith("-")) {
      awaiting = options().find(({ long, short, required }) => required && (word === long || word === short));
    } else {
      const named = command === program ? commands.find((each) => each.name() === word) : undefined;
      operands = named === undefined ? operands + 1 : 0;
      command = named ?? command;
    }
  }
  const current = words.at(-1) ?? "";
  const found = async (): Promise<Words> => {
    if (awaiting === undefined && current.startsWith("-")) {
      const described = new Map(options().map(({ long, description }) => [long ?? "", description]));
      return [...described];
    }
    if (awaiting === undefined && command === program)
      return commands.map((each) => [each.name(), each.description()] as const);
    const value = awaiting ?? command.registeredArguments[operands];
    if (value?.name() === "environment") return namesOf(await readEnvironments(specified), current);
    return (value?.argChoices ?? []).map((choice) => [choice, ""] as const);
  };
  return (await found()).filter(([word]) => word.startsWith(current));
}

/** The environments' names, or their IDs if the current word begins one. */
function namesOf(environments: readonly NamedEnvironment[], current: string): Words {
  return environments.flatMap((each) => {
    const { id, name } = each;
    const isUnique = environments.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1;
    const word = isUnique && !current.includes("/") ? name : fullName(each);
    // Omits names that the shell wouldn't pass back unchanged, or that look like an option.
    const isTypable = word === oneLine(word) && !word.startsWith("-");
    const isId = current !== "" && id.startsWith(current);
    return [...(isTypable ? [word] : []), ...(isId ? [id] : [])].map(
      (typed) => [typed, oneLine(fullName(each))] as const,
    );
  });
}
