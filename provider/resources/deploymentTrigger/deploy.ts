import type { Comparison } from "../../definition/comparison.js";
import type { Created, Scope } from "../../definition/resourceDefinition.js";
import { beginDeployment } from "../../deployment/begin.js";
import { DeploymentFailedError, EmptySelectionError } from "../../deployment/errors.js";
import type { Choose } from "../../deployment/requestDeployment.js";
import { deploymentIn, identityIn, type Rollout } from "../../deployment/rollout.js";
import { type Selected, selectionOf, withoutVersions } from "../../deployment/selection.js";
import { describeStates } from "../../deployment/serviceLabels.js";
import {
  includedIn,
  isAllDeployed,
  isApplied,
  isEnd,
  isFailure,
  notDeployed,
  readStatuses,
  successState,
} from "../../deployment/statuses.js";
import { deployedStatus, isAwaited, lookAt, statusOf, waitUntilDeployed } from "../../deployment/wait.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";
import { NotFoundError } from "../../errors/index.js";
import { PartialFailure } from "../../lifecycle/stored.js";
import type { Written } from "../../platform/deployments.js";
import { isServed } from "../../platform/endpoint.js";
import { isAbsent, type Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { chooserOf, dueOf, isDue } from "./due.js";
import { rolloutOf, withRollout } from "./lastRollout.js";

/** Deploys for a new trigger. */
export async function deploy(scope: Scope, args: Values): Promise<Created> {
  const { definition, platform, log, label } = scope;
  const isUnwatched = isAbsent(args.waitFor) && !isServed(definition.api.read, platform.endpoints);
  if (isUnwatched && platform.deployments.isFirstUnwatched()) {
    log.info(
      "Triggers request deployments and do not wait for them: the platform's endpoints cannot tell whether they succeed.",
    );
  }
  const created = await deployNow(scope, args, chooserOf(undefined, { isAll: true, changed: [] }));
  if (created === undefined) throw new EmptySelectionError(label);
  return created;
}

/**
 * Deploys what is chosen; nothing if nothing is.
 *
 * @param known Identities of earlier deployments.
 */
async function deployNow(
  scope: Scope,
  args: Values,
  choose: Choose,
  known: readonly string[] = [],
): Promise<Created | undefined> {
  const begun = await beginDeployment(scope, args, choose, known);
  if (begun === undefined) return undefined;
  const { id, status: state, rollout } = begun;
  if (!isAwaited(scope, args)) {
    keepCurrent(scope, args, () => rollout);
    return { id, state: withRollout(state, rollout) };
  }
  return deployUntilCurrent(scope, { id, state }, args, rollout);
}

/**
 * Waits until the deployment has ended, and deploys again what the run has changed since it began: a variable of a service may be
 * created while the service is being deployed.
 */
async function deployUntilCurrent(scope: Scope, begun: Created, args: Values, rollout: Rollout): Promise<Created> {
  let last = await waitForDeployment(scope, begun, args, rollout);
  const { services } = rollout;
  const by = keepCurrent(
    scope,
    args,
    () => rolloutOf(last.state),
    (next) => {
      last = { ...next, state: withRollout(next.state, { ...rolloutOf(next.state), ...(services && { services }) }) };
    },
  );
  await scope.platform.deployments.settle(by);
  return last;
}

/** How often a deployment is repeated because its services were changed meanwhile. */
const maxRepeats = 5;

/**
 * Has the selected services deployed again whenever the run writes something that they see: a variable that is created while or after they
 * are deployed, or deleted at the end of the run, whether or not the trigger itself has anything to deploy.
 *
 * @param last The last deployment; nothing if this run has requested none.
 * @param deployed A deployment that was repeated has ended.
 * @returns Which resource has it done.
 */
export function keepCurrent(
  scope: Scope,
  args: Values,
  last: () => Rollout | undefined,
  deployed: (next: Created) => void = () => undefined,
): string {
  const { definition, platform, log, label, urn } = scope;
  const by = urn ?? label;
  if (!isServed(definition.api.statuses, platform.endpoints)) return by;
  let repeated: Rollout | undefined;
  platform.deployments.keptCurrent(by, async (written) => {
    for (let repeats = 0; repeats < maxRepeats; repeats += 1) {
      const fresh = { ...scope, operation: platform.client.begin() };
      const changed = await changedSince(fresh, args, repeated ?? last(), written);
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
      if (!isAwaited(scope, args)) return;
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

/** The selected services that are out of date by now, since the last deployment began or because of what this run has written. */
async function changedSince(scope: Scope, args: Values, last: Rollout | undefined, written: Written) {
  const statuses = await readStatuses(scope, args).catch((error) => {
    if (error instanceof AppPlatformError) return [];
    throw error;
  });
  const selected = selectionOf(args);
  return statuses.filter((status) => {
    const item = selected.find(({ id }) => normalId(id) === status.id);
    const isIncluded = item === undefined ? args.wholeEnvironment === true : isApplied(item);
    if (!isIncluded) return false;
    const isOwn = last !== undefined && (last.request === undefined || status.request === last.request);
    const isWritten = written.isSeenBy(status.id, String(args.environmentId));
    // Nobody waits for the end of a deployment that was only requested: what was written meanwhile needs another one.
    if (!isEnd(status.state)) return isWritten && isOwn && !isAwaited(scope, args);
    return (isOwn || isWritten) && status.currency === "OUT_OF_DATE";
  });
}

/** Waits until the deployment has ended. A failure keeps the request in the state, so that the next update continues from there. */
async function waitForDeployment(scope: Scope, created: Created, args: Values, rollout: Rollout): Promise<Created> {
  const { id } = created;
  try {
    const now = await waitUntilDeployed(scope, args, rollout);
    return { id, state: withRollout({ ...now, ...args }, { ...rollout, ...deploymentIn(now), outcome: "succeeded" }) };
  } catch (error) {
    const failed: Pick<Rollout, "outcome" | "failures"> =
      error instanceof DeploymentFailedError
        ? { outcome: "failed", failures: error.services }
        : { outcome: "unfinished" };
    const state = withRollout({ ...created.state, ...args }, { ...rollout, ...failed });
    throw new PartialFailure(scope.label, { id, state }, undefined, error);
  }
}

/** Whether this run has written something that the selected services see. */
export function isWrittenFor({ definition, platform }: Scope, args: Values): boolean {
  if (!isServed(definition.api.statuses, platform.endpoints)) return false;
  const ids = selectionOf(args).map(({ id }) => id);
  return platform.deployments.writtenIn().isSeenBy(...ids, String(args.environmentId));
}

/** Deploys what is due, or what the last deployment left; continues to wait if an update stopped waiting. */
export async function deployAgain(scope: Scope, comparison: Comparison): Promise<Values> {
  const { deployments } = scope.platform;
  const { args } = comparison;
  const now = await deployOrContinue(scope, comparison);
  if (args.wholeEnvironment === true || deployments.isKeptCurrent(scope.urn ?? scope.label)) return now;
  const by = keepCurrent(scope, args, () => undefined);
  if (isWrittenFor(scope, args)) await deployments.settle(by);
  return now;
}

async function deployOrContinue(scope: Scope, comparison: Comparison): Promise<Values> {
  const { id, state, args } = comparison;
  const due = dueOf(comparison);
  const kept = { ...state, ...args };
  const again = async () => {
    const own = rolloutOf(state);
    const known = [identityIn(state), own.request, own.deployment].filter((each) => each !== undefined);
    const deployed = await deployNow(scope, args, chooserOf(state, due), known);
    if (deployed !== undefined) return deployed.state;
    const now = await rolloutNow(scope, kept);
    if (now.outcome !== "failed") return withRollout(kept, now);
    // What had failed is running already, for example because another trigger deploys it: follow that deployment.
    const running: Rollout = { outcome: "requested" };
    if (!isAwaited(scope, args)) return withRollout(kept, running);
    return (await waitForDeployment(scope, { id, state }, args, running)).state;
  };
  if (isDue(due) || isWrittenFor(scope, args)) return again();
  const rollout = rolloutOf(state);
  if (rollout.outcome === "failed") return again();
  const isWaitNew = isAwaited(scope, args) && args.waitFor !== state.waitFor;
  const isFollowed = rollout.outcome === "unfinished" || (rollout.outcome === "requested" && isWaitNew);
  if (!isFollowed) return kept;
  if (!isServed(scope.definition.api.read, scope.platform.endpoints)) {
    return rollout.outcome === "unfinished" ? again() : kept;
  }
  const look = await lookAt(scope, kept, rollout);
  const { verdict, rollout: current } = look;
  if (verdict?.outcome === "deployed")
    return withRollout({ ...deployedStatus(look), ...args }, { ...current, outcome: "succeeded" });
  if (verdict?.outcome !== "running") return again();
  if (!isAwaited(scope, args)) return kept;
  scope.log.info(`${scope.label}: the deployment that was requested before is still running; waiting for it.`);
  return (await waitForDeployment(scope, { id, state }, args, current)).state;
}

/**
 * The status of the environment's deployment, and the outcome of the trigger's own one. An unknown environment is an error, not a
 * deleted trigger.
 */
export async function readStatus(scope: Scope, _id: string, state: Values): Promise<Values> {
  if (!isServed(scope.definition.api.read, scope.platform.endpoints)) return state;
  const now = await statusOf(scope, state);
  return withRollout(now, await rolloutNow(scope, state));
}

/** What a refresh sees of the trigger's deployment: an update that was not told of a failure must learn of it here. */
async function rolloutNow(scope: Scope, state: Values): Promise<Rollout> {
  const { failures: _, ...before } = rolloutOf(state);
  // Nothing of it is selected any more, and no endpoint tells how it ended.
  if (!isServed(scope.definition.api.statuses, scope.platform.endpoints)) return { ...before, outcome: "requested" };
  const statuses = await readStatuses(scope, state).catch((error) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (statuses === undefined) return rolloutOf(state);
  const failed = notDeployed(statuses, state, before);
  if (failed.length > 0) {
    const stateNow = (service: (typeof failed)[number]) =>
      isFailure(service.state) ? service.state : service.currency;
    return { ...before, outcome: "failed", failures: await describeStates(scope, state, failed, stateNow) };
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
