import type { NotApplicable } from "../../kinds/notApplicable.js";
import type { EndpointSet, Value } from "../../support/provider.js";
import type { KindName } from "./kind-names.js";

export const stepNames = [
  ...["up", "preview without change", "refresh", "update", "remove", "replace", "drift", "deleted outside"],
  ...["adopt", "rename with alias", "destroy"],
] as const;
export type StepName = (typeof stepNames)[number];

/** What one run of the CLI does. */
export interface Observed {
  readonly run: "preview" | "up" | "refresh" | "destroy";
  /** How many resources of the program the CLI counts per operation, or the code of the error. */
  readonly counts: string;
  /** Requests, each with its status: all of them for a refresh or a preview, otherwise those that change something. */
  readonly requests: readonly string[];
  /** What the platform holds afterwards of the value that the step changes. */
  readonly now?: Value;
  /** What happened to the resource that was replaced or destroyed. */
  readonly old?: "stays" | "gone";
}

export interface Outcome extends Observed {
  /** What the CLI's output contains. */
  readonly tells?: string;
}

/** What each run of a step does, for one kind and set. */
export type Row = Readonly<Record<StepName, readonly Outcome[]>>;
export type Matrix = Readonly<Record<KindName, Row | NotApplicable>>;

/** Rows that are written next to each other because they share most of their cells. */
export type Rows = Readonly<Record<string, Row>>;
export type { EndpointSet };
