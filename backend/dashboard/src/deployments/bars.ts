/** Where the steps of a service are on the axis of its deployment. */
import type { DeploymentTask, TimelineStep } from "../../../src/dashboard/contract.js";

export interface Bar {
  readonly state: TimelineStep["state"];
  readonly phase: TimelineStep["phase"];
  readonly from: number;
  readonly until: number;
}

/** The states that take time; the one that a service ends in takes none. */
export function barsOf({ steps }: DeploymentTask, elapsed: number): Bar[] {
  const lasting = steps.filter(({ phase }) => phase !== "end");
  return lasting.map(({ state, phase, from, until }, index) => {
    const end = until ?? lasting[index + 1]?.from ?? steps[steps.indexOf(lasting[index] as TimelineStep) + 1]?.from;
    return { state, phase, from, until: Math.max(end ?? elapsed, from) };
  });
}

/** Part of the width, in percent. */
export function percent(seconds: number, total: number): string {
  return `${total === 0 ? 0 : Math.min(100, Math.max(0, (seconds / total) * 100))}%`;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
const mostTicks = 8;

/** Round seconds along the axis. */
export function ticksOf(total: number): number[] {
  const step = steps.find((each) => total / each <= mostTicks) ?? Math.ceil(total / mostTicks);
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => index * step);
}
