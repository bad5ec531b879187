/** A way to come by the CLI that led nowhere, in words for the person who has to mend it. */
export interface Attempt {
  readonly way: string;
  readonly because: string;
}
