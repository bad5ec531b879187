import type { EndpointSet } from "../../provider/platform/endpoint.js";
import { type Observed, type StepName, stepNames } from "../../tools/measured/lifecycle.js";
import type { NotApplicable } from "../kinds/notApplicable.js";
import type { KindName } from "./kind-names.js";

export interface Outcome extends Observed {
  /** What the CLI's output contains. */
  readonly tells?: string;
}

/** The expected result of one step for one kind and set. */
export interface Cell {
  /** What the step does, in words, for the page. */
  readonly says: string;
  /** What each run of the step does. */
  readonly runs: readonly Outcome[];
}

export type Row = Readonly<Record<StepName, Cell>>;
export type Matrix = Readonly<Record<KindName, Row | NotApplicable>>;

/** Rows that are written side by side because they share most of their cells. */
export type Rows = Readonly<Record<string, Row>>;
export { type EndpointSet, type Observed, type StepName, stepNames };
