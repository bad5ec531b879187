import type { Scope } from "../../definition/resourceDefinition.js";
import { send } from "../../lifecycle/request.js";
import { pollIntervals } from "../../platform/polling.js";
import { isAbsent, isObject, type Values } from "../../schema/json.js";
import { membersFromWire } from "../../schema/wire.js";
import { DeploymentFailedError, DeploymentUnfinishedError } from "./errors/index.js";

const success = "DEPLOYED";
const ends = ["READY", success, "DELETED", "STOPPED", "CANCELED", "RESTARTED"];

/** Whether a deployment in this state goes on no more. An unknown state is no end. */
function isEnd(state: unknown): boolean {
  return typeof state === "string" && (ends.includes(state) || state.endsWith("_ERROR"));
}

/** How the environment's deployment stands now. */
export async function statusOf(scope: Scope, state: Values): Promise<Values> {
  const { definition } = scope;
  const call = definition.api.read;
  if (call === undefined) return state;
  const answer = await send(scope, call, state, "Reading the status for");
  return membersFromWire(definition.body, isObject(answer) ? answer : {}, state);
}

/** How a deployment that was asked for has gone on since. */
export function progressOf(asked: Values, now: Values): "running" | "deployed" | "ended" | "another" {
  if (!isSame(asked, now)) return "another";
  if (now.state === success) return "deployed";
  return isEnd(now.state) ? "ended" : "running";
}

function isSame(asked: Values, now: Values): boolean {
  const { deploymentRequestId: id } = asked;
  return isAbsent(id) || now.deploymentRequestId === id;
}

/** Polls that may still show the state from before, where the platform does not say which deployment it tells of. */
const polls = 3;

/**
 * Waits until the deployment that `asked` tells of has ended, and gives how it stands then.
 *
 * @throws DeploymentFailedError when it ends in anything but DEPLOYED, at once.
 * @throws DeploymentUnfinishedError when the time is over, or another deployment took its place.
 */
export async function waitUntilDeployed(scope: Scope, asked: Values, seconds: number): Promise<Values> {
  const { platform, label } = scope;
  let shown: unknown;
  let isSeen = false;
  let count = 0;
  for await (const _ of pollIntervals(platform, seconds, { first: 250, longest: 5_000 })) {
    count += 1;
    const now = await statusOf({ ...scope, operation: platform.client.begin() }, asked);
    const progress = progressOf(asked, now);
    if (progress === "another") {
      if (isSeen) throw new DeploymentUnfinishedError(label, "another deployment took its place before it had ended");
      continue;
    }
    if (isAbsent(asked.deploymentRequestId) && !isSeen && isEnd(now.state) && count < polls) continue;
    isSeen = true;
    if (now.state !== shown) platform.info(`${label}: ${String(now.state)}`);
    shown = now.state;
    if (progress === "deployed") return now;
    if (progress === "ended")
      throw new DeploymentFailedError(label, String(now.state), await failingServices(scope, asked));
  }
  throw new DeploymentUnfinishedError(
    label,
    `it has not ended after ${seconds} s; its state is ${String(shown ?? "not known")}`,
  );
}

/** The services that did not end well, each with kind, id and state. */
async function failingServices(scope: Scope, asked: Values): Promise<string[]> {
  const call = scope.definition.api.statuses;
  if (call === undefined) return [];
  const answer = await send(scope, call, asked, "Reading the statuses for").catch(() => undefined);
  if (!isObject(answer)) return [];
  return Object.entries(answer).flatMap(([list, services]) =>
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
