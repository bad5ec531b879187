import { isObject, type Values } from "../../schema/json.js";

/** State property that says what is known of the trigger's own deployment; the outputs describe the environment's last one. */
const ROLLOUT = "__rollout";

export interface Rollout {
  /**
   * `requested`: nothing is known of its end. `unfinished`: an update stopped waiting for it. `failed`: it ended in an error, was
   * canceled, or left a selected service out of date.
   */
  readonly outcome: "requested" | "unfinished" | "failed" | "succeeded";
  /** What did not succeed, in words. */
  readonly failures?: readonly string[];
  /** ID of the deployment request. */
  readonly request?: string;
  /** ID of the deployment, and when it began. */
  readonly deployment?: string;
  readonly date?: string;
}

/** A deployment that was just requested; `status` is the response. */
export function requestedRollout(status: Values): Rollout {
  return { outcome: "requested", ...deploymentIn(status) };
}

/** The state with what is known of its deployment. */
export function withRollout(state: Values, { failures, ...rollout }: Rollout): Values {
  return { ...state, [ROLLOUT]: { ...rollout, ...(failures === undefined ? {} : { failures: [...failures] }) } };
}

/** What the state says of its deployment; nothing if an earlier version wrote it. */
export function recordedRollout({ [ROLLOUT]: rollout }: Values): Rollout | undefined {
  return isObject(rollout) ? (rollout as unknown as Rollout) : undefined;
}

/** What is known of its deployment: of a state of an earlier version, what its outputs say. */
export function rolloutOf(state: Values): Rollout {
  const isUnfinished = state.waitFor === "deployed" && state.state !== "DEPLOYED";
  return recordedRollout(state) ?? { ...requestedRollout(state), ...(isUnfinished ? { outcome: "unfinished" } : {}) };
}

/** Which deployment a status describes. */
export function deploymentIn(status: Values): Pick<Rollout, "request" | "deployment" | "date"> {
  const { deploymentRequestId: request, lastDeploymentId: deployment, lastDeploymentDate: date } = status;
  const given = Object.entries({ request, deployment, date }).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(given);
}
