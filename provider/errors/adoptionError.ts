import { AppPlatformError } from "./appPlatformError.js";

/** An existing resource cannot be taken over. It is found at preview; nothing was touched. */
export class AdoptionError extends AppPlatformError {
  static readonly code = "AP2006";
  static readonly when =
    "An existing resource cannot be taken over: there is none with the id, another resource of the stack holds it, it cannot be read, or it differs in what cannot be edited. It is found at preview; nothing was touched.";
  static readonly mend = "Do what the message names.";

  constructor(subject: string, id: string, why: string, details: readonly string[], todo: readonly string[]) {
    super(AdoptionError.code, {
      what: `${subject} cannot take over the existing one with id ${id}: ${why}`,
      details,
      todo,
    });
  }
}
