import { AppPlatformError } from "./appPlatformError.js";

/** The platform accepted the request, but the response lacks what the API promises. */
export class UnexpectedAnswerError extends AppPlatformError {
  static readonly code = "AP3105";

  override readonly repeat = "afterLooking";

  constructor(purpose: string, problem: string, todo: string | readonly string[]) {
    super(UnexpectedAnswerError.code, { what: `${purpose}: the platform accepted it, but ${problem}.`, todo });
  }
}
