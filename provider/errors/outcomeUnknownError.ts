import { AppPlatformError } from "./appPlatformError.js";

/** The answer to a call that makes something was lost, and nothing the platform serves can tell whether it arrived. */
export class OutcomeUnknownError extends AppPlatformError {
  static readonly code = "AP4002";
  static readonly when =
    "The answer to a call that makes something was lost, and nothing that the platform serves, or that could be reached, tells whether the call arrived.";
  static readonly mend = "Look in the platform's console, then adopt what was made or run again.";

  constructor(subject: string, reason: string, todo: readonly string[]) {
    super(OutcomeUnknownError.code, {
      what: `${subject}: outcome unknown. The answer was lost, and it may or may not be done.`,
      details: reason.split("\n").map((line) => line.replace(/^\s*(- )?/, "")),
      todo,
    });
  }
}
