import { AppPlatformError } from "./appPlatformError.js";

/** An existing resource cannot be adopted. Found at preview; nothing was changed. */
export class AdoptionError extends AppPlatformError {
  static readonly code = "AP2006";

  constructor(subject: string, id: string, why: string, details: readonly string[], todo: readonly string[]) {
    super(AdoptionError.code, {
      what: `${subject} cannot adopt the existing resource with id ${id}: ${why}`,
      details,
      todo,
    });
  }
}
