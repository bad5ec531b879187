import { AppPlatformError } from "./appPlatformError.js";

/** A read finds nothing, but nothing confirms that the platform still has what the resource belongs to. */
export class NotConfirmedGoneError extends AppPlatformError {
  static readonly code = "AP2012";

  constructor(subject: string, why: string, todo: readonly string[]) {
    super(NotConfirmedGoneError.code, { what: `${subject} was not found, but may still exist: ${why}.`, todo });
  }
}
