import { sameJson, type Values } from "../schema/json.js";

/** One read of a refresh. */
interface Refresh {
  readonly id: string;
  /** What the state knew before. */
  readonly before: Values;
  /** What the read returned. */
  readonly outputs: Values;
  readonly inputs: Values;
}

/**
 * The reads of a refresh whose comparison is still to come. The engine follows a read by a diff of what was read against the
 * state's own inputs, where nothing is to be refused, and tells neither that diff nor the read from those of an update.
 */
export interface Refreshes {
  /** A read returned these values. */
  read(refresh: Refresh): void;
  /** The inputs of a resource are checked: the refresh of one that has these inputs is over. */
  checked(inputs: Values): void;
  /** What the state knew before the read that returned these outputs; nothing where there was none, or it was asked already. */
  takeBefore(id: string, outputs: Values): Values | undefined;
}

export function newRefreshes(): Refreshes {
  let pending: readonly Refresh[] = [];
  return {
    read(refresh) {
      pending = [...pending.filter(({ id }) => id !== refresh.id), refresh];
    },
    checked(inputs) {
      if (pending.length > 0) pending = pending.filter((each) => !sameJson(each.inputs, inputs));
    },
    takeBefore(id, outputs) {
      const found = pending.find((each) => each.id === id && sameJson(each.outputs, outputs));
      pending = pending.filter((each) => each !== found);
      return found?.before;
    },
  };
}
