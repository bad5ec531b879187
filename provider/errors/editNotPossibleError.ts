import { AppPlatformError } from "./appPlatformError.js";

/** A changed argument cannot be edited with the endpoints that the platform serves. It is found at preview; nothing was touched. */
export class EditNotPossibleError extends AppPlatformError {
  static readonly code = "AP2001";
  static readonly when =
    "A changed argument cannot be edited with the endpoints that the platform serves. It is found at preview; nothing was touched.";
  static readonly mend = "Take one of the ways that the message names.";

  constructor(subject: string, changes: readonly string[], why: string, todo: readonly string[]) {
    super(EditNotPossibleError.code, {
      what: `${subject} cannot be edited: ${why}`,
      details: changes,
      todo,
    });
  }
}
