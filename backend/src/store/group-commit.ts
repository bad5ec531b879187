/**
 * Commits what several requests write as one transaction. Syncing to disk takes most of the time of a write, and one sync is
 * enough for all that wait at this moment. Each of them is told only once its own write is durable.
 */
import type { Connection } from "./database.js";

interface Waiting {
  /** Does the work, and returns what tells its outcome once everything is committed. */
  run(): () => void;
  fail(error: unknown): void;
}

export interface GroupCommit {
  /** Runs `work` before long: all of it is stored, or nothing, whatever becomes of the others. */
  write<T>(work: () => T): Promise<T>;
}

/** `rolledBack` is called when something was written and is undone. */
export function createGroupCommit(connection: Connection, rolledBack: () => void): GroupCommit {
  const begin = connection.prepare("SAVEPOINT request");
  const release = connection.prepare("RELEASE request");
  const undo = connection.prepare("ROLLBACK TO request");
  let waiting: Waiting[] = [];

  function alone<T>(work: () => T): T {
    begin.run();
    try {
      return work();
    } catch (error) {
      undo.run();
      rolledBack();
      throw error;
    } finally {
      release.run();
    }
  }

  function commit(): void {
    const group = waiting;
    waiting = [];
    const commitAll = connection.transaction(() => group.map(({ run }) => run()));
    let tell: (() => void)[];
    try {
      tell = commitAll.immediate();
    } catch (error) {
      rolledBack();
      tell = group.map(
        ({ fail }) =>
          () =>
            fail(error),
      );
    }
    for (const each of tell) each();
  }

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, fail) => {
        const run = () => {
          try {
            const result = alone(work);
            return () => resolve(result);
          } catch (error) {
            return () => fail(error);
          }
        };
        // After everything that has arrived by then was read.
        if (waiting.push({ run, fail }) === 1) setImmediate(commit);
      }),
  };
}
