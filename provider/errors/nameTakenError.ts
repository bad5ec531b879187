import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** A create or edit meets a name that another resource of the same kind has already (409). */
export class NameTakenError extends AppPlatformError {
  static readonly code = "AP3004";
  static readonly when = "A create or edit meets a name that another resource of the same kind has already (409).";
  static readonly mend = "Take another name, or adopt the existing one.";

  /** The one that has the name, where it could be found. */
  readonly existing: { readonly id: string; readonly createdAt?: string } | undefined;

  constructor(failure: FailedRequest, existing: { readonly id: string; readonly createdAt?: string } | undefined) {
    super(NameTakenError.code, {
      what: `${failure.purpose} failed: the name is taken (409).`,
      details: [
        ...(existing === undefined
          ? failure.details
          : [
              `exists already: id ${existing.id}${existing.createdAt === undefined ? "" : `, since ${existing.createdAt}`}`,
            ]),
      ],
      todo: [
        "give another `name`",
        existing === undefined
          ? "set app-platform:onExisting to adopt, to take over the existing one, where the platform's endpoints list this kind"
          : `take over the existing one: set adoptId: "${existing.id}" on this resource, or app-platform:onExisting to adopt for all`,
        "if only its Pulumi name or parent changed in the program, tell Pulumi the old one with the option `aliases`",
        "remove or rename the existing one in the platform's console",
        "if another program manages it, refer to it there (a stack reference) instead of declaring it twice",
      ],
    });
    this.existing = existing;
  }
}
