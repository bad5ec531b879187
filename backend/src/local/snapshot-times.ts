/**
 * What is in progress is stored with the reading of the progress clock at its start. The clock of the platform that
 * restores a snapshot has another reading, and perhaps another speed: the starts move, so that the progress is the same.
 */
import { factorOf, type Speed } from "../clock.js";
import type { ClusterHistory } from "../cluster-progress.js";
import type { Rows } from "../store/snapshot.js";

export interface SnapshotClock {
  readonly speed: Speed;
  /** In milliseconds; null if everything is instant. */
  readonly reading: number | null;
}

function moved(start: number, then: SnapshotClock, now: SnapshotClock): number {
  // Instantly, everything is finished, whenever it started.
  if (now.reading === null || now.speed === "instant") return start;
  if (then.reading === null || then.speed === "instant") return 0;
  const progress = Math.max(0, then.reading - start) * factorOf(then.speed);
  return Math.max(0, now.reading - progress / factorOf(now.speed));
}

/** Environments that are being deleted, and clusters. */
interface Timed extends Partial<ClusterHistory> {
  readonly deletingSince?: number | null;
}

export function moveTimes(rows: Rows, then: SnapshotClock, now: SnapshotClock): Rows {
  const movedSince = (since: number | null) => (since === null ? null : moved(since, then, now));
  return {
    ...rows,
    record: rows.record.map((row) => {
      const { deletingSince: since, lastRun: run, dryRunSince: dry } = row.body as Timed;
      return {
        ...row,
        body: {
          ...row.body,
          ...(since === undefined ? {} : { deletingSince: movedSince(since) }),
          ...(run === undefined ? {} : { lastRun: { ...run, started: moved(run.started, then, now) } }),
          ...(dry === undefined ? {} : { dryRunSince: moved(dry, then, now) }),
        },
      };
    }),
    service: rows.service.map(({ body, ...row }) => {
      const { deletingSince: since } = body;
      return { ...row, body: { ...body, deletingSince: movedSince(since) } };
    }),
    deployment: rows.deployment.map(({ body, ...row }) => ({
      ...row,
      body: { ...body, started: moved(body.started, then, now) },
    })),
  };
}
