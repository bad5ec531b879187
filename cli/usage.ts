import { type Command, CommanderError, InvalidArgumentError } from "commander";
import { z } from "zod";
import { exitCodes } from "./command.js";
import { UsageError } from "./errors.js";

/** Whether commander has printed help or the version, as requested. */
export function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === exitCodes.success;
}

/** The usage error that commander has thrown, if it is one. */
export function usageErrorOf(error: unknown, command: string, program: Command): UsageError | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  if (error.code === "commander.help")
    return new UsageError("A command is required.", command, `\`${command} --help\` lists the commands.`);
  const own = program.commands.find((each) => command === `${program.name()} ${each.name()}`);
  const isShown = ["commander.excessArguments", "commander.missingArgument"].includes(error.code);
  if (own === undefined || !isShown) return new UsageError(sentence(error.message), command);
  const usage = `write \`${command} ${own.usage()}\`; \`${command} --help\` shows examples.`;
  return new UsageError(sentence(error.message), command, usage);
}

/** How commander reports a value that is refused; the function that reads it reports what it must be. */
const invalid =
  /^(?:command-argument value .* is invalid for argument '(.*)'|option '(?:-\w, )?(\S+).*' argument .* is invalid)\. It (.*)$/;

/** How commander reports a value that isn't one of the allowed ones. */
const disallowed = /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/;

/** `error: unknown option '--jsn'\n(Did you mean --json?)` as one sentence. */
function sentence(message: string): string {
  const [first = "", hint = ""] = message.replace(/^error: /, "").split("\n");
  const [, argument, option, must] = invalid.exec(first) ?? [];
  const [, value, chosen, choices] = disallowed.exec(first) ?? [];
  if (chosen !== undefined) return `${chosen} must be one of ${choices}; got ${JSON.stringify(value)}.`;
  if (must !== undefined) return `${argument ?? option} ${must}`;
  const [, meant] = /\(Did you mean (?:one of )?(.*)\?\)/.exec(hint) ?? [];
  const text = first.replace(/\.$/, "");
  const begin = `${text[0]?.toUpperCase()}${text.slice(1)}`;
  return meant === undefined ? `${begin}.` : `${begin}; did you mean ${meant}?`;
}

/** Reads options that several commands share. A wrong value is a usage error. */

const longestWait = 999_999;

export function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > longestWait) {
    throw new InvalidArgumentError(`It must be an integer from 1 to ${longestWait}; got "${text}".`);
  }
  return seconds;
}

/** The version of a service: `web=1.28`. A name may contain `=`, a version can't. */
export const versionOption = z.object({ service: z.string(), version: z.string() });

export type VersionOption = z.output<typeof versionOption>;

/** Collects `web=1.28` from an option that can be repeated. */
export function collectVersions(text: string, before: readonly VersionOption[] = []): readonly VersionOption[] {
  const cut = text.lastIndexOf("=");
  const specified = { service: text.slice(0, cut).trim(), version: text.slice(cut + 1).trim() };
  if (cut < 0 || specified.service === "" || specified.version === "") {
    throw new InvalidArgumentError(`It must be a service and its version, such as web=1.28; got "${text}".`);
  }
  return [...before, specified];
}
