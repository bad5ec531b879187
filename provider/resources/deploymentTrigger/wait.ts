import type { Scope } from "../../definition/resourceDefinition.js";
import { DeploymentFailedError, DeploymentUnfinishedError } from "../../errors/index.js";
import { send } from "../../lifecycle/request.js";
import { pauses } from "../../platform/polling.js";
import { isAbsent, isObject, type Values } from "../../schema/json.js";
import { membersFromWire } from "../../schema/wire.js";

const successState = "DEPLOYED";
const finalStates = ["READY", successState, "DELETED", "STOPPED", "CANCELED", "RESTARTED"];

/** Whether a deployment in this state has ended. A state that is not listed is not final. */
function isEnd(state: unknown): boolean {
  return typeof state === "string" && (finalStates.includes(state) || state.endsWith("_ERROR"));
}

/** The current status of the environment's deployment. */
export async function statusOf(scope: Scope, state: Values): Promise<Values> {
  const { definition } = scope;
  const call = definition.api.read;
  if (call === undefined) return state;
  const response = await send(scope, call, state, "Reading the deployment status for");
  return membersFromWire(definition.body, isObject(response) ? response : {}, state);
}

/** What became of a requested deployment. */
export function progressOf(requested: Values, now: Values): "running" | "deployed" | "ended" | "another" {
  if (!isSame(requested, now)) return "another";
  if (now.state === successState) return "deployed";
  return isEnd(now.state) ? "ended" : "running";
}

function isSame(requested: Values, now: Values): boolean {
  const { deploymentRequestId: id } = requested;
  return isAbsent(id) || now.deploymentRequestId === id;
}

/** Polls that may still show the previous state, if responses do not identify the deployment. */
const stalePolls = 3;

/**
 * Waits until the requested deployment has ended, and returns its status.
 *
 * @throws DeploymentFailedError as soon as it ends in a state other than DEPLOYED.
 * @throws DeploymentUnfinishedError when the time has run out, or another deployment replaced it.
 */
export async function waitUntilDeployed(scope: Scope, requested: Values, seconds: number): Promise<Values> {
  const { platform, label } = scope;
  let shown: unknown;
  let isSeen = false;
  let count = 0;
  for await (const _ of pauses(platform, seconds, { first: 250, longest: 5_000 })) {
    count += 1;
    const now = await statusOf({ ...scope, operation: platform.client.begin() }, requested);
    const progress = progressOf(requested, now);
    if (progress === "another") {
      if (isSeen) throw new DeploymentUnfinishedError(label, "another deployment replaced it before it had ended");
      continue;
    }
    if (isAbsent(requested.deploymentRequestId) && !isSeen && isEnd(now.state) && count < stalePolls) continue;
    isSeen = true;
    if (now.state !== shown) platform.tell(`${label}: ${String(now.state)}`);
    shown = now.state;
    if (progress === "deployed") return now;
    if (progress === "ended")
      throw new DeploymentFailedError(label, String(now.state), await failingServices(scope, requested));
  }
  throw new DeploymentUnfinishedError(
    label,
    `it has not ended after ${seconds} s; its state is ${String(shown ?? "unknown")}`,
  );
}

/** The services that failed, each with kind, ID and state. */
async function failingServices(scope: Scope, requested: Values): Promise<string[]> {
  const call = scope.definition.api.statuses;
  if (call === undefined) return [];
  const response = await send(scope, call, requested, "Reading the service statuses for").catch(() => undefined);
  if (!isObject(response)) return [];
  return Object.entries(response).flatMap(([list, services]) =>
    Array.isArray(services)
      ? services
          .filter(isObject)
          .flatMap(({ id, state }) =>
            typeof state === "string" && (state.endsWith("_ERROR") || state === "CANCELED")
              ? [`${list}: ${String(id)} is ${state}; look at its log in the platform's console`]
              : [],
          )
      : [],
  );
}
