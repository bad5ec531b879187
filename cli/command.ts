import type { Command } from "commander";
import type { Log } from "../provider/definition/resourceDefinition.js";
import type { Configuration } from "../provider/platform/configuration.js";
import type { Platform } from "../provider/platform/platform.js";
import type { ExitCode } from "./exitCodes.js";
import type { Output } from "./output.js";
import type { Progress } from "./progress.js";
import type { Screen } from "./screen.js";

/** Options that every command has. */
export interface GlobalOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Folder of the Pulumi project, as an absolute path. */
  readonly cwd: string;
  /** Stack whose configuration is used; by default the one that is selected in the project. */
  readonly stack?: string;
  /** Connection whose settings are used; by default the stack's own platform. */
  readonly connection?: string;
  /** ID of the organization of the environments; by default that of the token, or of the project's configuration. */
  readonly organization?: string;
}

/** A platform, with the settings that lead to it. */
export interface Session {
  readonly platform: Platform;
  /** Where messages to the user that aren't errors go. */
  readonly log: Log;
  readonly configuration: Configuration;
}

/** What comes from outside of the command. */
export interface Outside {
  readonly environment: NodeJS.ProcessEnv;
  /** Aborts on Ctrl+C and SIGTERM; its reason is the error to end with. */
  readonly signal: AbortSignal;
}

/** What a command works with. */
export interface CommandContext extends Outside {
  /** How it is named in messages: `app-platform status`. */
  readonly command: string;
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly progress: Progress;
  /** Standard output itself, for what is written bit by bit or rewritten. */
  readonly screen: Screen;
  /** Version of this package. */
  readonly version: string;
  /** The platform, opened once, with the settings that the provider would use. Throws an `AppPlatformError` if they are missing or wrong. */
  connect(): Promise<Session>;
}

/** One command. Its name is in `define`, so that commander knows it with its arguments. */
export interface CliCommand {
  /** Whether it decides itself when it ends after a signal, and with which exit code. By default, the exit code is 130. */
  readonly endsItself?: true;
  /** Adds the command with its arguments, options, description and one example to the program. */
  define(program: Command): Command;
  /** Runs it. The result is the exit code; an error is printed with its code, and exits with 1 (a `UsageError` with 2). */
  run(context: CommandContext, args: readonly unknown[], options: Readonly<Record<string, unknown>>): Promise<ExitCode>;
}
