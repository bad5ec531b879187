/** Decides which troubles with the data file are logged: each once, until a request could write again. */
import type { Problem } from "./problem.js";

export interface TroubleLog {
  isNew(trouble: Problem): boolean;
  /** Something was written. */
  ended(): void;
}

export function createTroubleLog(): TroubleLog {
  const logged = new Set<string>();
  return {
    isNew({ message }) {
      if (logged.has(message)) return false;
      logged.add(message);
      return true;
    },
    ended: () => logged.clear(),
  };
}
