import type { Command } from "commander";
import type { Log } from "../provider/definition/kind.js";
import type { Configuration } from "../provider/platform/configuration.js";
import type { Platform } from "../provider/platform/platform.js";
import type { Output } from "./output.js";
import type { Progress } from "./progress.js";
import type { Screen } from "./screen.js";

/** Options of every command. */
export interface GlobalOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Folder of the Pulumi project, as an absolute path. */
  readonly cwd: string;
  /** Stack with the configuration; by default the one that is selected in the project. */
  readonly stack?: string;
  /** Connection with the settings; by default the stack's own platform. */
  readonly connection?: string;
  /** ID of the organization of the environments; by default that of the token, or of the project's configuration. */
  readonly organization?: string;
}

export interface Session {
  readonly platform: Platform;
  readonly log: Log;
  readonly configuration: Configuration;
}

export interface Outside {
  readonly environment: NodeJS.ProcessEnv;
  /** Aborts on Ctrl+C and SIGTERM, with the error to end with as its reason. */
  readonly signal: AbortSignal;
}

export interface CommandContext extends Outside {
  /** Its name in messages: `app-platform status`. */
  readonly command: string;
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly progress: Progress;
  /** Standard output, for text that is written piece by piece or rewritten. */
  readonly screen: Screen;
  /** Version of this package. */
  readonly version: string;
  /**
   * The platform, opened once, with the settings that the provider would use. Throws an `AppPlatformError` if they are missing or
   * invalid.
   */
  connect(): Promise<Session>;
}

/** A command. Its name is in `define`, where commander needs it. */
export interface CliCommand {
  /** Whether it decides itself how to end after a signal. By default, the exit code is 130. */
  readonly endsItself?: true;
  /** Adds the command with its arguments, options, description and one example to the program. */
  define(program: Command): Command;
  /** Runs it, and returns the exit code. An error is printed with its code, and the exit code is 1 (2 for a `UsageError`). */
  run(context: CommandContext, args: readonly unknown[], options: Readonly<Record<string, unknown>>): Promise<ExitCode>;
}

/** Exit codes of every command. */
export const exitCodes = { success: 0, failure: 1, usage: 2, interrupted: 130 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Their meanings, for `docs/command-line.md`. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  success: "The command succeeded.",
  failure:
    "The command failed, or found a problem: a failing check of `doctor`, a difference, a failed deployment. The message has a [code](errors.md).",
  usage: "The command line isn't valid (AP6001); nothing was done.",
  interrupted: "Interrupted with Ctrl+C or SIGTERM (AP6005).",
};
