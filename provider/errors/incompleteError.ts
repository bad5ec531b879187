import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** A resource was created, but a later step failed. It is kept in the state; the next `pulumi up` continues with it. */
export class IncompleteError extends AppPlatformError {
  static readonly code = "AP4001";
  static readonly when =
    "A resource was created, but a later step failed. It is kept in the state; the next `pulumi up` continues with it.";
  static readonly mend = "Run `pulumi up` again.";

  /** @param id Omitted if the resource has no ID of its own on the platform. */
  constructor(subject: string, id: string | undefined, step: string, cause: unknown) {
    const exists = id === undefined ? "" : `exists on the platform (id ${id}) and `;
    super(IncompleteError.code, {
      what: `${subject} ${exists}is kept in the state, but ${step} failed.`,
      details: [detailOf(cause)],
      todo: "run `pulumi up` again: it continues with the same resource.",
    });
  }
}
