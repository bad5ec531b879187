import { AppPlatformError } from "./appPlatformError.js";

/** A response, or its headers, are too large. */
export class AnswerTooLargeError extends AppPlatformError {
  static readonly code = "AP3104";

  override readonly repeat = "afterLooking";

  /** @param problem What is too large, and its maximum size. */
  constructor(purpose: string, problem: string) {
    super(AnswerTooLargeError.code, {
      what: `${purpose} failed: ${problem}.`,
      todo: "check that app-platform:baseUrl is the URL of the API; if it is, ask the platform's operator.",
    });
  }
}
