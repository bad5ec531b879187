/** A failed attempt to get the CLI, with a reason that helps the reader to fix it. */
export interface Attempt {
  readonly way: string;
  readonly reason: string;
}
