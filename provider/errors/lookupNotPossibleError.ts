import { AppPlatformError } from "./appPlatformError.js";

/** A resource is to be read by id alone, and the platform serves no such read. */
export class LookupNotPossibleError extends AppPlatformError {
  static readonly code = "AP2005";
  static readonly when = "A resource is to be read by id alone, and the platform serves no such read.";
  static readonly mend = "Give the environment too, or use the extended endpoints.";

  constructor(subject: string, missing: string) {
    super(LookupNotPossibleError.code, {
      what: `${subject} cannot be found: the platform's endpoints only list it, and ${missing} is not known.`,
      todo: [
        `give ${missing} in the state argument of get()`,
        "use the extended endpoints, if your platform serves them",
      ],
    });
  }
}
