import { AppPlatformError } from "./appPlatformError.js";

/** The platform accepted a delete, but the resource still exists when the maximum wait has passed. */
export class StillThereError extends AppPlatformError {
  static readonly code = "AP5003";
  static readonly title = "The resource still exists after its deletion";
  static readonly when =
    "The platform accepted a delete, but the resource still exists when the maximum wait has passed.";
  static readonly cause = "Deletion continues after the platform's response. It did not end within ten minutes.";
  static readonly mend = "Look at the resource in the platform's console, then run again.";

  constructor(subject: string, id: string, seconds: number) {
    super(StillThereError.code, {
      what: `${subject} (id ${id}) still exists on the platform ${seconds} s after the platform accepted its deletion.`,
      todo: "look at it in the platform's console, then run again.",
    });
  }
}
