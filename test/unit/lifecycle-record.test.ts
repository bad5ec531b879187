import { beforeAll, describe, expect, test } from "vitest";
import { definitions } from "../../provider/resources/index.js";
import { isRecorded, lifecycleRecord, type RecordedKind } from "../../tools/measured/lifecycle.js";
import type { KindName } from "../engine/kind-names.js";
import { matrixOf } from "../engine/matrix-of.js";
import { recordedCell, updateTexts } from "../engine/measured.js";
import { type EndpointSet, type Matrix, type Row, stepNames } from "../engine/outcome.js";
import { isNotApplicable } from "../kinds/notApplicable.js";

// docs/lifecycle.md is generated from the record alone, so the record must match what the matrix expects today.
// RECORD=texts compares the recorded runs again and replaces the recorded texts, without running the CLI.
// Not in test/engine, where a full run writes the record while other tests run.

const matrices: readonly (readonly [EndpointSet, Matrix])[] = [
  ["documented", matrixOf("documented")],
  ["extended", matrixOf("extended")],
];

describe.each(matrices)("the record of the %s endpoints", (set, matrix) => {
  beforeAll(() => {
    if (process.env.RECORD === "texts") updateTexts(set, matrix);
  });

  test.each(definitions.map(({ kind }) => kind as KindName))("shows %s as it is expected today", (kind) => {
    const row = matrix[kind];
    const recorded = lifecycleRecord(set)[kind];
    if (isNotApplicable(row)) {
      expect(recorded, "RECORD=texts npx vitest run test/unit/lifecycle-record.test.ts records the reason").toEqual(
        row,
      );
      return;
    }
    const run = `FULL=1 RECORD=1 npx vitest run test/engine/${set}.test.ts -t "^${kind} "`;
    const steps = isRecorded(recorded) ? recorded.steps : {};
    expect(steps, `${kind} is not recorded completely; run ${run}`).toMatchObject(
      Object.fromEntries(stepNames.map((step) => [step, expect.anything()])),
    );
    const update = "RECORD=texts npx vitest run test/unit/lifecycle-record.test.ts";
    expect(
      steps,
      `The expectations of ${kind} have changed; if only the texts have, run ${update}, otherwise ${run}`,
    ).toEqual(today(recorded as RecordedKind, row));
  });

  test("has no other kinds", () => {
    const kinds = definitions.map(({ kind }) => kind);
    expect(Object.keys(lifecycleRecord(set)).filter((kind) => !kinds.includes(kind))).toEqual([]);
  });
});

/** The steps with the texts of today, and the recorded runs compared with the expectations of today. */
function today({ steps }: RecordedKind, row: Row): RecordedKind["steps"] {
  return Object.fromEntries(stepNames.map((step) => [step, recordedCell(row[step], steps[step]?.runs ?? [])]));
}
