import { AppPlatformError } from "./appPlatformError.js";

/** An argument changed that the platform's endpoints cannot update. Found at preview; nothing was changed. */
export class EditNotPossibleError extends AppPlatformError {
  static readonly code = "AP2001";
  static readonly title = "The endpoints cannot update the resource";
  static readonly when =
    "An argument changed that the platform's endpoints cannot update. Found at preview; nothing was changed.";
  static readonly cause =
    "The platform serves the documented endpoints only, and they have no update for this kind; or the argument is one that the platform never changes.";
  static readonly mend =
    "Use the extended endpoints if the platform serves them, give the resource a new name, or undo the change.";

  constructor(subject: string, changes: readonly string[], why: string, todo: readonly string[]) {
    super(EditNotPossibleError.code, {
      what: `${subject} cannot be updated: ${why}`,
      details: changes,
      todo,
    });
  }
}
