import { isNotApplicable, type Kind, kindNames, type NotApplicable, records } from "../../kinds/index.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import type { AnyRecord } from "../../kinds/testRecord.js";
import { outcomeFor } from "../expectations/cells.js";
import { type EndpointSet, type Matrix, type Row, stepNames } from "./outcome.js";

/** What each step means for each kind with one set of endpoints. */
export function matrixOf(set: EndpointSet): Matrix {
  return Object.fromEntries(kindNames.map((kind) => [kind, rowOf(kind, set)])) as Matrix;
}

function rowOf(kind: Kind, set: EndpointSet): Row | NotApplicable {
  // A new kind's class is generated before its record is written.
  const known: Partial<Record<Kind, AnyRecord>> = records;
  const lifecycle = known[kind]?.lifecycle;
  if (lifecycle === undefined) return { notApplicable: `${kind} has no record in test/kinds.` };
  const row = lifecycle.expected[set];
  if (isNotApplicable(row)) return row;
  const runs = stepNames.map((step) => [step, row[step].map((run) => outcomeFor(run, lifecycle, seededIds))]);
  return Object.fromEntries(runs);
}
