import { AppPlatformError } from "./appPlatformError.js";

/** A look-up in a program finds nothing, or is asked for nothing in particular. */
export class LookupFailedError extends AppPlatformError {
  static readonly code = "AP2007";
  static readonly when = "A look-up in a program, such as `getContainer`, finds nothing, or is not told what to find.";
  static readonly mend = "Check name or id, and where to look.";

  constructor(what: string, why: string, todo: string) {
    super(LookupFailedError.code, { what: `${what}: ${why}.`, todo });
  }
}
