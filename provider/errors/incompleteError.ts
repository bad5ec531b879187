import { AppPlatformError } from "./appPlatformError.js";

/** A resource was made, but a step after that failed. It is kept in the state; the next `pulumi up` goes on with it. */
export class IncompleteError extends AppPlatformError {
  static readonly code = "AP4001";
  static readonly when =
    "A resource was made, but a step after that failed. It is kept in the state; the next `pulumi up` goes on with it.";
  static readonly mend = "Run `pulumi up` again.";

  constructor(subject: string, id: string, step: string, reason: string) {
    super(IncompleteError.code, {
      what: `${subject} was made (id ${id}), but ${step} failed: ${reason}`,
      todo: "run `pulumi up` again: it goes on with the same resource.",
    });
  }
}
