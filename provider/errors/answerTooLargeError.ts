import { AppPlatformError } from "./appPlatformError.js";

/** A response is larger than 16 MiB. */
export class AnswerTooLargeError extends AppPlatformError {
  static readonly code = "AP3104";

  override readonly repeat = "afterLooking";

  constructor(purpose: string, maxBytes: number) {
    super(AnswerTooLargeError.code, {
      what: `${purpose} failed: the response is larger than ${maxBytes / 1024 / 1024} MiB.`,
      todo: "check that app-platform:baseUrl is the URL of the API; if it is, ask the platform's operator.",
    });
  }
}
