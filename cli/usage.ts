import { CommanderError } from "commander";
import { UsageError } from "./errors.js";
import { exitCodes } from "./exitCodes.js";

/** Whether commander has printed help or the version, as requested. */
export function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === exitCodes.success;
}

/** The usage error that commander has thrown, if it is one. */
export function usageErrorOf(error: unknown, command: string): UsageError | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  if (error.code === "commander.help") return new UsageError("A command is required.", command);
  return new UsageError(sentence(error.message), command);
}

/** How commander says that a value is refused; what it must be is said by the function that reads it. */
const invalid =
  /^(?:command-argument value .* is invalid for argument '(.*)'|option '(?:-\w, )?(\S+).*' argument .* is invalid)\. It (.*)$/;

/** `error: unknown option '--jsn'\n(Did you mean --json?)` as one sentence. */
function sentence(message: string): string {
  const [first = "", hint = ""] = message.replace(/^error: /, "").split("\n");
  const [, argument, option, must] = invalid.exec(first) ?? [];
  if (must !== undefined) return `${argument ?? option} ${must}`;
  const [, meant] = /\(Did you mean (?:one of )?(.*)\?\)/.exec(hint) ?? [];
  const text = first.replace(/\.$/, "");
  const begin = `${text[0]?.toUpperCase()}${text.slice(1)}`;
  return meant === undefined ? `${begin}.` : `${begin}; did you mean ${meant}?`;
}
