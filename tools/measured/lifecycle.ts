/** What the lifecycle tests measured: one JSON file per endpoint set, from which docs/lifecycle.md is generated. */
import type { EndpointSet } from "../../provider/platform/endpoint.js";
import type { Value } from "../../provider/schema/json.js";
import { readRecord, recordPath } from "./record-file.js";
import type { Stamp } from "./stamp.js";

export const stepNames = [
  "up",
  "preview without change",
  "refresh",
  "update",
  "remove",
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
  /** How many resources of the program the CLI counts per operation, or the code of the error. */
  readonly counts: string;
  /** Requests, each with its status: all of them for a refresh or a preview, otherwise those that change something. */
  readonly requests: readonly string[];
  /** What the platform holds afterwards of the value that the step changes. */
  readonly now?: Value;
  /** What happened to the resource that was replaced or destroyed. */
  readonly old?: "stays" | "gone";
}

/** One step of one kind. */
export interface RecordedCell {
  /** What the step does, in words. */
  readonly says: string;
  /** Whether every run did what the tests expect. */
  readonly met: boolean;
  readonly runs: readonly Observed[];
}

/** All steps of one kind, which run on one stack. */
export interface RecordedKind extends Stamp {
  readonly steps: Readonly<Partial<Record<StepName, RecordedCell>>>;
}

/** A kind that the endpoint set does not serve, with the reason. */
export interface NotApplicable {
  readonly notApplicable: string;
}

/** By kind. */
export type LifecycleRecord = Readonly<Record<string, RecordedKind | NotApplicable>>;

export function isRecorded(of: RecordedKind | NotApplicable | undefined): of is RecordedKind {
  return of !== undefined && "steps" in of;
}

export const lifecyclePath = (set: EndpointSet) => recordPath("engine", set);

/** What the last recorded runs with an endpoint set measured. */
export function lifecycleRecord(set: EndpointSet): LifecycleRecord {
  return readRecord(lifecyclePath(set)) ?? {};
}
