/** What `main.ts` and the process of the tests tell each other, in files of one folder. */
import { join } from "node:path";

export const folder = join(__dirname, "../../.local/mutants");

/** The sources with all their mutants, by path, and the mutants that are tried. */
export const planFile = join(folder, "plan.json");
/** One line for each thing that the process of the tests found. */
export const logFile = join(folder, "log.jsonl");
/** What the process of the tests tries now, so that what never ends is told from what is slow. */
export const triedFile = join(folder, "tried");
/** The mutants that the last run has noticed. */
export const noticedFile = join(folder, "noticed.json");
/** How long a test of each file takes: quick ones go first, since most mutants need only one. */
export const durationsFile = join(folder, "durations.json");

export interface Plan {
  readonly sources: Readonly<Record<string, string>>;
  /** The source of each mutant that there is. */
  readonly fileOf: readonly string[];
  /** The IDs of those that are tried. */
  readonly mutants: readonly string[];
  /** The keys of those that an earlier run has noticed. */
  readonly noticed: readonly string[];
  /** How many tests of one file try a mutant that take the same branches of its source: others are unlikely to notice more. */
  readonly alike: number;
}

export type Entry =
  /** No test of the file is left to run; `usual` is how many milliseconds one takes on average. */
  | { readonly file: string; readonly usual: number }
  /** The test is through with all mutants that it reaches. */
  | { readonly test: string; readonly reached: readonly string[] }
  /** A second run of the unchanged code fails, so failures of the test say nothing. */
  | { readonly unrepeatable: string }
  /** Reached while no test runs, as modules are loaded. */
  | { readonly loaded: readonly string[] }
  /** A test fails with it, and then with the code as it is: it or an earlier one left something behind. */
  | { readonly suspect: string }
  | { readonly killed: string; readonly by: string }
  /** A test reached it again while it was in place: its effect was tried, and not only stored by an earlier run. */
  | { readonly tried: readonly string[] };
