/** Errors of what deploys or stops services and clusters. */
import {
  type AppPlatformError,
  coded,
  codedFailure,
  detailOf,
  type FailedRequest,
} from "../errors/appPlatformError.js";

/** What is done with an environment or a cluster. */
export type Action = "deploy" | "stop";

const nounOf = { deploy: "deployment", stop: "stop" } as const;
const doingOf = { deploy: "deploying", stop: "stopping" } as const;

/** The trigger selects no service, or the environment has none. Nothing was deployed. */
export class EmptySelectionError extends coded("AP2004", (subject: string) => ({
  what: `${subject} selects no service to deploy.`,
  todo: "select at least one service: in `services`, or by ID in `applications`, `databases`, `containers`, `jobs`, `helms` or `terraforms`.",
})) {}

/** Another deployment of the environment was still running when the time was up. */
export class DeploymentBusyError extends coded("AP5001", (subject: string, seconds: number) => ({
  what: `${subject}: another deployment of the environment is still running after ${seconds} s.`,
  todo: [
    "wait until it has ended, then run `pulumi up` again",
    "raise `timeoutSeconds`",
    "cancel it in the platform's console",
  ],
})) {}

/**
 * A service that may never have been deployed is selected without the version that its first deployment needs.
 *
 * @param services The services that are selected without a commit.
 * @param withheld The services whose versions were not sent, each with the names of these.
 */
export class FirstDeploymentError extends codedFailure(
  "AP5002",
  (failure: FailedRequest, services: readonly string[], withheld: readonly string[] = []) => {
    const commits = `the first deployment of a service built from git needs its commit (selected without one: ${services.join(", ")}): services: [{ service: app, gitCommitId: "..." }].`;
    const versions = `if one of these services was never deployed, set its version once; it wasn't sent because the program ignores its changes or hasn't changed it: ${withheld.join(", ")}. For example: services: [{ service: web, imageTag: "..." }].`;
    return {
      why: `the platform rejects the selection (${failure.status}).`,
      todo: [...(services.length > 0 ? [commits] : []), ...(withheld.length > 0 ? [versions] : [])],
      facts: { services },
    };
  },
) {}

interface FailedDeployment {
  readonly action?: Action;
  /** The failed services with their versions, if some were deployed with others than the program's. */
  readonly versions?: readonly string[] | undefined;
}

/**
 * @param state CANCELED if nothing failed.
 * @param services The failed services with their states.
 */
export class DeploymentFailedError extends coded(
  "AP5004",
  (
    subject: string,
    state: string,
    services: readonly string[],
    { action = "deploy", versions }: FailedDeployment = {},
  ) => {
    const isCanceled = state === "CANCELED";
    const noun = nounOf[action];
    const again = action === "deploy" ? "deploys again" : "stops them again";
    const correct = `read the log of the services named above in the platform's console, correct the cause, and run \`pulumi up\` again, which ${again}.`;
    return {
      what: isCanceled
        ? `${subject}: the ${noun} was canceled before it had ended.`
        : `${subject}: the ${noun} ended in ${state}.`,
      details: versions ?? services,
      todo: isCanceled
        ? `find out in the platform's console who canceled it, then run \`pulumi up\` again, which ${again}.`
        : versions === undefined
          ? correct
          : ["to deploy the version that your program sets, run `pulumi up --refresh`", correct],
      facts: { services, isCanceled },
    };
  },
) {}

interface Unfinished {
  readonly action?: Action;
  readonly environmentId: string;
  /** How long the update waited; nothing if the state could no longer be read before the time was up. */
  readonly seconds: number | undefined;
  readonly state: string;
  /** The unfinished services with their states. */
  readonly services: readonly string[];
  /** Why the state could no longer be read. */
  readonly failure: AppPlatformError | undefined;
}

