/**
 * Stores what several requests write together. Syncing to disk takes most of the time of a write, and one sync is enough for
 * all that wait at this moment. Each gets its result only once its own write is durable.
 */
import type { Content } from "./content.js";

/** How long the work of a group may take: other requests are read before the next one. */
const longestMilliseconds = 100;

interface Waiting {
  /** Does the work, and returns a function that reports the result once everything is stored. */
  run(): () => void;
  fail(error: unknown): void;
}

/** Returns a function that runs a piece of work soon: all of it is stored, or nothing, regardless of the others. */
export function createGroupCommit({ write, attempt }: Content): <T>(work: () => T) => Promise<T> {
  const waiting: Waiting[] = [];

  /** Runs the first of these, and others until the time is over. Those that it runs are no longer in the array. */
  function store(these: Waiting[]): void {
    const group: Waiting[] = [];
    const end = performance.now() + longestMilliseconds;
    let notify: (() => void)[];
    try {
      notify = write(() => {
        const done: (() => void)[] = [];
        for (let each = these.shift(); each !== undefined; each = performance.now() < end ? these.shift() : undefined) {
          group.push(each);
          done.push(each.run());
        }
        return done;
      });
    } catch (error) {
      // One of them may be too large to write; the others may not be.
      const alone = (each: Waiting) => () => (group.length > 1 ? store([each]) : each.fail(error));
      notify = group.map(alone);
    }
    for (const each of notify) each();
  }

  function storeWaiting(): void {
    store(waiting);
    if (waiting.length > 0) setImmediate(storeWaiting);
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
      // After all requests that have already arrived are read.
      if (waiting.push({ run, fail }) === 1) setImmediate(storeWaiting);
    });
}
