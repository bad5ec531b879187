import type { Call, Created } from "../../definition/resourceDefinition.js";
import { DeploymentFailedError } from "../../deployment/errors.js";
import { deploymentIn, type Rollout } from "../../deployment/rollout.js";
import { describeStates } from "../../deployment/serviceLabels.js";
import {
  includedIn,
  isAllDeployed,
  isFailure,
  notDeployed,
  readStatuses,
  successState,
  tellsStatuses,
} from "../../deployment/statuses.js";
import { statusOf, waitUntilDeployed } from "../../deployment/wait.js";
import { NotFoundError } from "../../errors/index.js";
import { PartialFailure } from "../../lifecycle/stored.js";
import { isServed } from "../../platform/endpoint.js";
import { isObject, type Values } from "../../schema/json.js";

/** State property that says what is known of the trigger's own deployment; the outputs describe the environment's last one. */
export const ROLLOUT = "__rollout";

/** The state with what is known of its deployment. */
export function withRollout(state: Values, { failures, services, before, ...rollout }: Rollout): Values {
  const lists = {
    // Once its own ID is known, nothing else tells it from earlier ones.
    ...(before === undefined || rollout.request !== undefined ? {} : { before: [...before] }),
    ...(failures === undefined ? {} : { failures: [...failures] }),
    ...(services === undefined ? {} : { services: [...services] }),
  };
  return { ...state, [ROLLOUT]: { ...rollout, ...lists } };
}

/** What the state says about its deployment. */
export function rolloutOf({ [ROLLOUT]: rollout }: Values): Rollout {
  return isObject(rollout) ? (rollout as unknown as Rollout) : { outcome: "requested" };
}

/** Waits until the deployment has ended. A failure keeps the request in the state, so that the next update continues from there. */
export async function waitForDeployment(
  call: Call,
  created: Created,
  args: Values,
  rollout: Rollout,
): Promise<Created> {
  const { id } = created;
  try {
    const now = await waitUntilDeployed(call, args, rollout);
    return { id, state: withRollout({ ...now, ...args }, { ...rollout, ...deploymentIn(now), outcome: "succeeded" }) };
  } catch (error) {
    const failed: Pick<Rollout, "outcome" | "failures"> =
      error instanceof DeploymentFailedError
        ? { outcome: "failed", failures: error.services }
        : { outcome: "unfinished" };
    const state = withRollout({ ...created.state, ...args }, { ...rollout, ...failed });
    throw new PartialFailure(call.label, { id, state }, undefined, error);
  }
}

/**
 * The status of the environment's deployment, and the outcome of the trigger's own one. An unknown environment is an error, not a
 * deleted trigger.
 */
export async function readStatus(call: Call, _id: string, state: Values): Promise<Values> {
  if (!isServed(call.definition.api.read, call.platform.endpoints)) return state;
  const now = await statusOf(call, state);
  return withRollout(now, await rolloutNow(call, state));
}

/** What a refresh sees of the trigger's deployment: an update that was not told of a failure must learn of it here. */
export async function rolloutNow(call: Call, state: Values): Promise<Rollout> {
  const { failures: _, ...before } = rolloutOf(state);
  // Nothing of it is selected any more, and no endpoint tells how it ended.
  if (!tellsStatuses(call)) return { ...before, outcome: "requested" };
  const statuses = await readStatuses(call, state).catch((error) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (statuses === undefined) return rolloutOf(state);
  const failed = notDeployed(statuses, state, before);
  if (failed.length > 0) {
    const stateNow = (service: (typeof failed)[number]) =>
      isFailure(service.state) ? service.state : service.currency;
    return { ...before, outcome: "failed", failures: await describeStates(call, state, failed, stateNow) };
  }
  if (before.outcome === "failed") {
    return isAllDeployed(statuses, state) ? { ...before, outcome: "succeeded" } : rolloutOf(state);
  }
  const included = includedIn(statuses, state, before);
  // Nothing of it is selected any more: what is selected decides.
  if (included.length === 0 && isAllDeployed(statuses, state)) return { ...before, outcome: "succeeded" };
  const { request } = before;
  const own = included.filter((each) => request !== undefined && each.request === request);
  const isDone = own.length > 0 && own.every((each) => each.state === successState);
  return isDone ? { ...before, outcome: "succeeded" } : before;
}
