/** Where the steps of a service are on the axis of its deployment. */
import type { DeploymentTask, TimelineStep } from "../../../src/dashboard/contract.js";
import { sentence } from "../parts/text.js";

/** What became of a step: its color. */
type Outcome = "done" | "failed" | "canceled" | "running" | "planned";

export interface Bar {
  readonly state: TimelineStep["state"];
  readonly outcome: Outcome;
  readonly from: number;
  readonly until: number;
}

function outcomeOf({ steps, failure }: DeploymentTask, index: number): Outcome {
  const { state, phase } = steps[index] as TimelineStep;
  if (phase === "current") return "running";
  if (phase === "future") return "planned";
  if (failure?.during === state) return "failed";
  return state === "CANCELING" || steps[index + 1]?.state.startsWith("CANCEL") ? "canceled" : "done";
}

/** The states that take time; the one that a service ends in takes none. */
export function barsOf(task: DeploymentTask, elapsed: number): Bar[] {
  return task.steps.flatMap(({ state, phase, from, until }, index) => {
    const next = task.steps[index + 1];
    if (next === undefined && phase !== "current") return [];
    const end = Math.max(until ?? next?.from ?? elapsed, from);
    return [{ state, outcome: outcomeOf(task, index), from, until: end }];
  });
}

/** A state as a word that fits into a bar: `Queued` for DEPLOYMENT_QUEUED. */
export const wordOf = (state: TimelineStep["state"]) => sentence(state.split("_").at(-1) ?? state);

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
