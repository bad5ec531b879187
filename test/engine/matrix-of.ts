import { type Kind, kindNames, records } from "../kinds/index.js";
import type { NotApplicable } from "../kinds/notApplicable.js";
import type { AnyRecord } from "../kinds/testRecord.js";
import type { EndpointSet, Matrix, Row } from "./outcome.js";

/** What each step means for each kind with one set of endpoints. */
export function matrixOf(set: EndpointSet): Matrix {
  return Object.fromEntries(kindNames.map((kind) => [kind, rowOf(kind, set)])) as Matrix;
}

function rowOf(kind: Kind, set: EndpointSet): Row | NotApplicable {
  // A new kind's class is generated before its record is written.
  const known: Partial<Record<Kind, AnyRecord>> = records;
  return known[kind]?.lifecycle.expected[set] ?? { notApplicable: `${kind} has no record in test/kinds.` };
}
