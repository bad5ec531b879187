import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** There is no Pulumi CLI, which a command needs. */
export class PulumiNotFoundError extends AppPlatformError {
  static readonly code = "AP6002";
  static readonly title = "The Pulumi CLI is not found";
  static readonly when = "There is no Pulumi CLI, which reads the stack configuration and the state of a stack.";
  static readonly cause = "Pulumi is not installed, or it is neither on the `PATH` nor in Pulumi's home.";
  static readonly mend =
    "Install Pulumi, or put its folder on the `PATH`. With all settings in the environment, most commands need no Pulumi CLI.";

  /** @param purpose What it is needed for, such as `Reading the stack configuration`. */
  constructor(purpose: string, places: readonly string[]) {
    super(PulumiNotFoundError.code, {
      what: `${purpose} needs the Pulumi CLI; there is no \`pulumi\` on the PATH or in ${places.join(" or ")}.`,
      todo: [
        "install Pulumi: https://www.pulumi.com/docs/install/",
        "set APP_PLATFORM_BASE_URL and APP_PLATFORM_TOKEN (or APP_PLATFORM_TOKEN_FILE) in the environment",
      ],
    });
  }
}
