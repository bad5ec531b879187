import { AppPlatformError } from "./appPlatformError.js";

/** A read finds nothing, but nothing confirms that the platform still has what the resource belongs to. */
export class NotConfirmedGoneError extends AppPlatformError {
  static readonly code = "AP2012";
  static readonly title = "A resource may still exist";
  static readonly when =
    "A read finds nothing (404), but nothing confirms that the platform still has what the resource belongs to. The resource stays in the state.";
  static readonly cause =
    "A 404 for the resource alone may come from a wrong base URL or a missing permission. Removing it from the state would lose it.";
  static readonly mend =
    "Check the base URL. If the platform really no longer has it, remove it from the state as the message says.";

  constructor(subject: string, why: string, todo: readonly string[]) {
    super(NotConfirmedGoneError.code, { what: `${subject} was not found, but may still exist: ${why}.`, todo });
  }
}
