import { statSync } from "node:fs";
import { resolve } from "node:path";
import { AppPlatformError } from "../provider/errors/appPlatformError.js";
import type { CliCommand, CommandContext, GlobalOptions } from "./command.js";
import { OutputFailedError } from "./errors/outputFailedError.js";
import { UnexpectedError } from "./errors/unexpectedError.js";
import { UsageError } from "./errors/usageError.js";
import { type ExitCode, exitCodes } from "./exitCodes.js";
import { interruptionOf } from "./interruption.js";
import { manifest } from "./manifest.js";
import { endWithReader, outputTo } from "./output.js";
import { commandIn, programOf } from "./program.js";
import { progressOn, quiet } from "./progress.js";
import { jsonText, standardError, standardOutput } from "./screen.js";
import { openSession } from "./session.js";
import { isHelp, usageErrorOf } from "./usage.js";

const args = process.argv.slice(2);
const interruption = interruptionOf(process);
const { signal } = interruption;
const program = programOf(manifest.version, runCommand);
endWithReader((reason) => {
  standardError.write(`${new OutputFailedError(commandIn(program, args), reason).message}\n`);
  process.exit(exitCodes.failure);
});
// What fails outside of a command's own calls, such as in a callback.
process.on("uncaughtException", (error) => {
  report(error, args.includes("--json"));
  process.exit();
});
void main();

async function main(): Promise<void> {
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (isHelp(error)) return;
    report(usageErrorOf(error, commandIn(program, args)) ?? error, args.includes("--json"));
  }
}

async function runCommand(
  command: CliCommand,
  given: GlobalOptions,
  values: readonly unknown[],
  own: Readonly<Record<string, unknown>>,
): Promise<void> {
  const options = { ...given, cwd: folderOf(given.cwd) };
  const progress = options.quiet || process.env.CI ? quiet : progressOn(standardError);
  const output = outputTo({ ...options, beforeWrite: progress.clear });
  const connect = () => openSession(options, { output, progress, signal });
  const context: CommandContext = { options, output, progress, signal, version: manifest.version, connect };
  if (command.endsItself) interruption.leaveToCommand();
  const code = await command.run(context, values, own);
  // A command that ends well on Ctrl+C, such as one that watches, was still interrupted.
  process.exitCode = isInterrupted() ? exitCodes.interrupted : code;
}

function folderOf(cwd: string): string {
  const folder = resolve(cwd);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new UsageError(`--cwd must be a folder; got ${JSON.stringify(cwd)}.`, commandIn(program, args));
}

/** Prints an error and sets the exit code that it means. */
function report(thrown: unknown, json: boolean): void {
  const error = isInterrupted() ? signal.reason : knownError(thrown);
  process.exitCode = exitCodeOf(error);
  const { code, message, text } = error as AppPlatformError;
  const details = (text.details ?? []).map((detail) => (typeof detail === "string" ? detail : detail.message));
  const content = { code, message, ...(details.length === 0 ? {} : { details }) };
  if (json) standardOutput.write(`${jsonText({ error: content }, 2)}\n`);
  else standardError.write(`${message}\n`);
}

function isInterrupted(): boolean {
  return signal.aborted && !interruption.isLeftToCommand();
}

function knownError(thrown: unknown): AppPlatformError {
  if (thrown instanceof AppPlatformError) return thrown;
  if (process.env.APP_PLATFORM_DEBUG && thrown instanceof Error) standardError.write(`${thrown.stack}\n`);
  return new UnexpectedError(commandIn(program, args), thrown);
}

function exitCodeOf(error: AppPlatformError): ExitCode {
  if (isInterrupted()) return exitCodes.interrupted;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
}
