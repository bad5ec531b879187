import { AppPlatformError } from "./appPlatformError.js";

/** A look-up in a program finds nothing, or its arguments do not say what to find. */
export class LookupFailedError extends AppPlatformError {
  static readonly code = "AP2007";
  static readonly title = "A look-up finds nothing";
  static readonly when =
    "A look-up in a program, such as `getContainer`, finds nothing, or its arguments do not say what to find.";
  static readonly cause =
    "No resource has the name or ID in that environment, the environment is another one, or both a name and an ID are given.";
  static readonly mend = "Check the name or ID and where to look. The message lists the names that exist.";

  constructor(what: string, why: string, todo: string) {
    super(LookupFailedError.code, { what: `${what}: ${why}.`, todo });
  }
}
