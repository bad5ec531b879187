import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** There is no Pulumi CLI, which a command needs. */
export class PulumiNotFoundError extends AppPlatformError {
  static readonly code = "AP6002";

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
