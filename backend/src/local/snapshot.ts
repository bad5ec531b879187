/** The whole state of the platform as one document, and how it is restored. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { failureRules, keepFailureRules, readFailureRules } from "../failure-rules.js";
import { latestReading, longestAdvance, type ManualClock } from "../manual-clock.js";
import { sweep } from "../operations/sweep.js";
import { createPlatform, type Platform } from "../platform.js";
import { invalid } from "../problem.js";
import { kinds } from "../resources/services.js";
import { rule, withRules } from "../schema/rules.js";
import { text, timestamp } from "../schema/texts.js";
import { validate } from "../schema/validate.js";
import { integer, optional } from "../schema/values.js";
import { actions, deploymentStatuses, failingStates, failureStates, terraformActions } from "../states.js";
import { Contradiction, insertRows, type Rows, readRows } from "../store/snapshot.js";
import { openStore } from "../store/store.js";
import { currentRecords } from "./earlierRecords.js";
import { moveTimes, type SnapshotClock } from "./snapshot-times.js";
import { flawsOf } from "./wholeness.js";

/** Increased when a snapshot gets more content: one that lacks some of it is not whole. */
const snapshotFormat = 3;

/** How long other requests wait while a snapshot is checked. */
const sliceMilliseconds = 20;

/** A reading of the clock: it can be shown as a date. */
const reading = z.number().min(0).max(latestReading);

/** A column repeats a member of the body. */
function sameAsBody<C extends string, M extends string>(column: C, member: M) {
  return rule<{ [K in C]: unknown } & { body: { [K in M]: unknown } }>([column, "body"], (row, report) => {
    if (row[column] !== row.body[member]) report([column], `must be the same as body.${member}`);
  });
}

const commit = z.object({ id: text, date: text, contributor: text });

const storedService = z.looseObject({
  id: text,
  kind: z.enum(kinds),
  environmentId: text,
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
  revision: integer(0),
  deployedRevision: integer(0).nullable(),
  lastDeploymentId: text.nullable(),
  deployedVersion: z.string().optional(),
  deployedCommit: commit.nullable(),
  deployedValuesCommit: commit.optional(),
  deletingSince: reading.nullable(),
  stageId: text.nullable().optional(),
  isSkipped: z.boolean().optional(),
  config: z.looseObject({ name: text }),
});

const task = z.looseObject({
  serviceId: text,
  kind: z.enum(kinds),
  way: z.enum(["plain", "built", "run", "built and run"]),
  lifecycle: z.boolean(),
  fails: z.enum(failureStates).nullable(),
  failsDuring: z.enum(failingStates).optional(),
  change: z.object({ from: z.string().nullable(), to: z.string(), isEdited: z.boolean() }).optional(),
  first: z.boolean(),
  stage: integer(0).optional(),
  from: z.number().min(0).max(longestAdvance).optional(),
  skipped: z.boolean().optional(),
  keptStatus: z.enum(deploymentStatuses).optional(),
  terraformAction: z.enum(terraformActions).optional(),
});

const storedDeployment = z.looseObject({
  id: text,
  requestId: text,
  stages: z.array(z.object({ id: text, name: text })).min(1),
  environmentId: text,
  action: z.enum(actions),
  startedAt: timestamp,
  started: reading,
  triggeredBy: text,
  tasks: z.array(task).min(1),
  first: z.boolean(),
  keptStatus: z.enum(deploymentStatuses).optional(),
  cancel: z.object({ after: z.number().min(0).max(longestAdvance), force: z.boolean() }).nullable(),
});

const recordRow = z.strictObject({ kind: text, id: text, body: z.looseObject({}) });
const serviceRow = withRules(
  z.strictObject({ id: text, kind: text, environment_id: text, body: storedService }),
  sameAsBody("id", "id"),
  sameAsBody("kind", "kind"),
  sameAsBody("environment_id", "environmentId"),
);
const deploymentRow = withRules(
  z.strictObject({ sequence: integer(1), id: text, environment_id: text, body: storedDeployment }),
  sameAsBody("id", "id"),
  sameAsBody("environment_id", "environmentId"),
);

const snapshot = z.strictObject({
  format: z.literal(snapshotFormat),
  clock: z.strictObject({
    speed: z.union([z.enum(["instant", "manual"]), z.number().positive()]),
    reading: optional(reading),
  }),
  deploymentFailures: failureRules.shape.rules,
  tables: z.strictObject({
    record: z.array(recordRow),
    service: z.array(serviceRow),
    deployment: z.array(deploymentRow),
  }),
});
type Snapshot = Omit<z.output<typeof snapshot>, "tables"> & { clock: SnapshotClock; tables: Rows };

export function takeSnapshot(platform: Platform): Snapshot {
  sweep(platform);
  const { store, clock } = platform;
  return {
    format: snapshotFormat,
    clock: { speed: clock.speed, reading: clock.speed === "instant" ? null : clock.reading() },
    deploymentFailures: readFailureRules(platform),
    tables: readRows(store),
  };
}

function readSnapshot({ references }: Platform, body: unknown): Snapshot {
  const validated = validate(snapshot, body, references);
  if (validated.violations !== undefined) throw invalid(validated.violations);
  return validated.value as Snapshot;
}

/** Takes all steps; other requests are handled between some of them. */
async function inSlices<T>(steps: Iterable<T>): Promise<T[]> {
  const results: T[] = [];
  let end = performance.now() + sliceMilliseconds;
  for (const result of steps) {
    results.push(result);
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + sliceMilliseconds;
  }
  return results;
}

/** Checks rows in a store of their own, since they may refer to each other. */
async function refuseFlaws(platform: Platform, rows: Rows): Promise<void> {
  const store = openStore(":memory:");
  const draft = { ...createPlatform(store, platform.clock), recordKinds: platform.recordKinds };
  try {
    await inSlices(insertRows(store, rows));
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    throw invalid([{ field: "tables", message: "must have unique ids, and unique names in an environment" }]);
  }
  const flaws = (await inSlices(flawsOf(draft, rows))).flat();
  if (flaws.length > 0) throw invalid(flaws);
}

/** All of it is restored, or nothing changes. Only the write itself keeps other requests waiting. */
export async function restoreSnapshot(platform: Platform, manualClock: ManualClock, body: unknown): Promise<void> {
  // Its body has just been parsed.
  await nextTurn();
  const specified = readSnapshot(platform, body);
  const { store, clock } = platform;
  const reading = clock.speed === "manual" ? (specified.clock.reading ?? clock.reading()) : clock.reading();
  const tables = { ...specified.tables, record: currentRecords(specified.tables.record) };
  const rows = moveTimes(tables, specified.clock, { speed: clock.speed, reading });
  await refuseFlaws(platform, rows);
  store.write(() => {
    store.clear();
    Array.from(insertRows(store, rows));
    keepFailureRules(platform, specified.deploymentFailures);
    if (clock.speed === "manual") manualClock.set(reading);
  });
}
