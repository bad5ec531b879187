/** The state machine as data: the states, the transitions between them, and how long each state lasts. */

export const deploymentStates = [
  "BUILDING",
  "BUILD_ERROR",
  "CANCELED",
  "CANCELING",
  "DELETED",
  "DELETE_ERROR",
  "DELETE_QUEUED",
  "DELETING",
  "DEPLOYED",
  "DEPLOYING",
  "DEPLOYMENT_ERROR",
  "DEPLOYMENT_QUEUED",
  "EXECUTING",
  "QUEUED",
  "READY",
  "RECAP",
  "RESTARTED",
  "RESTARTING",
  "RESTART_ERROR",
  "RESTART_QUEUED",
  "STOPPED",
  "STOPPING",
  "STOP_ERROR",
  "STOP_QUEUED",
  "WAITING_DELETING",
  "WAITING_RESTARTING",
  "WAITING_RUNNING",
  "WAITING_STOPPING",
] as const;
export type State = (typeof deploymentStates)[number];

export const deploymentStatuses = ["NEVER_DEPLOYED", "UP_TO_DATE", "OUT_OF_DATE"] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** What the status of a service says about its last operation. */
export const statusActions = ["DEPLOY", "DELETE", "RESTART", "STOP", "UNKNOWN"] as const;
export const statusResults = [
  "QUEUED",
  "ONGOING",
  "SUCCESS",
  "ERROR",
  "EXECUTING",
  "CANCELED",
  "CANCELING",
  "NEVER",
] as const;
export type StatusResult = (typeof statusResults)[number];

/** What a deployment can do to a service instead of deploying it, if its kind has actions. */
export const terraformActions = ["PLAN", "FORCE_UNLOCK", "MIGRATE_STATE"] as const;
export type TerraformAction = (typeof terraformActions)[number];
export const terraformSubActions = [
  "NONE",
  "TERRAFORM_PLAN_ONLY",
  "TERRAFORM_PLAN_AND_APPLY",
  "TERRAFORM_DESTROY",
  "TERRAFORM_FORCE_UNLOCK_STATE",
  "TERRAFORM_MIGRATE_STATE",
] as const;
export type TerraformSubAction = (typeof terraformSubActions)[number];

/** The steps that the status of a service measures. */
export const serviceSteps = [
  "GIT_CLONE",
  "BUILD_QUEUEING",
  "BUILD",
  "MIRROR_IMAGE",
  "REGISTRY_CREATE_REPOSITORY",
  "DEPLOYMENT_QUEUEING",
  "DEPLOYMENT",
  "ROUTER_DEPLOYMENT",
  "EXECUTING",
] as const;
export type ServiceStep = (typeof serviceSteps)[number];

export function isFinal(state: State): boolean {
  return (
    ["READY", "DEPLOYED", "DELETED", "STOPPED", "CANCELED", "RESTARTED"].includes(state) || state.endsWith("_ERROR")
  );
}

/** The transitions while an operation runs; a new operation may start from any final state. */
export const edges = {
  // Canceled before it begins, if an earlier stage has failed.
  DEPLOYMENT_QUEUED: ["BUILDING", "DEPLOYING", "CANCELING", "CANCELED"],
  BUILDING: ["DEPLOYING", "BUILD_ERROR", "CANCELING"],
  DEPLOYING: ["EXECUTING", "DEPLOYED", "DEPLOYMENT_ERROR", "CANCELING"],
  EXECUTING: ["DEPLOYED", "DEPLOYMENT_ERROR", "CANCELING"],
  CANCELING: ["CANCELED"],
  STOP_QUEUED: ["STOPPING", "CANCELING", "CANCELED"],
  STOPPING: ["STOPPED", "STOP_ERROR", "CANCELING"],
  RESTART_QUEUED: ["RESTARTING", "CANCELING", "CANCELED"],
  RESTARTING: ["RESTARTED", "RESTART_ERROR", "CANCELING"],
  DELETE_QUEUED: ["DELETING"],
  // A deleted service is gone: no state follows.
  DELETING: [],
} as const satisfies Partial<Record<State, readonly State[]>>;

export function mayFollow(state: State, next: State): boolean {
  const following: Partial<Record<State, readonly State[]>> = edges;
  return following[state]?.includes(next) ?? false;
}

/** A transient state, and how many seconds it lasts at speed 1. */
export interface Step {
  readonly state: keyof typeof edges;
  readonly seconds: number;
}

export const actions = ["deploy", "stop", "restart"] as const;
export type Action = (typeof actions)[number];
/** Which steps a service takes: a build comes before its deployment, a run after it. */
export type Way = "plain" | "built" | "run" | "built and run";

const queued: Step = { state: "DEPLOYMENT_QUEUED", seconds: 1 };
const building: Step = { state: "BUILDING", seconds: 4 };
const deploying: Step = { state: "DEPLOYING", seconds: 3 };
const executing: Step = { state: "EXECUTING", seconds: 3 };

const stopping: readonly Step[] = [
  { state: "STOP_QUEUED", seconds: 1 },
  { state: "STOPPING", seconds: 2 },
];
/** Between its runs, nothing of a service that runs to completion has to be stopped. */
const notRunning: readonly Step[] = [{ state: "STOP_QUEUED", seconds: 0 }];
const restarting: readonly Step[] = [
  { state: "RESTART_QUEUED", seconds: 1 },
  { state: "RESTARTING", seconds: 2 },
];

export const progressions: Record<Action, { ways: Record<Way, readonly Step[]>; success: State }> = {
  deploy: {
    ways: {
      plain: [queued, deploying],
      built: [queued, building, deploying],
      run: [queued, deploying, executing],
      "built and run": [queued, building, deploying, executing],
    },
    success: "DEPLOYED",
  },
  stop: {
    ways: { plain: stopping, built: stopping, run: notRunning, "built and run": notRunning },
    success: "STOPPED",
  },
  restart: {
    ways: { plain: restarting, built: restarting, run: restarting, "built and run": restarting },
    success: "RESTARTED",
  },
};

export const cancelingSeconds = 2;
/** How long a deleted service still exists: queued, then deleting. */
export const deletion: readonly Step[] = [
  { state: "DELETE_QUEUED", seconds: 1 },
  { state: "DELETING", seconds: 2 },
];
export const deletionSeconds = deletion.reduce((sum, step) => sum + step.seconds, 0);
/** How long an environment still exists as DELETED, after everything in it is gone. */
export const deletedSeconds = 1;

/** The state of something that is being deleted. */
export function stateOfDeletion(elapsed: number): "DELETE_QUEUED" | "DELETING" | "DELETED" {
  const [queued] = deletion;
  if (queued !== undefined && elapsed < queued.seconds) return "DELETE_QUEUED";
  return elapsed < deletionSeconds ? "DELETING" : "DELETED";
}

export const failureStates = ["BUILD_ERROR", "DEPLOYMENT_ERROR", "STOP_ERROR", "RESTART_ERROR"] as const;
export type FailureState = (typeof failureStates)[number];

/** The states during which a deployment can fail with DEPLOYMENT_ERROR; only a service that runs to completion has the second one. */
export const failingStates = ["DEPLOYING", "EXECUTING"] as const;
export type FailingState = (typeof failingStates)[number];

export function canFailIn(action: Action, failure: FailureState): boolean {
  const steps = Object.values(progressions[action].ways).flat();
  return steps.some(({ state }) => mayFollow(state, failure));
}
