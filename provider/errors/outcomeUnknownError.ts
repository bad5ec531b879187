import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** The response to a create was lost, and nothing tells whether it was carried out. */
export class OutcomeUnknownError extends AppPlatformError {
  static readonly code = "AP4002";

  /** @param causes Why the response was lost, and why nothing could be learned since. */
  constructor(subject: string, causes: readonly unknown[], todo: readonly string[]) {
    super(OutcomeUnknownError.code, {
      what: `${subject}: outcome unknown. The response was lost; the request may or may not have been carried out.`,
      details: causes.map(detailOf),
      todo,
    });
  }
}
