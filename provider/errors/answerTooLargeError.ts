import { AppPlatformError } from "./appPlatformError.js";

/** An answer is larger than 16 MiB. */
export class AnswerTooLargeError extends AppPlatformError {
  static readonly code = "AP3104";
  static readonly when = "An answer is larger than 16 MiB.";
  static readonly mend = "Check the address; ask the platform's operator.";

  override readonly repeat = "afterLooking";

  constructor(purpose: string, limit: number) {
    super(AnswerTooLargeError.code, {
      what: `${purpose} failed: the answer is larger than ${limit / 1024 / 1024} MiB.`,
      todo: "check that app-platform:baseUrl is the API's address; ask the platform's operator if it is.",
    });
  }
}
