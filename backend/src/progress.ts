/** Computes how far a deployment is from its start time: there is no timer, and a restart loses nothing. */
import type { Kind } from "./resources/service.js";
import {
  type Action,
  cancelingSeconds,
  type DeploymentStatus,
  type FailureState,
  isFinal,
  mayFollow,
  progressions,
  type State,
  type TerraformAction,
  type Way,
} from "./states.js";

/** What a deployment brings to a service. */
export interface Change {
  /** The version of the deployment before; null if there was none. */
  readonly from: string | null;
  readonly to: string;
  /** Whether its configuration was updated since then. */
  readonly isEdited: boolean;
}

/** The part of one service in a deployment. */
export interface Task {
  readonly serviceId: string;
  readonly kind: Kind;
  readonly way: Way;
  /** Whether a cancellation without force lets it finish once it runs. */
  readonly lifecycle: boolean;
  readonly fails: FailureState | null;
  /** The state in which it fails, if there are several in which it could. */
  readonly failsDuring?: State | undefined;
  /** Why it fails, as a sentence. */
  readonly failureReason?: string | undefined;
  /** Omitted if it deploys nothing, and in deployments of earlier versions of the backend. */
  readonly change?: Change | undefined;
  /** Whether the service was never deployed before. */
  readonly first: boolean;
  /** Its deployment status before, if the task deploys nothing and so does not change it. */
  readonly keptStatus?: DeploymentStatus | undefined;
  /** What it does to the service instead of deploying it. */
  readonly terraformAction?: TerraformAction | undefined;
  /** Which of the deployment's stages it is in; the first one if omitted. */
  readonly stage?: number | undefined;
  /** After how many seconds its stage begins; at once if omitted. It is queued until then. */
  readonly from?: number | undefined;
  /** Whether it is not deployed at all, because something in an earlier stage fails. */
  readonly skipped?: boolean | undefined;
}

export interface Deployment {
  readonly id: string;
  readonly requestId: string;
  /** The deployment stages of its tasks, in their order. */
  readonly stages: readonly { readonly id: string; readonly name: string }[];
  readonly environmentId: string;
  readonly action: Action;
  readonly startedAt: string;
  /** The reading of the progress clock at the start. */
  readonly started: number;
  readonly triggeredBy: string;
  readonly tasks: readonly Task[];
  /** Whether the environment was never deployed before. */
  readonly first: boolean;
  /** The deployment status of the environment before, if nothing is deployed in it. */
  readonly keptStatus?: DeploymentStatus | undefined;
  /** After how many seconds the cancellation was requested. */
  cancel: { readonly after: number; readonly force: boolean } | null;
}

/** The states of a task with the second at which each ends, and its final state. */
export function passedStates(action: Action, task: Task): { passed: { state: State; until: number }[]; end: State } {
  const progression = progressions[action];
  const passed: { state: State; until: number }[] = [];
  let until = task.from ?? 0;
  const steps = progression.ways[task.way];
  if (task.skipped === true)
    return { passed: steps.slice(0, 1).map(({ state }) => ({ state, until })), end: "CANCELED" };
  for (const step of steps) {
    until += step.seconds;
    passed.push({ state: step.state, until });
    if (task.fails !== null && failsIn(step.state, task.fails, task)) return { passed, end: task.fails };
  }
  return { passed, end: progression.success };
}

function failsIn(state: State, failure: FailureState, { failsDuring = state }: Task): boolean {
  return mayFollow(state, failure) && state === failsDuring;
}

function undisturbed(action: Action, task: Task, elapsed: number): State {
  const { passed, end } = passedStates(action, task);
  return passed.find(({ until }) => elapsed < until)?.state ?? end;
}

/** After how many seconds of the deployment a task has ended, if nobody cancels it. */
export function endOf(action: Action, task: Task): number {
  return passedStates(action, task).passed.at(-1)?.until ?? 0;
}

/** Whether a cancellation does not affect a task: it had finished, or may finish. */
export function outlivesCancel({ action, cancel }: Deployment, task: Task): boolean {
  if (cancel === null) return true;
  const then = undisturbed(action, task, cancel.after);
  return !mayFollow(then, "CANCELING") || (task.lifecycle && then === "EXECUTING" && !cancel.force);
}

export function taskState(deployment: Deployment, task: Task, elapsed: number): State {
  const { action, cancel } = deployment;
  if (cancel === null || elapsed < cancel.after || outlivesCancel(deployment, task)) {
    return undisturbed(action, task, elapsed);
  }
  return elapsed < cancel.after + cancelingSeconds ? "CANCELING" : "CANCELED";
}

/** After how many seconds the whole deployment is finished. */
export function duration(deployment: Deployment): number {
  const { action, cancel, tasks } = deployment;
  const ends = tasks.filter((task) => outlivesCancel(deployment, task)).map((task) => endOf(action, task));
  return Math.max(0, cancel === null ? 0 : cancel.after + cancelingSeconds, ...ends);
}

/** Those of the first stage that has not ended; all of them once everything has. */
function underway<T extends { task: Task; state: State }>(all: readonly T[]): readonly T[] {
  const stages = all.flatMap(({ task: { stage = 0 }, state }) => (isFinal(state) ? [] : [stage]));
  return stages.length === 0 ? all : all.filter(({ task: { stage = 0 } }) => stage === Math.min(...stages));
}

const order: readonly State[] = [
  ...["DEPLOYMENT_QUEUED", "BUILDING", "DEPLOYING"],
  ...["STOP_QUEUED", "STOPPING", "RESTART_QUEUED", "RESTARTING"],
] as State[];

/** The state of the environment: that of its slowest service, then the worst result. */
export function deploymentState(deployment: Deployment, elapsed: number): State {
  const { action, cancel, tasks } = deployment;
  if (cancel !== null && elapsed >= cancel.after) return elapsed < duration(deployment) ? "CANCELING" : "CANCELED";
  const all = tasks.map((task) => ({ task, state: taskState(deployment, task, elapsed) }));
  const states = underway(all).map(({ state }) => state);
  if (states.some((state) => !isFinal(state))) {
    // The environment shows an executing service as deploying.
    return order.find((state) => states.includes(state)) ?? "DEPLOYING";
  }
  return (
    states.find((state) => state === "BUILD_ERROR") ??
    states.find((state) => state.endsWith("_ERROR")) ??
    progressions[action].success
  );
}

export function isRunning(deployment: Deployment | undefined, elapsed: number): boolean {
  return deployment !== undefined && !isFinal(deploymentState(deployment, elapsed));
}

/** NEVER_DEPLOYED until the first deployment is finished, UP_TO_DATE after a success without later updates. */
export function statusAfter(
  state: State,
  { first, keptStatus: preservedStatus }: Pick<Task, "first" | "keptStatus">,
  editedSince: boolean,
): DeploymentStatus {
  if (preservedStatus !== undefined)
    return preservedStatus === "UP_TO_DATE" && editedSince ? "OUT_OF_DATE" : preservedStatus;
  if (!isFinal(state)) return first ? "NEVER_DEPLOYED" : "OUT_OF_DATE";
  const success = Object.values(progressions).some((progression) => progression.success === state);
  return success && !editedSince ? "UP_TO_DATE" : "OUT_OF_DATE";
}
