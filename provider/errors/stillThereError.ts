import { AppPlatformError } from "./appPlatformError.js";

/** A deletion was accepted, but the resource is still there when the time to wait is over. */
export class StillThereError extends AppPlatformError {
  static readonly code = "AP5003";
  static readonly when = "A deletion was accepted, but the resource is still there when the time to wait is over.";
  static readonly mend = "Look at the resource in the platform's console, then run again.";

  constructor(subject: string, id: string, seconds: number) {
    super(StillThereError.code, {
      what: `${subject} (id ${id}) is still on the platform ${seconds} s after its deletion was accepted.`,
      todo: "look at it in the platform's console, then run again.",
    });
  }
}
