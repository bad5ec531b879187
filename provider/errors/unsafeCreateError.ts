import { AppPlatformError } from "./appPlatformError.js";

/** A crash would lose a new resource: Pulumi skips checkpoints, and no endpoint finds it again. Found at preview; nothing was sent. */
export class UnsafeCreateError extends AppPlatformError {
  static readonly code = "AP2013";

  /** @param isListedByExtended Whether the extended endpoints could find it. */
  constructor(subject: string, isListedByExtended: boolean) {
    super(UnsafeCreateError.code, {
      what: `${subject} cannot be created while Pulumi skips checkpoints: after a crash, the platform's endpoints could not find it by its name.`,
      todo: [
        "create it first, in a run without PULUMI_SKIP_CHECKPOINTS: pulumi up --target <its URN>",
        ...(isListedByExtended
          ? [
              "use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended",
            ]
          : []),
        "accept that a crash leaves it on the platform, unknown to the stack and with its name taken: pulumi config set app-platform:onUnsafeCreate warn",
      ],
    });
  }
}
