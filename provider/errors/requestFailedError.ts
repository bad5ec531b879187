import { AppPlatformError, type ErrorText } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** What a failed request means, without what all of them say. */
export interface FailureText extends Pick<ErrorText, "todo"> {
  /** Completes the sentence `Creating Container "web" failed: …`. */
  readonly why: string;
  /** Instead of the platform's own sentence and refused fields. */
  readonly details?: readonly string[];
}

/** Base of the errors that a response with an error status means. */
export abstract class RequestFailedError extends AppPlatformError {
  readonly failure: FailedRequest;

  constructor(code: string, failure: FailedRequest, { why, details = failure.details, todo }: FailureText) {
    const { purpose, requestId } = failure;
    const known = requestId === undefined ? details : [...details, `the platform's request ID: ${requestId}`];
    super(code, { what: `${purpose} failed: ${why}`, details: known, todo });
    this.failure = failure;
  }

  override redacted(hide: (text: string) => string): this {
    const { text } = super.redacted(hide);
    const { requestId } = this.failure;
    const hidden = requestId === undefined ? undefined : hide(requestId);
    return this.copy(text, {
      failure: { ...this.failure, details: this.failure.details.map(hide), requestId: hidden },
    });
  }
}
