/** Computes how far the last operation of a cluster is from its start time, as `progress.ts` does for services. */
import { type DeploymentStatus, deletedSeconds, deploymentStates, type State } from "./states.js";

export const clusterStates = [
  ...deploymentStates.filter((state) => !["EXECUTING", "RECAP"].includes(state) && !state.startsWith("WAITING_")),
  "DRY_RUN",
  "INVALID_CREDENTIALS",
] as const;
export type ClusterState =
  | Exclude<State, "EXECUTING" | "RECAP" | `WAITING_${string}`>
  | "DRY_RUN"
  | "INVALID_CREDENTIALS";

export const clusterFailureStates = ["DEPLOYMENT_ERROR", "INVALID_CREDENTIALS", "STOP_ERROR", "DELETE_ERROR"] as const;
export type ClusterFailureState = (typeof clusterFailureStates)[number];

export const clusterActions = ["deploy", "stop", "delete"] as const;
export type ClusterAction = (typeof clusterActions)[number];

/** An operation on a cluster. */
export interface ClusterRun {
  readonly id: string;
  readonly action: ClusterAction;
  readonly startedAt: string;
  /** The reading of the progress clock at the start. */
  readonly started: number;
  readonly fails: ClusterFailureState | null;
  /** Why it fails, as a sentence. */
  readonly reason: string | null;
  /** Whether the cluster had been deployed before. */
  readonly deployedBefore: boolean;
}

/** What is stored about the operations of a cluster. The clusters of the initial content count as deployed by somebody else. */
export interface ClusterHistory {
  readonly updatedAt: string | null;
  /** How often it was changed; earlier versions of the backend did not count. */
  readonly revision?: number | undefined;
  /** The revision that was deployed last; null if none was. */
  readonly deployedRevision?: number | null | undefined;
  readonly lastRun?: ClusterRun | undefined;
  /** The reading of the progress clock at the start of the last dry run. */
  readonly dryRunSince?: number | undefined;
}

/** A transient state, and how many seconds it lasts at speed 1. */
interface Step {
  readonly state: ClusterState;
  readonly seconds: number;
}

interface Progression {
  readonly steps: readonly [Step, Step];
  readonly success: ClusterState;
  readonly failures: readonly ClusterFailureState[];
}

const queued: Step = { state: "DEPLOYMENT_QUEUED", seconds: 2 };

/** A real cluster takes half an hour. */
const progressions: Readonly<Record<ClusterAction, Progression>> = {
  deploy: {
    steps: [queued, { state: "DEPLOYING", seconds: 58 }],
    success: "DEPLOYED",
    failures: ["DEPLOYMENT_ERROR", "INVALID_CREDENTIALS"],
  },
  stop: {
    steps: [
      { state: "STOP_QUEUED", seconds: 2 },
      { state: "STOPPING", seconds: 18 },
    ],
    success: "STOPPED",
    failures: ["STOP_ERROR"],
  },
  delete: {
    steps: [
      { state: "DELETE_QUEUED", seconds: 2 },
      { state: "DELETING", seconds: 18 },
    ],
    success: "DELETED",
    failures: ["DELETE_ERROR"],
  },
};

const dryRunSteps: readonly Step[] = [queued, { state: "DRY_RUN", seconds: 8 }];

export function canClusterFailIn(action: ClusterAction, failure: string): failure is ClusterFailureState {
  return progressions[action].failures.some((state) => state === failure);
}

const secondsOf = (steps: readonly Step[]) => steps.reduce((sum, { seconds }) => sum + seconds, 0);

/** The state during steps; undefined after them. */
function during(steps: readonly Step[], elapsed: number): ClusterState | undefined {
  let until = 0;
  return steps.find(({ seconds }) => {
    until += seconds;
    return elapsed < until;
  })?.state;
}

/** Wrong credentials show before anything begins. */
function stepsOf({ action, fails }: ClusterRun): readonly Step[] {
  const { steps } = progressions[action];
  return fails === "INVALID_CREDENTIALS" ? steps.slice(0, 1) : steps;
}

