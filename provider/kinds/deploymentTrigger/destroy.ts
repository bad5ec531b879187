import type { Call } from "../../definition/kind.js";
import { grantCancellation } from "../../deletion/rules.js";
import { cancel } from "../../deployment/calls.js";
import { deploymentIn, isBefore, isEnd, readStatuses } from "../../deployment/statuses.js";
import { statusOf } from "../../deployment/wait.js";
import { ConflictError, NotFoundError } from "../../errors/index.js";
import { type Grant, isServed } from "../../platform/endpoint.js";
import { outdatedSeconds, pollUntil } from "../../platform/polling.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { receiveGranted } from "../../resource/send.js";
import { isSameId } from "../../schema/equality.js";
import { isObject, type Value, type Values } from "../../schema/json.js";
import { rolloutOf } from "./rollout.js";

/** Cancels the deployment, if the program sets that. If no endpoint shows whose is running, reports what was canceled. */
export async function endDeployment(call: Call, id: string, state: Values): Promise<void> {
  const { definition, platform, run, log, label } = call;
  if (state.cancelOnDestroy !== true || !isServed(cancel, platform.endpoints)) return;
  const { request } = rolloutOf(state);
  // Only one deployment runs at a time: if another trigger has deployed the environment in this run, this one's has ended.
  const last = run.deployments.in(String(state.environmentId)).at(-1);
  if (last !== undefined && (last.request === undefined || last.request !== request)) {
    log.info(`${label}: nothing is canceled, since ${last.by} has deployed the environment in this run.`);
    return;
  }
  const { grant, sharedWith } = await grantCancellation(call, id, state, cancel);
  const isReported = isServed(definition.api.read, platform.endpoints);
  // If no endpoint shows whose deployment is running, it may be the other trigger's.
  if (sharedWith !== undefined && !isReported) {
    log.info(`${label}: nothing is canceled, since ${sharedWith} of this stack deploys the environment, too.`);
    return;
  }
  if (isReported && !(await isOwnRunning(call, state))) return;
  const response = await requestCancel(call, grant, state);
  if (isReported || !isObject(response) || isSameId(response.deployment_request_id, request)) return;
  log.warn(
    `${label} canceled the deployment that was running in the environment. The documented endpoints can't tell before a cancellation whether it is the trigger's own: ${request === undefined ? "its ID isn't known" : "it wasn't"}.`,
  );
}

/** Whether the running deployment is the trigger's own. Reports somebody else's. */
async function isOwnRunning(call: Call, state: Values): Promise<boolean> {
  const { log, label } = call;
  const { request } = rolloutOf(state);
  const now = await currentStatus(call, state).catch(ifNotFound(undefined));
  if (now === undefined) {
    log.info(`${label}: nothing was canceled: the environment no longer exists (404).`);
    return false;
  }
  if (isEnd(now.state)) return false;
  if (request !== undefined && deploymentIn(now).request === request) return true;
  const services = request === undefined ? [] : await readStatuses(call, state);
  // One deployment may combine several requests.
  if (services.some((each) => each.request === request && !isEnd(each.state))) return true;
  log.info(`${label}: nothing is canceled, since the deployment that is running isn't its own.`);
  return false;
}

/** The environment's status. A stale replica may show one from before the trigger's deployment, so it looks again for a while. */
async function currentStatus(call: Call, state: Values): Promise<Values> {
  let now = await statusOf(call, state);
  const poll = async (operation: Call["operation"]) => {
    now = await statusOf({ ...call, operation }, state);
    return !isBefore(now, rolloutOf(state)) || undefined;
  };
  if (isBefore(now, rolloutOf(state)))
    await pollUntil(call.platform, { seconds: outdatedSeconds, first: 250, longest: 5_000, poll });
  return now;
}

/** The response; nothing if the call is refused, since nothing is running or it's already ending. */
async function requestCancel(call: Call, grant: Grant, state: Values): Promise<Value | undefined> {
  const body = { force_cancel: state.forceCancel === true };
  try {
    return (await receiveGranted(call, grant, cancel, state, "Canceling the deployment for", body)).json;
  } catch (error) {
    if (error instanceof ConflictError) return undefined;
    if (!(error instanceof NotFoundError)) throw error;
    call.log.info(`${call.label}: nothing was canceled: the environment no longer exists (404).`);
    return undefined;
  }
}
