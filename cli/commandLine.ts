import { statSync } from "node:fs";
import { resolve } from "node:path";
import {
  AppPlatformError,
  type SettingWords,
  settingNamed,
  withSettings,
} from "../provider/errors/appPlatformError.js";
import { NotFoundError } from "../provider/errors/index.js";
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  type GlobalOptions,
  type Session,
} from "./command.js";
import type { NamedEnvironment } from "./environment/environments.js";
import { environmentsFor } from "./environmentArgument.js";
import { OutputFailedError, UnexpectedError, UsageError } from "./errors.js";
import type { Interruption } from "./interruption.js";
import { manifest } from "./manifest.js";
import { outputTo } from "./output.js";
import { commandIn, programOf } from "./program.js";
import { progressOn, quiet } from "./progress.js";
import { jsonText, type Screens } from "./screen.js";
import { openSession } from "./session.js";
import { isHelp, usageErrorOf } from "./usage.js";

/** The errors' own advice is for Pulumi programs. */
const aboutMissing = [
  "check the IDs in the path above: `app-platform environments` lists environments with their IDs",
  `check that ${settingNamed("baseUrl")} is the URL of the right platform's API`,
];

/** How long completion waits for the platform, in milliseconds. */
const completionLimit = 5_000;

/** What a command line gets from outside: its process, except in tests. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder in which it was started. */
  readonly folder: string;
  readonly screens: Screens;
  readonly interruption: Interruption;
}

interface CommandLine {
  /** Its name in messages: `app-platform status`. */
  readonly command: string;
  /** Runs it, and prints failures. */
  run(): Promise<ExitCode>;
  /** Prints an error, and returns its exit code. */
  report(thrown: unknown): ExitCode;
}

export function commandLineOf(
  args: readonly string[],
  { environment, folder, screens, interruption }: Surroundings,
): CommandLine {
  const { signal } = interruption;
  let exitCode: ExitCode = exitCodes.success;
  let settingWords: SettingWords | undefined;
  const program = programOf(manifest.version, screens.output, runCommand, readEnvironments);
  const commandLine: CommandLine = { command: commandIn(program, args), run, report };
  return commandLine;

  async function run(): Promise<ExitCode> {
    try {
      // Otherwise, `deploy --version 1.28` would print this package's version, and deploy nothing.
      if (args.includes("--version") && commandLine.command.endsWith(" deploy"))
        throw new UsageError("Unknown option '--version'; did you mean --tag or --commit?", commandLine.command);
      await program.parseAsync(args, { from: "user" });
      return exitCode;
    } catch (error) {
      if (isHelp(error)) return exitCodes.success;
      return report(usageErrorOf(error, commandLine.command, program) ?? error);
    }
  }

  async function runCommand(
    command: CliCommand,
    specified: GlobalOptions,
    values: readonly unknown[],
    own: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const context = contextOf(specified, signal);
    if (command.endsItself) interruption.leaveToCommand();
    const code = await command.run(context, values, own);
    // After Ctrl+C, a command that ends normally, such as one that watches, was still interrupted.
    exitCode = isInterrupted() ? exitCodes.interrupted : code;
  }

  function contextOf(specified: GlobalOptions, signal: AbortSignal): CommandContext {
    const options = { ...specified, cwd: folderOf(specified.cwd) };
    const progress = options.quiet || environment.CI ? quiet : progressOn(screens.error);
    const output = outputTo(screens, { ...options, environment, beforeWrite: progress.clear });
    const context = { environment, signal, command: commandLine.command, output, progress };
    let session: Promise<Session> | undefined;
    const connect = () => {
      session ??= openSession(options, context).then((opened) => {
        settingWords = opened.platform.settingWords;
        return opened;
      });
      return session;
    };
    return { ...context, options, screen: screens.output, version: manifest.version, connect };
  }

  /** For completion: shows no errors, and doesn't wait long. */
  async function readEnvironments(specified: Partial<GlobalOptions>): Promise<readonly NamedEnvironment[]> {
    const options = { json: false, cwd: ".", ...specified, quiet: true };
    const limited = AbortSignal.any([signal, AbortSignal.timeout(completionLimit)]);
    try {
      return await environmentsFor(contextOf(options, limited), "app-platform environments", "Completion");
    } catch {
      return [];
    }
  }

  function folderOf(cwd: string): string {
    const found = resolve(folder, cwd);
    if (statSync(found, { throwIfNoEntry: false })?.isDirectory()) return found;
    throw new UsageError(`--cwd must be a folder; got ${JSON.stringify(cwd)}.`, commandLine.command);
  }

  function report(thrown: unknown): ExitCode {
    const failed = (isInterrupted() ? signal.reason : knownError(thrown)) as AppPlatformError;
    const known = failed instanceof NotFoundError ? failed.advising(aboutMissing) : failed;
    const error = known.redacted((text) => withSettings(text, () => settingWords));
    const { code, message, text } = error;
    const details = (text.details ?? []).map((detail) => (typeof detail === "string" ? detail : detail.brief));
    const content = { code, message, ...(details.length === 0 ? {} : { details }) };
    if (args.includes("--json")) screens.output.write(`${jsonText({ error: content }, 2)}\n`);
    else screens.error.write(`${message}\n`);
    return exitCodeOf(error);
  }

  function isInterrupted(): boolean {
    return signal.aborted && !interruption.isLeftToCommand();
  }

  function knownError(thrown: unknown): AppPlatformError {
    if (thrown instanceof AppPlatformError) return thrown;
    if (environment.APP_PLATFORM_DEBUG && thrown instanceof Error) screens.error.write(`${thrown.stack}\n`);
    const { path, message = "" } = thrown as Partial<NodeJS.ErrnoException>;
    // Such as "ENOTDIR: not a directory, mkdir 'shop'".
    const [, reason] = /^(E[A-Z]+: [^,]+), /.exec(message) ?? [];
    if (path !== undefined && reason !== undefined) return new OutputFailedError(commandLine.command, reason, path);
    return new UnexpectedError(commandLine.command, thrown);
  }

  function exitCodeOf(error: AppPlatformError): ExitCode {
    if (isInterrupted()) return exitCodes.interrupted;
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}
