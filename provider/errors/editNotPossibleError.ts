import { AppPlatformError } from "./appPlatformError.js";

/** An argument changed that the platform's endpoints cannot update. Found at preview; nothing was changed. */
export class EditNotPossibleError extends AppPlatformError {
  static readonly code = "AP2001";

  constructor(subject: string, changes: readonly string[], why: string, todo: readonly string[]) {
    super(EditNotPossibleError.code, {
      what: `${subject} cannot be updated: ${why}`,
      details: changes,
      todo,
    });
  }
}
