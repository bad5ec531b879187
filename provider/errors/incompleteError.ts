import { AppPlatformError } from "./appPlatformError.js";

/** A resource was made, but a step after that failed. It is kept in the state; the next `pulumi up` goes on with it. */
export class IncompleteError extends AppPlatformError {
  static readonly code = "AP4001";
  static readonly when =
    "A resource was made, but a step after that failed. It is kept in the state; the next `pulumi up` goes on with it.";
  static readonly mend = "Run `pulumi up` again.";

  constructor(subject: string, id: string, step: string, reason: string) {
    super(IncompleteError.code, {
      what: `${subject} is on the platform (id ${id}) and kept in the state, but ${step} failed.`,
      details: reason.split("\n").map((line) => line.replace(/^\s*(- )?/, "")),
      todo: "run `pulumi up` again: it goes on with the same resource.",
    });
  }
}
