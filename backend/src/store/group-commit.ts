/**
 * Stores what several requests write together. Syncing to disk takes most of the time of a write, and one sync is enough for
 * all that wait at this moment. Each of them is told only once its own write is durable.
 */
import type { Content } from "./content.js";

interface Waiting {
  /** Does the work, and returns what tells its outcome once everything is stored. */
  run(): () => void;
  fail(error: unknown): void;
}

/** Returns what runs a work before long: all of it is stored, or nothing, whatever becomes of the others. */
export function createGroupCommit({ write, attempt }: Content): <T>(work: () => T) => Promise<T> {
  let waiting: Waiting[] = [];

  function store(group: readonly Waiting[]): void {
    let tell: (() => void)[];
    try {
      tell = write(() => group.map(({ run }) => run()));
    } catch (error) {
      // What one of them could not write, the others perhaps can.
      const alone = (each: Waiting) => () => (group.length > 1 ? store([each]) : each.fail(error));
      tell = group.map(alone);
    }
    for (const each of tell) each();
  }

  function storeWaiting(): void {
    const group = waiting;
    waiting = [];
    store(group);
  }

  return <T>(work: () => T) =>
    new Promise<T>((resolve, fail) => {
      const run = () => {
        try {
          const result = attempt(work);
          return () => resolve(result);
        } catch (error) {
          return () => fail(error);
        }
      };
      // After everything that has arrived by then was read.
      if (waiting.push({ run, fail }) === 1) setImmediate(storeWaiting);
    });
}
