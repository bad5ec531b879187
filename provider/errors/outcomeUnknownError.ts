import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** The response to a create was lost, and nothing tells whether it was carried out. */
export class OutcomeUnknownError extends AppPlatformError {
  static readonly code = "AP4002";
  static readonly title = "The outcome of a create is unknown";
  static readonly when =
    "The response to a create was lost, and no endpoint that the platform serves, or that could be reached, tells whether it was carried out.";
  static readonly cause =
    "The connection broke after the request was sent, and the endpoints cannot list this kind or could not be reached.";
  static readonly mend =
    "Look in the platform's console. If the resource exists, adopt it or delete it there; if not, run again.";

  /** @param causes Why the response was lost, and why nothing could be learned since. */
  constructor(subject: string, causes: readonly unknown[], todo: readonly string[]) {
    super(OutcomeUnknownError.code, {
      what: `${subject}: outcome unknown. The response was lost; the request may or may not have been carried out.`,
      details: causes.map(detailOf),
      todo,
    });
  }
}
