import { AppPlatformError, type ErrorText } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** What a failed request means, without what all of them say. */
interface FailureText extends Pick<ErrorText, "todo"> {
  /** Completes the sentence `Creating Container "web" failed: …`. */
  readonly why: string;
  /** Instead of the platform's own sentence and refused fields. */
  readonly details?: readonly string[];
}

/** Base of the errors that a response with an error status means. */
export abstract class RequestFailedError extends AppPlatformError {
  readonly failure: FailedRequest;

  constructor(code: string, failure: FailedRequest, { why, details = failure.details, todo }: FailureText) {
    super(code, { what: `${failure.purpose} failed: ${why}`, details, todo });
    this.failure = failure;
  }

  override redacted(hide: (text: string) => string): this {
    const { text } = super.redacted(hide);
    return this.copy(text, { failure: { ...this.failure, details: this.failure.details.map(hide) } });
  }
}
