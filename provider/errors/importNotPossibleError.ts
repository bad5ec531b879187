import { AppPlatformError } from "./appPlatformError.js";

/** A resource cannot be imported: not by this provider, not with these endpoints, or not by what identifies it. */
export class ImportNotPossibleError extends AppPlatformError {
  static readonly code = "AP1204";

  constructor(what: string, todo: string) {
    super(ImportNotPossibleError.code, { what, todo });
  }
}
