import { AppPlatformError } from "./appPlatformError.js";

/** A lookup in a program finds nothing, or its arguments do not say what to find. */
export class LookupFailedError extends AppPlatformError {
  static readonly code = "AP2007";

  constructor(what: string, why: string, todo: string) {
    super(LookupFailedError.code, { what: `${what}: ${why}.`, todo });
  }
}
