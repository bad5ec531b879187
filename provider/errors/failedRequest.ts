/** A request that was answered with an error. */
export interface FailedRequest {
  /** What it was for, for example `Creating Container "web"`. */
  readonly purpose: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The server's own sentence and the fields it complains about, in the program's spelling. */
  readonly details: readonly string[];
}
