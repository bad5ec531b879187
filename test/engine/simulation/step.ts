/** What the engine keeps of a resource, and what it asks of a plugin. */
import type { Values } from "../../support/provider.js";
import type { KindName } from "./kinds.js";
import type { Declared } from "./program.js";

/** A resource as the state keeps it. */
export interface Kept {
  readonly key: string;
  readonly urn: string;
  readonly kind: KindName;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** Made, but not finished: the next update continues with it. */
  readonly isPartial: boolean;
  /** Replaced by another one, and to be deleted. */
  readonly isReplaced: boolean;
  readonly dependencies: readonly string[];
  readonly isProtected: boolean;
  readonly isRetained: boolean;
  /** Key of what it is deleted with. */
  readonly deletedWith?: string;
}

export type Doing = "preview" | "create" | "update" | "delete" | "read";

/** One call of the plugin, as the engine sees it. */
export interface Step {
  readonly number: number;
  readonly doing: Doing;
  readonly key: string;
  readonly kind: KindName;
  readonly declared?: Declared;
  readonly id?: string;
  /** What is deleted has been replaced. */
  readonly isReplaced?: boolean;
  readonly inputs?: Values;
}

export type Ending =
  | { readonly sort: "done"; readonly id: string }
  | { readonly sort: "failed"; readonly error: unknown; readonly partialId?: string }
  /** Nobody hears how it ends. */
  | { readonly sort: "lost" };

/** A failure that the user sees. */
export interface Failure {
  readonly key: string;
  readonly doing: Doing;
  readonly text: string;
}

export interface Run {
  readonly failures: readonly Failure[];
  /** It ended early: by a failure, a signal, or a crash. */
  readonly isCancelled: boolean;
  readonly steps: readonly Step[];
  /** What it found to do, such as `update web`. */
  readonly planned: readonly string[];
}
