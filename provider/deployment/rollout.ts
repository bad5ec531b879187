import type { Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";

/** What is known of one deployment. */
export interface Rollout {
  /**
   * `requested`: nothing is known of its end. `unfinished`: an update stopped waiting for it. `failed`: it ended in an error, was
   * canceled, or left a selected service out of date.
   */
  readonly outcome: "requested" | "unfinished" | "failed" | "succeeded";
  /** What did not succeed, in words, which contain the ID of each service. */
  readonly failures?: readonly string[];
  /** IDs of the services that it deploys; omitted for the whole environment. */
  readonly services?: readonly string[];
  /** ID of the deployment request. */
  readonly request?: string;
  /** ID of the deployment, and when it began. */
  readonly deployment?: string;
  readonly date?: string;
  /** Identities of earlier deployments, as far as known: a status with one of them describes what was before this deployment. */
  readonly before?: readonly string[];
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

/** What tells the deployment that a status describes from others: the ID of its request, its own, or when it began. */
export function identityIn(status: Values): string | undefined {
  const { request, deployment, date } = deploymentIn(status);
  return request ?? deployment ?? date;
}

/** Whether a status describes this deployment; nothing if it tells neither an ID nor a time. */
export function isStatusOf({ request, before }: Rollout, status: Values): boolean | undefined {
  if (request !== undefined) return deploymentIn(status).request === request;
  const identity = identityIn(status);
  return before === undefined || identity === undefined ? undefined : !before.includes(identity);
}

/** Whether a status describes a deployment that began before another one did; never where either time is not told. */
export function isBefore(status: Values, { date }: Pick<Rollout, "date">): boolean {
  return Date.parse(String(status.lastDeploymentDate)) < Date.parse(String(date));
}
