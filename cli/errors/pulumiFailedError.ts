import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The Pulumi CLI failed: no stack is selected, the passphrase is wrong, or it is not logged in. */
export class PulumiFailedError extends AppPlatformError {
  static readonly code = "AP6003";
  static readonly title = "The Pulumi CLI fails";
  static readonly when = "The Pulumi CLI failed to read the stack configuration or the state of a stack.";
  static readonly cause =
    "No stack is selected, the stack does not exist, its passphrase is missing or wrong, or the Pulumi CLI is not logged in.";
  static readonly mend = "Do what the message says: it has the first line that the Pulumi CLI printed.";

  /** @param purpose What it was run for, such as `Reading the stack configuration`. */
  constructor(purpose: string, command: string, said: string, todo: string | readonly string[]) {
    super(PulumiFailedError.code, {
      what: `${purpose} failed: \`${command}\` ended with an error.`,
      details: [`the Pulumi CLI says: ${said}`],
      todo,
    });
  }
}
