import type { Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";

/** What is known of one deployment. */
export interface Rollout {
  /**
   * `requested`: nothing is known of its end. `unfinished`: an update stopped waiting for it. `failed`: it ended in an error, was
   * canceled, or left a selected service out of date.
   */
  readonly outcome: "requested" | "unfinished" | "failed" | "succeeded";
  /** What did not succeed, in words. */
  readonly failures?: readonly string[];
  /** IDs of the services that it deploys; omitted for the whole environment. */
  readonly services?: readonly string[];
  /** ID of the deployment request. */
  readonly request?: string;
  /** ID of the deployment, and when it began. */
  readonly deployment?: string;
  readonly date?: string;
}

/** A deployment that was just requested; `status` is the response. */
export function requestedRollout(status: Values, services?: readonly string[]): Rollout {
  return { outcome: "requested", ...deploymentIn(status), ...(services === undefined ? {} : { services }) };
}

/** Which deployment a status describes. */
export function deploymentIn(status: Values): Pick<Rollout, "request" | "deployment" | "date"> {
  const { deploymentRequestId: request, lastDeploymentId: deployment, lastDeploymentDate: date } = status;
  return {
    ...(typeof request === "string" ? { request: normalId(request) } : {}),
    ...(typeof deployment === "string" ? { deployment } : {}),
    ...(typeof date === "string" ? { date } : {}),
  };
}
