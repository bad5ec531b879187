import { AppPlatformError } from "./appPlatformError.js";

/** A resource is to be read by ID alone, and the platform's endpoints have no such read. */
export class LookupNotPossibleError extends AppPlatformError {
  static readonly code = "AP2005";

  constructor(subject: string, missing: string) {
    super(LookupNotPossibleError.code, {
      what: `${subject} cannot be found: the platform's endpoints find it only with ${missing}, which is not known.`,
      todo: [
        `pass ${missing} in the state argument of get()`,
        "use the extended endpoints, if your platform serves them",
      ],
    });
  }
}
