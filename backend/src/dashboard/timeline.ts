/** The states that a service passes through in a deployment, with their times. */
import { type Deployment, outlivesCancel, passedStates, type Task, taskState } from "../progress.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import { cancelingSeconds, type State } from "../states.js";
import { shownChange } from "./changes.js";
import type { DeploymentTask, TimelineStep } from "./contract.js";

/** A state, in seconds from the start of the deployment; the last one has no end. */
interface Span {
  readonly state: State;
  readonly from: number;
  readonly until: number | null;
}

function spansOf(deployment: Deployment, task: Task): Span[] {
  const { passed, end } = passedStates(deployment.action, task);
  const spans: Span[] = passed.map(({ state, until }, index) => ({
    state,
    from: passed[index - 1]?.until ?? 0,
    until,
  }));
  const { cancel } = deployment;
  const last = passed.at(-1)?.until ?? 0;
  if (cancel === null || outlivesCancel(deployment, task)) return [...spans, { state: end, from: last, until: null }];
  const canceled = cancel.after + cancelingSeconds;
  return [
    ...spans
      .filter(({ from }) => from < cancel.after)
      .map((span) => ({ ...span, until: Math.min(span.until ?? 0, cancel.after) })),
    { state: "CANCELING", from: cancel.after, until: canceled },
    { state: "CANCELED", from: canceled, until: null },
  ];
}

function stepOf({ state, from, until }: Span, elapsed: number): TimelineStep {
  if (elapsed < from) return { state, from, until, phase: "future" };
  if (until === null) return { state, from, until, phase: "end" };
  return elapsed < until ? { state, from, until: null, phase: "current" } : { state, from, until, phase: "passed" };
}

export function timelineOf(deployment: Deployment, task: Task, elapsed: number): TimelineStep[] {
  return spansOf(deployment, task).map((span) => stepOf(span, elapsed));
}

/** Why a service has failed in a deployment, once it has. */
export function failureIn(deployment: Deployment, serviceId: string, elapsed: number): DeploymentTask["failure"] {
  const task = deployment.tasks.find((each) => each.serviceId === serviceId);
  return task === undefined ? null : failureOf(task, timelineOf(deployment, task, elapsed));
}

function failureOf({ fails, failureReason }: Task, steps: readonly TimelineStep[]): DeploymentTask["failure"] {
  const end = steps.at(-1);
  const before = steps.at(-2);
  if (fails === null || end?.phase !== "end" || end.state !== fails || before === undefined) return null;
  const reason = failureReason ?? "A tag, a commit or a failure rule made it fail.";
  return { state: fails, during: before.state, reason: withoutCredentials(reason) };
}

export function deploymentTask(
  deployment: Deployment,
  task: Task,
  elapsed: number,
  name: string | null,
): Omit<DeploymentTask, "stage" | "changes"> {
  const steps = timelineOf(deployment, task, elapsed);
  return {
    serviceId: task.serviceId,
    kind: task.kind,
    name,
    state: taskState(deployment, task, elapsed),
    steps,
    change: shownChange(task.change),
    failure: failureOf(task, steps),
  };
}
