import type { Command, Option } from "commander";

/** What a shell may complete a word to: words with their descriptions, or whatever is on disk. */
export type Candidates = readonly (readonly [word: string, description: string])[] | ":files" | ":folders";

/** @param words The command line behind the program's name; the last one, which may be empty, is to be completed. */
export function candidatesFor(program: Command, words: readonly string[]): Candidates {
  const current = words.at(-1) ?? "";
  const { command, operands, awaiting } = positionIn(program, words.slice(0, -1));
  const candidates = awaiting === undefined ? wordsAt(program, command, operands, current) : valuesOf(awaiting);
  if (typeof candidates === "string") return candidates;
  return candidates.filter(([word]) => word.startsWith(current));
}

interface Position {
  readonly command: Command;
  /** How many arguments of the command are given. */
  readonly operands: number;
  /** Option whose value comes next. */
  readonly awaiting: Option | undefined;
}

function positionIn(program: Command, words: readonly string[]): Position {
  let position: Position = { command: program, operands: 0, awaiting: undefined };
  for (const word of words) position = after(program, position, word);
  return position;
}

function after(program: Command, { command, operands, awaiting }: Position, word: string): Position {
  if (awaiting !== undefined) return { command, operands, awaiting: undefined };
  if (word.startsWith("-")) {
    const option = optionsOf(program, command).find(({ long, short }) => word === long || word === short);
    return { command, operands, awaiting: option?.required ? option : undefined };
  }
  const chosen = command === program ? visibleCommands(program).find((each) => each.name() === word) : undefined;
  return { command: chosen ?? command, operands: chosen === undefined ? operands + 1 : 0, awaiting: undefined };
}

function wordsAt(program: Command, command: Command, operands: number, current: string): Candidates {
  if (current.startsWith("-")) {
    return optionsOf(program, command).flatMap((each) => (each.long ? [[each.long, each.description] as const] : []));
  }
  if (command === program) return visibleCommands(program).map((each) => [each.name(), each.description()]);
  const { registeredArguments } = command;
  return (registeredArguments[operands]?.argChoices ?? []).map((choice) => [choice, ""]);
}

function valuesOf(option: Option): Candidates {
  if (option.argChoices !== undefined) return option.argChoices.map((choice) => [choice, ""]);
  if (option.flags.includes("<folder>")) return ":folders";
  return option.flags.includes("<file>") ? ":files" : [];
}

function visibleCommands(program: Command): Command[] {
  return [...program.createHelp().visibleCommands(program)];
}

function optionsOf(program: Command, command: Command): Option[] {
  const help = program.createHelp();
  const own = command === program ? [] : help.visibleOptions(command);
  const known = new Set(own.map(({ long }) => long));
  return [...own, ...help.visibleOptions(program).filter(({ long }) => !known.has(long))];
}
