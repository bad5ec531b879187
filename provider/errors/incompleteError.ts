import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** A resource was created, but a later step failed. It is kept in the state; the next `pulumi up` continues with it. */
export class IncompleteError extends AppPlatformError {
  static readonly code = "AP4001";

  constructor(subject: string, id: string, step: string, cause: unknown) {
    super(IncompleteError.code, {
      what: `${subject} exists on the platform (id ${id}) and is kept in the state, but ${step} failed.`,
      details: [detailOf(cause)],
      todo: "run `pulumi up` again: it continues with the same resource.",
    });
  }
}
