/** A request that got a response with an error status. */
export interface FailedRequest {
  /** What it was for, for example `Creating Container "web"`. */
  readonly purpose: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The platform's own sentence and the fields that it refuses, in the program's spelling. */
  readonly details: readonly string[];
  /** How long the platform asks to wait before the next attempt. */
  readonly retryAfterSeconds?: number | undefined;
  /** The ID under which the platform knows the request, if it returns one. */
  readonly requestId?: string | undefined;
}
