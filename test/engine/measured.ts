/** Records what the lifecycle matrix shows, as JSON from which docs/lifecycle.md is generated. */
import { isDeepStrictEqual } from "node:util";
import {
  isRecorded,
  type LifecycleRecord,
  lifecyclePath,
  lifecycleRecord,
  type Observed,
  type RecordedCell,
  type RecordedKind,
  type StepName,
} from "../../tools/measured/lifecycle.js";
import { isNotApplicable, type NotApplicable } from "../kinds/notApplicable.js";
import { isRecording, stampNow, writeRecord } from "../recording.js";
import type { Cell, EndpointSet, Matrix } from "./outcome.js";

/** Collects what the steps of one kind show. */
export interface Recorder {
  /** Records one step. Call it before an expectation that may fail. */
  step(name: StepName, expected: Cell, observed: readonly Observed[]): void;
  /** Records, in place of the steps, why the kind has none, if RECORD=1 is set. */
  reason(row: NotApplicable): void;
  /** Replaces what was recorded of the kind if RECORD=1 is set; for `afterAll`. */
  keep(): void;
}

export function recorderOf(set: EndpointSet, kind: string): Recorder {
  // Taken at the start, in case something is committed while the tests run.
  const stamp = isRecording ? stampNow() : undefined;
  const steps: Partial<Record<StepName, RecordedCell>> = {};
  return {
    step(name, expected, observed) {
      steps[name] = recordedCell(expected, observed);
    },
    reason(row) {
      if (stamp !== undefined) write(set, { ...lifecycleRecord(set), [kind]: row });
    },
    keep() {
      if (stamp === undefined || Object.keys(steps).length === 0) return;
      write(set, { ...lifecycleRecord(set), [kind]: { ...stamp, steps } });
    },
  };
}

/** What a step did, next to what is expected of it. */
export function recordedCell(expected: Cell, runs: readonly Observed[]): RecordedCell {
  const wanted = expected.runs.map(({ tells: _, ...observed }) => observed);
  return { says: expected.says, met: isDeepStrictEqual(asJson(runs), asJson(wanted)), runs };
}

/** Compares what was measured with the expectations of today, and replaces the recorded texts. */
export function updateTexts(set: EndpointSet, matrix: Matrix): void {
  const recorded = lifecycleRecord(set);
  const updated = Object.entries(matrix).flatMap(([kind, row]): (readonly [string, LifecycleRecord[string]])[] => {
    if (isNotApplicable(row)) return [[kind, row]];
    const of = recorded[kind];
    return isRecorded(of) ? [[kind, { ...of, steps: withTexts(of.steps, row) }]] : [];
  });
  write(set, Object.fromEntries(updated));
}

function withTexts(steps: RecordedKind["steps"], row: Readonly<Record<StepName, Cell>>): RecordedKind["steps"] {
  return Object.fromEntries(
    Object.entries(steps).map(([step, { runs }]) => [step, recordedCell(row[step as StepName], runs)]),
  );
}

function write(set: EndpointSet, record: LifecycleRecord): void {
  writeRecord(lifecyclePath(set), record, 3);
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
