import { AppPlatformError } from "./appPlatformError.js";

/** The first update of something that exists would reset settings that nobody can read. Found at preview; nothing was changed. */
export class DefaultsNotAcceptedError extends AppPlatformError {
  static readonly code = "AP2011";

  constructor(subject: string, resets: readonly string[]) {
    super(DefaultsNotAcceptedError.code, {
      what: `${subject} cannot be updated: the platform's endpoints cannot read what it has, and the first update resets what the program does not give:`,
      details: resets,
      todo: [
        "give these arguments, with the values that must stay",
        "accept these values: acceptDefaults: true",
        "use the extended endpoints, if your platform serves them, to keep what is there: pulumi config set app-platform:endpoints extended",
      ],
    });
  }
}
