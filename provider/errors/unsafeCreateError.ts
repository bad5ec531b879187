import { AppPlatformError } from "./appPlatformError.js";

/** A crash would lose a new resource: Pulumi skips checkpoints, and no endpoint finds it again. Found at preview; nothing was sent. */
export class UnsafeCreateError extends AppPlatformError {
  static readonly code = "AP2013";
  static readonly title = "A crash would lose the resource";
  static readonly when =
    "Pulumi skips checkpoints (`PULUMI_SKIP_CHECKPOINTS`), and the platform's endpoints cannot find a new resource of this kind by name after a crash. Found at preview; nothing was sent.";
  static readonly cause =
    "Pulumi writes the state once, at the end of the operation. If it is killed before, the next `pulumi up` adopts by name what was created, and the documented endpoints cannot list this kind.";
  static readonly mend =
    "Create the resource in a run of its own with checkpoints, and everything else without. Or use the extended endpoints, or accept the risk with the setting `onUnsafeCreate`.";

  constructor(subject: string) {
    super(UnsafeCreateError.code, {
      what: `${subject} cannot be created while Pulumi skips checkpoints: after a crash, the platform's endpoints could not find it by its name.`,
      todo: [
        "create it first, in a run without PULUMI_SKIP_CHECKPOINTS: pulumi up --target <its URN>",
        "use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended",
        "accept that a crash leaves it on the platform, unknown to the stack and with its name taken: pulumi config set app-platform:onUnsafeCreate warn",
      ],
    });
  }
}
