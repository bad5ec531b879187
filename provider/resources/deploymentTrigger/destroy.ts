import type { Scope } from "../../definition/resourceDefinition.js";
import { ConflictError, NotFoundError } from "../../errors/index.js";
import { send } from "../../lifecycle/request.js";
import { type Endpoint, isServed } from "../../platform/endpoint.js";
import { pollIntervals } from "../../platform/polling.js";
import type { Values } from "../../schema/json.js";
import { DeploymentBusyError } from "../deployment/errors/index.js";
import { isEnd } from "../deployment/statuses.js";
import { secondsOf, statusOf } from "../deployment/wait.js";
import { begunAfter } from "./begun.js";
import { rolloutOf } from "./rollout.js";

/** Cancels the deployment or stops the environment if the program requests it; otherwise does nothing. */
export async function endDeployment(scope: Scope, _id: string, state: Values): Promise<void> {
  const { definition, platform, label } = scope;
  const { cancel, stop } = definition.api;
  const cancels = state.cancelOnDestroy === true && isServed(cancel, platform.endpoints);
  const stops = state.stopOnDestroy === true && isServed(stop, platform.endpoints);
  if (!cancels && !stops) return;
  const successor = begunAfter(scope, state.environmentId, rolloutOf(state));
  if (successor !== undefined) {
    platform.info(
      `${label}: nothing is cancelled or stopped, since ${successor} has deployed the environment in this run.`,
    );
    return;
  }
  if (cancels) await cancelDeployment(scope, cancel, state);
  if (stops) await stopEnvironment(scope, stop, state);
}

async function cancelDeployment(scope: Scope, call: Endpoint, state: Values): Promise<void> {
  const body = { force_cancel: state.forceCancel === true };
  // If it is refused, nothing is running, or it is already ending: there is nothing left to do.
  await carryOut(scope, call, state, "Cancelling the deployment for", body);
}

/** A stop that is refused twice although nothing runs is refused because nothing is deployed. */
const quietRefusals = 2;

/** Stops the environment. While a deployment runs, the platform refuses that: waits for its end. */
async function stopEnvironment(scope: Scope, call: Endpoint, state: Values): Promise<void> {
  const { platform, label } = scope;
  const seconds = secondsOf(state);
  const refused = () =>
    carryOut({ ...scope, operation: platform.client.begin() }, call, state, "Stopping the environment for");
  if (!(await refused())) return;
  let quiet = 0;
  let isTold = false;
  for await (const _ of pollIntervals(platform, seconds, { first: 250, longest: 5_000 })) {
    const now = await statusOf({ ...scope, operation: platform.client.begin() }, state);
    quiet = isEnd(now.state) ? quiet + 1 : 0;
    if (quiet === 0 && !isTold) {
      platform.info(`${label}: a deployment of the environment is running; waiting up to ${seconds} s for it to end.`);
      isTold = true;
    }
    if (quiet > 0 && !(await refused())) return;
    if (quiet >= quietRefusals) return;
  }
  throw new DeploymentBusyError(label, seconds, "so the environment was not stopped");
}

/** Sends the call. Returns whether the platform refused it because of another operation. */
async function carryOut(scope: Scope, call: Endpoint, state: Values, doing: string, body?: Values): Promise<boolean> {
  try {
    await send(scope, call, state, doing, body, true);
    return false;
  } catch (error) {
    if (error instanceof ConflictError) return true;
    if (!(error instanceof NotFoundError)) throw error;
    scope.platform.warn(`${scope.label}: nothing was cancelled or stopped: the environment no longer exists (404).`);
    return false;
  }
}