function stateOfRun(run: ClusterRun, elapsed: number): ClusterState {
  return during(stepsOf(run), elapsed) ?? run.fails ?? progressions[run.action].success;
}

/** Seconds of progress since a reading. */
type Elapsed = (since: number) => number;

function isDeployedFirst({ deployedRevision }: Pick<ClusterHistory, "deployedRevision">): boolean {
  return deployedRevision === undefined;
}

export function clusterState({ lastRun, dryRunSince, ...history }: ClusterHistory, elapsed: Elapsed): ClusterState {
  const rehearsed = dryRunSince === undefined ? undefined : during(dryRunSteps, elapsed(dryRunSince));
  if (rehearsed !== undefined) return rehearsed;
  if (lastRun !== undefined) return stateOfRun(lastRun, elapsed(lastRun.started));
  return isDeployedFirst(history) ? "DEPLOYED" : "READY";
}

function isRunning(run: ClusterRun, elapsed: Elapsed): boolean {
  return during(stepsOf(run), elapsed(run.started)) !== undefined;
}

/** Why the last operation has failed; null if it has not. */
export function failureReason({ lastRun }: ClusterHistory, elapsed: Elapsed): string | null {
  return lastRun === undefined || isRunning(lastRun, elapsed) ? null : lastRun.reason;
}

/** Whether an operation is in progress. */
export function isClusterBusy({ lastRun, dryRunSince }: ClusterHistory, elapsed: Elapsed): boolean {
  if (lastRun !== undefined && isRunning(lastRun, elapsed)) return true;
  return dryRunSince !== undefined && during(dryRunSteps, elapsed(dryRunSince)) !== undefined;
}

export function revisionOf({ revision, updatedAt }: ClusterHistory): number {
  return revision ?? (updatedAt === null ? 0 : 1);
}

/** Whether a deployment has succeeded. */
export function isClusterDeployed(history: ClusterHistory, elapsed: Elapsed): boolean {
  const { lastRun } = history;
  if (lastRun === undefined) return isDeployedFirst(history);
  return lastRun.deployedBefore || stateOfRun(lastRun, elapsed(lastRun.started)) === "DEPLOYED";
}

/** Whether services can run on it: not before its first deployment, and not once it is stopped. */
export function runsServices(history: ClusterHistory, elapsed: Elapsed): boolean {
  const { lastRun } = history;
  const isStopped = lastRun?.action === "stop" && lastRun.fails === null;
  return isClusterDeployed(history, elapsed) && !isStopped;
}

/** Whether it is being deleted, or was. A deletion that has failed is over. */
export function isClusterLeaving({ lastRun }: ClusterHistory, elapsed: Elapsed): boolean {
  return lastRun?.action === "delete" && (lastRun.fails === null || isRunning(lastRun, elapsed));
}

export function clusterDeploymentStatus(history: ClusterHistory, elapsed: Elapsed): DeploymentStatus {
  const { lastRun, deployedRevision = 0 } = history;
  if (deployedRevision === null) return "NEVER_DEPLOYED";
  if (lastRun !== undefined && isRunning(lastRun, elapsed))
    return lastRun.deployedBefore ? "OUT_OF_DATE" : "NEVER_DEPLOYED";
  return revisionOf(history) > deployedRevision || (lastRun?.fails ?? null) !== null ? "OUT_OF_DATE" : "UP_TO_DATE";
}

/** When the last operations started on the progress clock, and how long they take. */
export function startsOf({ lastRun, dryRunSince }: ClusterHistory): { started: number; seconds: number }[] {
  return [
    ...(lastRun === undefined
      ? []
      : [{ started: lastRun.started, seconds: secondsOf(stepsOf(lastRun)) + deletedSeconds }]),
    ...(dryRunSince === undefined ? [] : [{ started: dryRunSince, seconds: secondsOf(dryRunSteps) }]),
  ];
}

/** Whether its deletion is complete. */
export function isClusterGone({ lastRun }: ClusterHistory, elapsed: Elapsed): boolean {
  if (lastRun?.action !== "delete" || lastRun.fails !== null) return false;
  return elapsed(lastRun.started) >= secondsOf(stepsOf(lastRun)) + deletedSeconds;
}
