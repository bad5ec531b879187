import type { EndpointSet } from "../../provider/platform/endpoint.js";
import type { NotApplicable } from "../kinds/notApplicable.js";
import type { KindName } from "./kind-names.js";

export const stepNames = [
  "up",
  "preview without change",
  "refresh",
  "edit",
  "replace",
  "drift",
  "deleted outside",
  "adopt",
  "rename with alias",
  "destroy",
] as const;
export type StepName = (typeof stepNames)[number];

/** What one run of the CLI does. */
export interface Observed {
  readonly run: "preview" | "up" | "refresh" | "destroy";
  /** How many resources of the program, as the CLI counts them; or the code of the error. */
  readonly counts: string;
  /** Requests, each with its status: those that change something, and for a refresh or a preview all. */
  readonly requests: readonly string[];
  /** What the platform holds afterwards of the value that the step is about. */
  readonly now?: string;
  /** What became of the resource that another one took the place of, or that was destroyed. */
  readonly old?: "stays" | "gone";
}

export interface Outcome extends Observed {
  /** What the CLI tells the user. */
  readonly tells?: string;
}

/** The expected result of one step for one kind and set. */
export interface Cell {
  /** In words, for the page. */
  readonly says: string;
  /** What each run of the step does. */
  readonly runs: readonly Outcome[];
}

export type Row = Readonly<Record<StepName, Cell>>;
export type Matrix = Readonly<Record<KindName, Row | NotApplicable>>;

/** Rows that are written side by side because they share most of their cells. */
export type Rows = Readonly<Record<string, Row>>;
export type { EndpointSet };
