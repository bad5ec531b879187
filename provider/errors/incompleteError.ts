import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** A resource was created, but a later step failed. It is kept in the state; the next `pulumi up` continues with it. */
export class IncompleteError extends AppPlatformError {
  static readonly code = "AP4001";
  static readonly title = "A resource was created, but is incomplete";
  static readonly when =
    "A resource was created, but a later step failed. It is kept in the state; the next `pulumi up` continues with it.";
  static readonly cause =
    "Creating some resources takes two requests, for example a clone and its update. The second one failed; the message contains its error.";
  static readonly mend =
    "Correct the cause that the message contains, then run `pulumi up` again: it continues with the same resource.";

  constructor(subject: string, id: string, step: string, cause: unknown) {
    super(IncompleteError.code, {
      what: `${subject} exists on the platform (id ${id}) and is kept in the state, but ${step} failed.`,
      details: [detailOf(cause)],
      todo: "run `pulumi up` again: it continues with the same resource.",
    });
  }
}