/** The deployment or the stop didn't end in time, or its state can no longer be read. */
export class DeploymentUnfinishedError extends coded(
  "AP5005",
  (subject: string, { action = "deploy", environmentId, seconds, state, services, failure }: Unfinished) => {
    const noun = nounOf[action];
    const time = seconds === undefined ? "" : ` within ${seconds} s`;
    const why =
      failure === undefined
        ? `it hasn't ended after ${seconds} s; its state is ${state}`
        : `its status couldn't be read${time}; its last known state is ${state}`;
    return {
      what: `${subject}: can't confirm that the ${noun} succeeded: ${why}. It continues on the platform.`,
      details: failure === undefined ? services : [detailOf(failure)],
      todo: [
        `run \`pulumi up\` again: if the ${noun} is still running, that waits for it instead of ${doingOf[action]} again`,
        `follow it with \`npx app-platform logs ${environmentId} --follow\``,
        ...(seconds === undefined ? [] : ["raise `timeoutSeconds`"]),
      ],
    };
  },
) {}

const doneOf = { deploy: "deployed", stop: "stopped" } as const;
const againOf = { deploy: "deploys again", stop: "stops it again" } as const;

export class ClusterNotDeployedError extends coded(
  "AP5008",
  (subject: string, state: string, action: Action = "deploy") => ({
    what: `${subject}: the ${nounOf[action]} of the cluster ended in ${state}.`,
    todo:
      state === "INVALID_CREDENTIALS"
        ? "correct the cloud provider's credentials, then run `pulumi up` again, which deploys again."
        : `check the cluster in the platform's console, correct the cause, and run \`pulumi up\` again, which ${againOf[action]}.`,
  }),
) {}

interface UnfinishedCluster {
  readonly action?: Action;
  /** How long the update waited; nothing if something else ended the wait. */
  readonly seconds: number | undefined;
  readonly state: string;
  /** Whether the update requested the deployment. Otherwise, it waited for another one. */
  readonly isOwn: boolean;
  /** Why the state could no longer be read. */
  readonly failure: AppPlatformError | undefined;
}

export class ClusterUnfinishedError extends coded(
  "AP5009",
  (subject: string, { action = "deploy", seconds, state, isOwn, failure }: UnfinishedCluster) => {
    const time = seconds === undefined ? "" : ` after ${seconds} s`;
    return {
      what: isOwn
        ? `${subject}: the ${nounOf[action]} of the cluster hasn't ended${time}; its last known state is ${state}. It continues on the platform.`
        : `${subject}: another operation of the cluster is still running${time}, so it wasn't ${doneOf[action]}.`,
      details: failure === undefined ? [] : [detailOf(failure)],
      todo: [
        isOwn
          ? `run \`pulumi up\` again: if the ${nounOf[action]} is still running, that waits for it instead of ${action === "deploy" ? "deploying" : "stopping it"} again`
          : "wait until it has ended, then run `pulumi up` again",
        ...(seconds === undefined ? [] : ["raise `timeoutSeconds` of the cluster"]),
      ],
    };
  },
) {}

/** A deployment of the whole environment would omit a service that was never deployed. Nothing was sent. */
export class NeverDeployedError extends coded("AP5006", (subject: string, services: readonly string[]) => ({
  what: `${subject} can't deploy the whole environment: the first deployment of a service built from git needs its commit.`,
  details: services,
  todo: [
    'deploy these services once with a DeploymentTrigger that sets their commits: services: [{ service: app, gitCommitId: "..." }]',
    "deploy them in the platform's console",
    'set `waitFor: "requested"`, which deploys the others and warns',
  ],
})) {}

/**
 * A later deployment of the same services replaced the trigger's, and failed.
 *
 * @param by The trigger of the same run that requested the later one, if any.
 */
export class DeploymentReplacedError extends coded(
  "AP5007",
  (subject: string, services: readonly string[], by: string | undefined) => {
    const isOwn = by !== undefined;
    return {
      what: isOwn
        ? `${subject}: ${by} deployed the same services again, and that deployment failed.`
        : `${subject}: a later deployment of the same services, which this trigger didn't request, failed.`,
      details: services,
      todo: isOwn
        ? "read the log of the services named above in the platform's console, correct the cause, and run `pulumi up` again, which deploys again."
        : "find out in the platform's console who deployed them, correct the cause, and run `pulumi up` again, which deploys again.",
    };
  },
) {}
