/** Where the steps of a service are on the axis of its deployment. */
import type { DeploymentTask, TimelineStep } from "../../../src/dashboard/contract.js";

export interface Bar {
  readonly state: TimelineStep["state"];
  readonly phase: TimelineStep["phase"];
  readonly from: number;
  readonly until: number;
  /** Whether the service failed in it. */
  readonly isFailed: boolean;
}

/** The states that take time; the one that a service ends in takes none. */
export function barsOf({ steps, failure }: DeploymentTask, elapsed: number): Bar[] {
  return steps.flatMap(({ state, phase, from, until }, index) => {
    const next = steps[index + 1];
    if (next === undefined && phase !== "current") return [];
    const isFailed = phase === "passed" && failure?.during === state;
    return [{ state, phase, from, until: Math.max(until ?? next?.from ?? elapsed, from), isFailed }];
  });
}

/** Part of the width, in percent. */
export function percent(seconds: number, total: number): string {
  return `${total === 0 ? 0 : Math.min(100, Math.max(0, (seconds / total) * 100))}%`;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Round seconds along the axis, before its end. */
export function ticksOf(total: number, most: number): number[] {
  const step = steps.find((each) => total / each <= most) ?? Math.ceil(total / most);
  return Array.from({ length: Math.max(1, Math.ceil(total / step)) }, (_, index) => index * step);
}
