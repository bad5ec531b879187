import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The Pulumi CLI failed: no stack is selected, the passphrase is wrong, or it is not logged in. */
export class PulumiFailedError extends AppPlatformError {
  static readonly code = "AP6003";

  /** @param purpose What it was run for, such as `Reading the stack configuration`. */
  constructor(purpose: string, command: string, said: string, todo: string | readonly string[]) {
    super(PulumiFailedError.code, {
      what: `${purpose} failed: \`${command}\` ended with an error.`,
      details: [`the Pulumi CLI says: ${said}`],
      todo,
    });
  }
}
