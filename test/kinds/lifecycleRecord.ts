import type { Row } from "../engine/support/outcome.js";
import type { Platform, SeededIds } from "../platform/support/platform.js";
import type { EndpointSet } from "../support/provider.js";
import type { NotApplicable } from "./notApplicable.js";

export type Args = Readonly<Record<string, unknown>>;
export type PerSet<T> = Readonly<Record<EndpointSet, T>>;

/** What the lifecycle steps do for a kind that holds nothing itself but acts on other resources. */
export interface ActingRecord {
  /** Creates, as a person would, what it acts on. */
  prepare(platform: Platform): Promise<void>;
  /** The id of the resource that shows what it did. */
  target(args: Args): string | undefined;
  /** Acts as a person would, elsewhere. */
  actByHand(platform: Platform): Promise<void>;
  /** The id of what it needs, and a person may delete. */
  needs(ids: SeededIds): string;
}

/** What the lifecycle matrix gives, changes and expects. */
export interface LifecycleRecord {
  /** The arguments before anything is edited. */
  args(ids: SeededIds): Args;
  /** The argument that identifies it in its environment, and another value for it; `name` and `by-hand` unless given. */
  readonly identifiedBy?: {
    readonly arg: string;
    readonly other: string;
    /** What the body of a create says about the place, where its path does not. */
    place?(ids: SeededIds): Args;
  };
  /** The argument that the steps update, its name on the wire, and what a person sets it to in the console. */
  readonly edited: { readonly arg: string; readonly wire: string; readonly byHand: string };
  /** What the edit step changes, one run of the CLI each. */
  edits(ids: SeededIds): readonly Args[];
  /** An argument that the program gives and the remove step omits, and its name on the wire. */
  readonly removed: { readonly arg: string; readonly wire: string };
  /** What the replace step changes, one run of the CLI each. */
  replacements(ids: SeededIds): readonly Args[];
  /** Its create acts on what exists already: nothing is created, and nothing comes back once it is gone. */
  readonly existsBefore?: true;
  /** The arguments that adopt something that isn't a resource of its own kind. */
  adopting?(ids: SeededIds): Args;
  readonly acts?: ActingRecord;
  readonly expected: PerSet<Row | NotApplicable>;
}
