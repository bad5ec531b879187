import type { Values } from "../schema/json.js";

/**
 * Output after a partial failure: paths of the writes that the platform may have carried out or not, such as `variables.LOG_LEVEL`. The
 * state has the values that were sent there, and the next update sends them again, whatever it compares them with.
 */
export const PENDING_WRITES = "__pendingWrites";

export function pendingWritesIn({ [PENDING_WRITES]: paths }: Values): readonly string[] {
  return Array.isArray(paths) ? paths.map(String) : [];
}

/** The state with only these pending writes. */
export function withPendingWrites({ [PENDING_WRITES]: _, ...state }: Values, paths: readonly string[]): Values {
  return paths.length === 0 ? state : { ...state, [PENDING_WRITES]: [...new Set(paths)] };
}

/** The state after a read, with the pending writes of what it hasn't read. */
export function withUnreadWrites(state: Values, known: Values, isUnread: (path: string) => boolean): Values {
  return withPendingWrites(state, [...pendingWritesIn(state), ...pendingWritesIn(known).filter(isUnread)]);
}

/** The argument of a pending write, and the key of the entry if it's only one. */
export function argAndKey(path: string): readonly [arg: string, key?: string] {
  const dot = path.indexOf(".");
  return dot < 0 ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
}
