import type { Call, Created } from "../../definition/kind.js";
import { DeploymentFailedError } from "../../deployment/errors.js";
import { beginDeployment, type Choose } from "../../deployment/requestDeployment.js";
import { type Selected, selectionOf, withoutVersions } from "../../deployment/selection.js";
import {
  deploymentIn,
  hasReadableStatuses,
  includedIn,
  isAllDeployed,
  isApplied,
  isEnd,
  isFailure,
  notDeployed,
  type Rollout,
  readStatuses,
  statusesIfReadable,
  successState,
} from "../../deployment/statuses.js";
import { describeStates, isAwaited, statusOf, waitUntilDeployed } from "../../deployment/wait.js";
import { isServed } from "../../platform/endpoint.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { PartialFailure } from "../../resource/partialFailure.js";
import { normalId } from "../../schema/equality.js";
import { isObject, omit, type Values } from "../../schema/json.js";

/** State property about the trigger's own deployment; the outputs are about the environment's last one. */
export const ROLLOUT = "__rollout";

export function withRollout(state: Values, { failures, services, before, ...rollout }: Rollout): Values {
  const lists = {
    // Its own ID is enough to distinguish it from earlier ones.
    ...(before === undefined || rollout.request !== undefined ? {} : { before: [...before] }),
    ...(failures === undefined ? {} : { failures: [...failures] }),
    ...(services === undefined ? {} : { services: [...services] }),
  };
  return { ...state, [ROLLOUT]: { ...rollout, ...lists } };
}

export function rolloutOf({ [ROLLOUT]: rollout }: Values): Rollout {
  return isObject(rollout) ? (rollout as unknown as Rollout) : { outcome: "requested" };
}

/** Waits until the deployment has ended. After a failure, the state has the request, so the next update continues. */
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
 * The status of the environment's deployment, and the outcome of the trigger's own. If the environment doesn't exist, that's an error:
 * the trigger isn't deleted.
 */
export async function readStatus(call: Call, _id: string, state: Values): Promise<Values> {
  if (!isServed(call.definition.api.read, call.platform.endpoints)) return state;
  // What the response omits isn't there: the environment may be another platform's.
  const args = omit(state, Object.keys(call.definition.outputs));
  const now = await statusOf(call, args);
  return withRollout(now, await rolloutNow(call, state));
}

/** The trigger's deployment in a refresh, which finds out about failures after an update stopped waiting. */
export async function rolloutNow(call: Call, state: Values): Promise<Rollout> {
  const { failures: _, ...before } = rolloutOf(state);
  // No endpoint shows how it ended.
  if (!hasReadableStatuses(call)) return { ...before, outcome: "requested" };
  const statuses = await readStatuses(call, state).catch(ifNotFound(undefined));
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
  // None of its services is selected any more, so the selected ones decide.
  if (included.length === 0 && isAllDeployed(statuses, state)) return { ...before, outcome: "succeeded" };
  const { request } = before;
  const own = included.filter((each) => request !== undefined && each.request === request);
  const isDone = own.length > 0 && own.every((each) => each.state === successState);
  return isDone ? { ...before, outcome: "succeeded" } : before;
}

/** Maximum number of deployments that follow because services changed meanwhile. */
const maxRepeats = 5;

/**
 * Deploys selected services again whenever the run writes something that they see, even if the trigger itself has nothing to deploy: a
 * variable that is created during or after their deployment, or deleted at the end of the run.
 *
 * @param last The last deployment; nothing if this run hasn't requested one.
 * @param deployed Called when such a deployment has ended.
 * @returns The label of the resource for which this is done.
 */
export function keepCurrent(
  call: Call,
  args: Values,
  last: () => Rollout | undefined = () => undefined,
  deployed: (next: Created) => void = () => undefined,
): string {
  const { platform, run, log, label, urn } = call;
  const by = urn ?? label;
  if (!hasReadableStatuses(call)) return by;
  let repeated: Rollout | undefined;
  run.deployments.keepUpToDate(by, async () => {
    for (let repeats = 0; repeats < maxRepeats; repeats += 1) {
      const fresh = { ...call, operation: platform.client.begin() };
      const changed = await changedSince(fresh, args, repeated ?? last());
      if (changed.length === 0) return;
      const isChanged = ({ id }: Selected) => changed.some((each) => each.id === normalId(id));
      const names = await describeStates(fresh, args, changed, ({ state, currency }) =>
        isEnd(state) ? currency : state,
      );
      log.info(`${label} deploys again what this run has changed: ${names.join(", ")}.`);
      const choose: Choose = async () =>
        args.wholeEnvironment === true ? undefined : selectionOf(args).filter(isChanged).map(withoutVersions);
      const { request, deployment } = repeated ?? last() ?? {};
      const known = [request, deployment].filter((each) => each !== undefined);
      const again = await beginDeployment(fresh, args, choose, known);
      if (again === undefined) return;
      repeated = again.rollout;
      if (!isAwaited(call, args)) return;
      const next = await waitForDeployment(fresh, { id: again.id, state: again.status }, args, again.rollout);
      repeated = rolloutOf(next.state);
      deployed(next);
    }
    log.warn(
      `${label}: its services are still being changed after ${maxRepeats} deployments; run \`pulumi up\` again.`,
    );
  });
  return by;
}

/** The selected services that are out of date, since the last deployment began or because of writes of this run. */
async function changedSince(call: Call, args: Values, last: Rollout | undefined) {
  const statuses = (await statusesIfReadable(call, args)) ?? [];
  const selected = selectionOf(args);
  return statuses.filter((status) => {
    const item = selected.find(({ id }) => normalId(id) === status.id);
    const isIncluded = item === undefined ? args.wholeEnvironment === true : isApplied(item);
    if (!isIncluded) return false;
    const isOwn = last !== undefined && (last.request === undefined || status.request === last.request);
    const isWritten = call.run.deployments.isWrittenOn(status.id, String(args.environmentId));
    // If nothing waits for the deployment, what was written meanwhile needs another one.
    if (!isEnd(status.state)) return isWritten && isOwn && !isAwaited(call, args);
    return (isOwn || isWritten) && status.currency === "OUT_OF_DATE";
  });
}

/** Whether this run has written something that the selected services see. */
export function isWrittenFor(call: Call, args: Values): boolean {
  if (!hasReadableStatuses(call)) return false;
  const ids = selectionOf(args).map(({ id }) => id);
  return call.run.deployments.isWrittenOn(...ids, String(args.environmentId));
}
