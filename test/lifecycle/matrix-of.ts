import { kindNames, records } from "../kinds/index.js";
import type { EndpointSet, Matrix } from "./outcome.js";

/** What each step means for each kind with one set of endpoints. */
export function matrixOf(set: EndpointSet): Matrix {
  return Object.fromEntries(kindNames.map((kind) => [kind, records[kind].lifecycle.expected[set]])) as Matrix;
}
