/** Whether a test runs a change of the code. */
export const reached = 1;
/** Only loading a module runs it, and no test. */
export const reachedOnLoad = 2;
/** A test fails because of it. */
export const noticed = 4;

export interface Limits {
  /** Longer tests aren't repeated, in milliseconds. */
  readonly longestTest: number;
  /** For how long tests are repeated for one change, in milliseconds. */
  readonly perMutant: number;
  /** The same for the tests of one file, which are alike. */
  readonly perFile: number;
}
