import { sameJson, type Values } from "../schema/json.js";

/** One read of a refresh. */
export interface Refresh {
  readonly id: string;
  /** What the state knew before. */
  readonly before: Values;
  /** What the read returned: `before` itself if nothing has changed. */
  readonly outputs: Values;
  /** What a program would give for these outputs. */
  readonly inputs: Values;
}

/**
 * Reads of a refresh whose diff is still to come. After each read, the engine diffs what was read against the inputs in the
 * state; that diff must reject nothing. The engine does not say whether a read or a diff belongs to a refresh or an update.
 */
export function newRefreshes() {
  let pending: readonly Refresh[] = [];
  return {
    /** A read returned these values. */
    read(refresh: Refresh): void {
      pending = [...pending.filter(({ id }) => id !== refresh.id), refresh];
    },
    /** A resource's inputs are checked: the refresh of a resource with these inputs has ended. */
    checked(inputs: Values): void {
      if (pending.length > 0) pending = pending.filter((each) => !sameJson(each.inputs, inputs));
    },
    /** The read that returned these outputs; nothing if there was none, or it was taken before. */
    take(id: string, outputs: Values): Refresh | undefined {
      const found = pending.find((each) => each.id === id && sameJson(each.outputs, outputs));
      pending = pending.filter((each) => each !== found);
      return found;
    },
  };
}
