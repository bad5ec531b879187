import { AppPlatformError } from "./appPlatformError.js";

/** The platform accepted the request, but the response lacks what the API promises. */
export class UnexpectedAnswerError extends AppPlatformError {
  static readonly code = "AP3105";
  static readonly title = "The response lacks what the API promises";
  static readonly when = "The platform accepted the request, but the response lacks what the API promises.";
  static readonly cause =
    "The platform accepted the request, but its response has no ID or no resource, describes another resource, or is one page of a longer list. What was created may exist. What was read counts neither as changed nor as deleted.";
  static readonly mend = "Look at the resource in the platform's console; ask the platform's operator.";

  override readonly repeat = "afterLooking";

  constructor(purpose: string, problem: string, todo: string | readonly string[]) {
    super(UnexpectedAnswerError.code, { what: `${purpose}: the platform accepted it, but ${problem}.`, todo });
  }
}
