import { delimiter, join } from "node:path";

/**
 * A PATH for commands that people run with programs which a small machine lacks, such as curl: last, it has a folder with what stands
 * in for them, and knows only the options that these commands have.
 */
export const withFakePrograms = (path: string | undefined): string =>
  [path, join(__dirname, "fake-programs")].join(delimiter);
