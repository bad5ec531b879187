import type { Command, Option } from "commander";
import { oneLine } from "../../provider/errors/appPlatformError.js";
import type { GlobalOptions } from "../command.js";
import { fullName, type NamedEnvironment } from "../environment/environments.js";

type Words = readonly (readonly [word: string, description: string])[];

/** The candidates for a word: words, or files or folders. */
export type Candidates = Words | ":files" | ":folders";

/** The environments that a command line with these options may name; none if they can't be read. */
export type ReadEnvironments = (given: Partial<GlobalOptions>) => Promise<readonly NamedEnvironment[]>;

/** @param words The command line after the program's name. The last word, which may be empty, is to be completed. */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  readEnvironments: ReadEnvironments,
): Promise<Candidates> {
  const current = words.at(-1) ?? "";
  const { command, operands, awaiting, given } = positionIn(program, words.slice(0, -1));
  const found = awaiting === undefined ? wordsAt(program, command, operands, current) : valuesOf(awaiting);
  const candidates = found === ":environments" ? namesOf(await readEnvironments(given), current) : found;
  if (typeof candidates === "string") return candidates;
  return candidates.filter(([word]) => word.startsWith(current));
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
    return [
      ...(isTypable ? [[word, oneLine(fullName(each))] as const] : []),
      ...(isId ? [[id, oneLine(fullName(each))] as const] : []),
    ];
  });
}

interface Position {
  readonly command: Command;
  /** Number of the command's arguments so far. */
  readonly operands: number;
  /** The option whose value comes next. */
  readonly awaiting: Option | undefined;
  /** Values of options so far. */
  readonly given: Readonly<Record<string, string>>;
}

function positionIn(program: Command, words: readonly string[]): Position {
  let position: Position = { command: program, operands: 0, awaiting: undefined, given: {} };
  for (const word of words) position = after(program, position, word);
  return position;
}

function after(program: Command, position: Position, word: string): Position {
  const { command, operands, awaiting, given } = position;
  if (awaiting !== undefined) {
    return { ...position, awaiting: undefined, given: { ...given, [awaiting.attributeName()]: word } };
  }
  if (word.startsWith("-")) {
    const option = optionsOf(program, command).find(({ long, short }) => word === long || word === short);
    return { ...position, awaiting: option?.required ? option : undefined };
  }
  const chosen = command === program ? visibleCommands(program).find((each) => each.name() === word) : undefined;
  return { ...position, command: chosen ?? command, operands: chosen === undefined ? operands + 1 : 0 };
}

type Found = Candidates | ":environments";

function wordsAt(program: Command, command: Command, operands: number, current: string): Found {
  if (current.startsWith("-")) {
    return optionsOf(program, command).flatMap((each) => (each.long ? [[each.long, each.description] as const] : []));
  }
  if (command === program) return visibleCommands(program).map((each) => [each.name(), each.description()]);
  const argument = command.registeredArguments[operands];
  if (argument?.name() === "environment") return ":environments";
  return (argument?.argChoices ?? []).map((choice) => [choice, ""]);
}

function valuesOf(option: Option): Found {
  if (option.argChoices !== undefined) return option.argChoices.map((choice) => [choice, ""]);
  if (option.flags.includes("<environment>")) return ":environments";
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
