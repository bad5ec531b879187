import type { Argument, Command, Option } from "commander";
import { exitCodeMeanings, exitCodes } from "../../cli/command.js";
import { programOf } from "../../cli/program.js";
import { capitalized } from "./letterCase.js";
import { table } from "./tables.js";

const program = programOf("0.0.0", process.stdout, async () => undefined);
const help = program.createHelp();

/** Every command, with its arguments, options and example, from the program itself. */
export function commandSections(): string {
  return help.visibleCommands(program).map(section).join("\n");
}

/** The options of every command. */
export function globalOptionsTable(): string {
  return optionsTable(help.visibleOptions(program));
}

export function exitCodesTable(): string {
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  return table(
    ["exit code", "meaning"],
    names.map((name) => [String(exitCodes[name]), exitCodeMeanings[name]]),
  );
}

function section(command: Command): string {
  const { notes, examples } = textsAfter(command);
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  return [
    `### app-platform ${command.name()}`,
    command.description(),
    ...notes,
    `\`\`\`sh\n${examples}\n\`\`\``,
    `Usage: \`app-platform ${command.name()} ${command.usage().replaceAll("`", "")}\``,
    ...(isExplained(command) ? [] : [argumentsTable(command.registeredArguments)]),
    ...(options.length === 0 ? [] : [optionsTable(options)]),
  ]
    .map((segment) => `${segment.trimEnd()}\n`)
    .join("\n");
}

/** Whether a command has no argument, or only an environment, which the page explains for all commands. */
function isExplained({ registeredArguments: all }: Command): boolean {
  return all.every((each) => each.name() === "environment");
}

function argumentsTable(args: readonly Argument[]): string {
  const rows = args.map((each) => [`\`${each.name()}\``, `${sentence(each.description)}${choices(each.argChoices)}`]);
  return table(["argument", "description"], rows);
}

function optionsTable(options: readonly Option[]): string {
  const rows = options.map((each) => {
    const [, description = "", text] = /^(.*?)(?: \(default: (.*)\))?$/.exec(each.description) ?? [];
    const value = each.negate || (each.defaultValue ?? false) === false ? "" : `\`${each.defaultValue}\``;
    return [
      `\`${each.flags}\``,
      `${sentence(description)}${choices(each.argChoices)}`,
      text ?? each.defaultValueDescription ?? value,
    ];
  });
  return table(["option", "description", "default"], rows);
}

function sentence(text: string): string {
  return optionsAsCode(`${capitalized(text)}${text.endsWith(".") ? "" : "."}`);
}

function optionsAsCode(text: string): string {
  const segments = text.split("`");
  return segments
    .map((segment, index) => (index % 2 === 1 ? segment : segment.replaceAll(/--[a-z-]+/g, "`$&`")))
    .join("`");
}

function choices(words: readonly string[] | undefined): string {
  return words === undefined ? "" : ` One of ${words.map((word) => `\`${word}\``).join(", ")}.`;
}

/** What a command's help has at its end: remarks, then examples. Only the printed help has them. */
function textsAfter(command: Command): { notes: string[]; examples: string } {
  let printed = "";
  command.configureOutput({
    writeOut: (text) => {
      printed += text;
    },
  });
  command.outputHelp();
  const own = printed.slice(printed.lastIndexOf("Global Options:")).split("\n\n").slice(1);
  const isExample = (text: string) => /^Examples?:\n/.test(text);
  const examples = own.filter(isExample).flatMap((text) => text.trimEnd().split("\n").slice(1));
  if (examples.length === 0) throw new Error(`the help of ${command.name()} has no example`);
  return {
    notes: own.filter((text) => !isExample(text)).map((text) => optionsAsCode(text.trim())),
    examples: examples.map((line) => line.trim()).join("\n"),
  };
}
