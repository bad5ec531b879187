import { coded } from "../provider/errors/appPlatformError.js";

/** Errors of the command `app-platform`. */

/**
 * The command line is invalid; nothing was done.
 *
 * @param command The command, such as `app-platform status`.
 * @param todo What to do, if that's known.
 */
export class UsageError extends coded("AP6001", (what: string, command: string, todo?: string) => ({
  what,
  todo: todo ?? `correct the command line; \`${command} --help\` shows its arguments and examples.`,
})) {}

/**
 * A command needs the Pulumi CLI, but it wasn't found.
 *
 * @param purpose What needs it, such as `Reading the stack configuration`.
 */
export class PulumiNotFoundError extends coded(
  "AP6002",
  (purpose: string, folders: readonly string[], instead?: string) => ({
    what: `${purpose} needs the Pulumi CLI; there is no \`pulumi\` on the PATH or in ${folders.join(" or ")}.`,
    todo: ["install Pulumi: https://www.pulumi.com/docs/install/", ...(instead === undefined ? [] : [instead])],
  }),
) {}

/**
 * The Pulumi CLI failed: no stack is selected, the passphrase is wrong, or it's not logged in.
 *
 * @param purpose What it was run for, such as `Reading the stack configuration`.
 */
export class PulumiFailedError extends coded(
  "AP6003",
  (purpose: string, command: string, output: string, todo: string | readonly string[]) => ({
    what: `${purpose} failed: \`${command}\` ended with an error.`,
    details: [`the Pulumi CLI says: ${output}`],
    todo,
  }),
) {}

/** The package of the local platform is not installed. */
export class BackendNotInstalledError extends coded("AP6004", (folder: string, version: string) => ({
  what: `The package app-platform-backend must be installed; it wasn't found from ${folder} or next to this command.`,
  todo: `install it: npm install --save-dev app-platform-backend@${version}`,
})) {}

/** Ctrl+C or SIGTERM ended the command. */
export class CommandInterruptedError extends coded("AP6005", (signal: string) => ({
  what: `Interrupted by ${signal}. No more requests are sent; one that was already sent may have been carried out.`,
  todo: "run the command again; `app-platform status` shows what the platform is doing.",
})) {}

/**
 * The result of a command could not be written, or a file that it uses could not be read.
 *
 * @param file Omitted if it was standard output.
 */
export class OutputFailedError extends coded("AP6006", (command: string, reason: string, file?: string) => ({
  what: `\`${command}\` couldn't ${file === undefined ? "write to standard output" : `read or write ${file}`}: ${reason}.`,
  todo:
    file === undefined
      ? "free some disk space, or redirect the output to another file. The command itself may have succeeded."
      : "correct the path, the permissions of the file and of its folder, or free some disk space, and run the command again.",
})) {}

/**
 * A file isn't a Terraform state, or isn't one that the command can read.
 *
 * @param name The file, or another source.
 */
export class StateFileError extends coded("AP6007", (name: string, why: string, todo: string) => ({
  what: `${name} can't be read as a Terraform state: ${why}.`,
  todo,
})) {}

/** A bug in the command. */
export class UnexpectedError extends coded("AP9002", (command: string, cause: unknown) => ({
  what: `\`${command}\` failed because of a bug: ${cause instanceof Error ? cause.message : String(cause)}`,
  todo: "please report it, with this text and the command line; APP_PLATFORM_DEBUG=1 prints the stack trace.",
})) {}
