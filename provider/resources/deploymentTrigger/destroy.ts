import type { Call } from "../../definition/resourceDefinition.js";
import { DeploymentBusyError } from "../../deployment/errors.js";
import { deploymentIn, isBefore, isEnd, readStatuses } from "../../deployment/statuses.js";
import { secondsOf, statusOf } from "../../deployment/wait.js";
import { ConflictError, NotFoundError } from "../../errors/index.js";
import { grantEnd } from "../../gate/gate.js";
import { sendGranted } from "../../lifecycle/send.js";
import type { Grant } from "../../platform/apiRequest.js";
import { type Endpoint, isServed } from "../../platform/endpoint.js";
import { lookUntil, outdatedSeconds } from "../../platform/polling.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { isObject, type Value, type Values } from "../../schema/json.js";
import { isSameId } from "../../schema/normalForm.js";
import { rolloutOf } from "./lastRollout.js";

/** Cancels the deployment or stops the environment, if the program sets that. */
export async function endDeployment(call: Call, id: string, state: Values): Promise<void> {
  const { definition, platform, log, label } = call;
  const { cancel, stop } = definition.api;
  const cancels = state.cancelOnDestroy === true && isServed(cancel, platform.endpoints);
  const stops = state.stopOnDestroy === true && isServed(stop, platform.endpoints);
  if (!cancels && !stops) return;
  const successor = successorOf(call, state);
  if (successor !== undefined) {
    log.info(`${label}: nothing is canceled or stopped, since ${successor} has deployed the environment in this run.`);
    return;
  }
  const { grantOf, sharedWith } = await grantEnd(call, id, state);
  // If no endpoint shows whose deployment is running, it may be the other trigger's.
  const isShared = sharedWith !== undefined;
  const isOwnOnly = !isShared || isServed(definition.api.read, platform.endpoints);
  if (cancels && isOwnOnly) await cancelDeployment(call, grantOf(cancel), state);
  if (stops && !isShared) await stopEnvironment(call, grantOf(stop), state);
  const left = [...(cancels && !isOwnOnly ? ["canceled"] : []), ...(stops && isShared ? ["stopped"] : [])];
  if (left.length > 0)
    log.info(
      `${label}: nothing is ${left.join(" or ")}, since ${sharedWith} of this stack deploys the environment, too.`,
    );
}

interface Granted {
  readonly endpoint: Endpoint<true>;
  readonly grant: Grant;
}

/**
 * The trigger that deployed in the environment later in this run. Since only one deployment runs at a time, this trigger's has ended.
 */
function successorOf({ platform }: Call, state: Values): string | undefined {
  const last = platform.deployments.in(String(state.environmentId)).at(-1);
  const { request } = rolloutOf(state);
  const isSame = last?.request !== undefined && last.request === request;
  return isSame ? undefined : last?.by;
}

/** Cancels the trigger's own deployment. If no endpoint shows whose is running, reports what was canceled. */
async function cancelDeployment(call: Call, granted: Granted, state: Values): Promise<void> {
  const { definition, platform, log, label } = call;
  const isTold = isServed(definition.api.read, platform.endpoints);
  if (isTold && !(await isOwnRunning(call, state))) return;
  const body = { force_cancel: state.forceCancel === true };
  // If this is refused, nothing is running or it's already ending.
  const { response } = await carryOut(call, granted, state, "Canceling the deployment for", body);
  if (isTold || !isObject(response)) return;
  const { request } = rolloutOf(state);
  if (isSameId(response.deployment_request_id, request)) return;
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
  const look = async (operation: Call["operation"]) => {
    now = await statusOf({ ...call, operation }, state);
    return !isBefore(now, rolloutOf(state)) || undefined;
  };
  if (isBefore(now, rolloutOf(state)))
    await lookUntil(call.platform, { seconds: outdatedSeconds, first: 250, longest: 5_000, look });
  return now;
}

/** If a stop is refused this often although nothing runs, nothing is deployed. */
const quietRefusals = 2;
/** States in which nothing is deployed. Other final states may be from before the deployment that refuses the stop. */
const undeployed = ["READY", "STOPPED", "DELETED"];

/** Stops the environment, after a running deployment has ended. */
async function stopEnvironment(call: Call, granted: Granted, state: Values): Promise<void> {
  const { platform, log, label } = call;
  const seconds = secondsOf(state);
  const refused = async () => {
    const fresh = { ...call, operation: platform.client.begin() };
    return (await carryOut(fresh, granted, state, "Stopping the environment for")).isRefused;
  };
  if (!(await refused())) return;
  const { clock } = platform;
  let quiet = 0;
  let quietSince = 0;
  let isTold = false;
  const look = async (operation: Call["operation"]) => {
    const now = await statusOf({ ...call, operation }, state);
    quiet = isEnd(now.state) ? quiet + 1 : 0;
    if (quiet <= 1) quietSince = clock.elapsed();
    if (quiet === 0 && !isTold) {
      log.info(`${label}: a deployment of the environment is running; waiting up to ${seconds} s for it to end.`);
      isTold = true;
    }
    if (quiet > 0 && !(await refused())) return true;
    const isCurrent = undeployed.includes(String(now.state)) || clock.elapsed() - quietSince >= outdatedSeconds * 1000;
    return (quiet >= quietRefusals && isCurrent) || undefined;
  };
  const { found, failure } = await lookUntil(platform, { seconds, first: 250, longest: 5_000, look });
  if (found === undefined)
    throw failure ?? new DeploymentBusyError(label, seconds, "so the environment wasn't stopped");
}

interface CarriedOut {
  /** Whether the platform refused the call because of another operation. */
  readonly isRefused: boolean;
  readonly response?: Value | undefined;
}

async function carryOut(
  call: Call,
  { endpoint, grant }: Granted,
  state: Values,
  doing: string,
  body?: Values,
): Promise<CarriedOut> {
  try {
    return { isRefused: false, response: await sendGranted(call, grant, endpoint, state, doing, body) };
  } catch (error) {
    if (error instanceof ConflictError) return { isRefused: true };
    if (!(error instanceof NotFoundError)) throw error;
    call.log.info(`${call.label}: nothing was canceled or stopped: the environment no longer exists (404).`);
    return { isRefused: false };
  }
}
