/**
 * Commits what several requests write as one transaction. Syncing to disk takes most of the time of a write, and one sync is
 * enough for all that wait at this moment. Each of them is told only once its own write is durable.
 */
import type { Connection } from "./database.js";
import { patienceMilliseconds, retryMilliseconds } from "./locked.js";
import { transaction } from "./transaction.js";
import { isLocked } from "./trouble.js";

interface Waiting {
  /** Does the work, and returns what tells its outcome once everything is committed. */
  run(): () => void;
  fail(error: unknown): void;
  /** Until when it waits for another program that has locked the file. */
  readonly until: number;
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

  function alone<T>(work: () => T, resolve: (result: T) => void, fail: (error: unknown) => void): () => void {
    begin.run();
    try {
      const result = work();
      release.run();
      return () => resolve(result);
    } catch (error) {
      // A full disk ends the transaction, with what the others have written in it.
      if (!connection.inTransaction) throw error;
      undo.run();
      release.run();
      rolledBack();
      return () => fail(error);
    }
  }

  function commit(group: readonly Waiting[]): void {
    let tell: (() => void)[];
    try {
      tell = transaction(connection, () => group.map(({ run }) => run()));
    } catch (error) {
      rolledBack();
      tell = failed(group, error);
    }
    for (const each of tell) each();
  }

  /** What is done about requests that could not be committed. */
  function failed(group: readonly Waiting[], error: unknown): (() => void)[] {
    if (isLocked(error)) return waitOn(group, error);
    // What one of them could not write, the others perhaps can.
    if (group.length > 1) return group.map((each) => () => commit([each]));
    return group.map(
      ({ fail }) =>
        () =>
          fail(error),
    );
  }

  /** Tries again soon, together with those who come until then. */
  function waitOn(group: readonly Waiting[], error: unknown): (() => void)[] {
    const now = performance.now();
    const patient = group.filter(({ until }) => until > now);
    if (patient.length > 0 && waiting.length === 0) setTimeout(commitWaiting, retryMilliseconds);
    waiting = [...patient, ...waiting];
    return group
      .filter(({ until }) => until <= now)
      .map(
        ({ fail }) =>
          () =>
            fail(error),
      );
  }

  function commitWaiting(): void {
    const group = waiting;
    waiting = [];
    commit(group);
  }

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, fail) => {
        const run = () => alone(work, resolve, fail);
        const until = performance.now() + patienceMilliseconds;
        // After everything that has arrived by then was read.
        if (waiting.push({ run, fail, until }) === 1) setImmediate(commitWaiting);
      }),
  };
}
