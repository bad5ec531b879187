import { z } from "zod";
import type { Call, Subresource, SubresourceWork } from "../../definition/kind.js";
import { grantRequested } from "../../deletion/rules.js";
import { type Action, ClusterNotDeployedError, ClusterUnfinishedError } from "../../deployment/errors.js";
import { isEnd, successState } from "../../deployment/statuses.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";
import { ConflictError } from "../../errors/index.js";
import { extended } from "../../platform/endpoint.js";
import { outdatedSeconds, pollUntil } from "../../platform/poll.js";
import { createOnce } from "../../resource/createOnce.js";
import { read } from "../../resource/read.js";
import { receiveGranted, secondsToWait, send } from "../../resource/send.js";
import { isObject, pick, type Value, type Values, withMember } from "../../schema/json.js";
import { choice, flag } from "../../schema/schemas.js";
import type { Comparison } from "../../values/compare.js";

const WHEN_CHANGED = "when changed";

/** Whether to deploy the cluster. Before that, nothing can run on it. */
export const deploy = z
  .union([flag, z.literal(WHEN_CHANGED)])
  .optional()
  .meta({
    description:
      'Whether Pulumi deploys the cluster. With `true`, it deploys it once, and again if a deployment failed or somebody stopped the cluster. With `"when changed"`, it also deploys it after each change of its arguments; otherwise, a change takes effect with the next deployment. `pulumi up` waits until the deployment has ended, usually for 20 to 40 minutes.',
    whenOmitted: { description: "`false`: nothing is deployed" },
    extendedOnly: true,
  });

/** State property of a cluster that is the stack's own: only such a cluster is deleted. */
export const CREATED = "__created";

/** State property of a requested deployment that isn't known to have succeeded. */
export const DEPLOYMENT = "__deployment";

const RUNNING = "RUNNING";
const STOPPED = "STOPPED";

/** Whether the cluster runs. */
export const state = choice("DesiredState", [RUNNING, STOPPED])
  .optional()
  .meta({
    description:
      "Whether the cluster runs. With `STOPPED`, Pulumi stops it and doesn't deploy it; one that was never deployed stays as it is. With `RUNNING`, Pulumi starts it if it's stopped; `deploy` decides about its first deployment.",
    whenOmitted: { description: "as `RUNNING` if the program stopped the cluster; otherwise, it stays as it is" },
    extendedOnly: true,
  });

const path = "/organization/{organizationId}/cluster/{clusterId}";
const api = {
  deploy: extended(`POST ${path}/deploy`),
  stop: extended(`POST ${path}/stop`),
  status: extended(`GET ${path}/status`),
};

/**
 * The deployment of a cluster. The state has `deploy` only after the deployment has succeeded; until then, it differs. While the cluster
 * is to be STOPPED, nothing deploys it: it's deployed, and so started, as soon as it isn't any more.
 */
export const deploySubresource: Subresource = {
  args: ["deploy", "state"],
  step: () => "deploying or stopping it",
  isChanged: (own, whole) => own.changes.length > 0 || own.removals.length > 0 || isDue(own, whole),
  async apply(call, work) {
    const { now, args, update } = work;
    if (update !== undefined && !isDue(update.own, update.whole)) return as(now, args);
    if (args.state === STOPPED) return actNow(call, work, stopping);
    // A run that was killed has created and deployed it.
    const isDeployed = update === undefined && now[CREATED] === true && isUpToDate(now);
    if (isOn(args.deploy) && !isDeployed) return deployNow(call, work);
    return update === undefined && args.state === undefined ? as(now, args) : actNow(call, work, starting);
  },
  // What the program has stopped must be started, even if that is all that is left of the argument.
  untouched: ({ own, whole }) => (isDue(own, whole) ? pick(own.state, ["state"]) : own.state),
  async read(call, id, now, known) {
    const { deploy: deployed, state } = known;
    const isIdle = isEnd(now.status) && now.status !== successState;
    const deploy = isOn(deployed) && isIdle && state !== STOPPED ? undefined : deployed;
    return as(now, { deploy, state: state && (await stateNow(call, id, now, state)) });
  },
  undeployed(now, isManaged) {
    const isOpen = now.deploymentStatus === "OUT_OF_DATE" || (isManaged && !isUpToDate(now));
    return now.deploy === WHEN_CHANGED && now.state !== STOPPED && isOpen
      ? as(now, { ...now, deploy: undefined })
      : now;
  },
};

/** Whether the cluster is RUNNING or STOPPED. While an operation is running, it's as the program wants it. */
async function stateNow(call: Call, id: string, now: Values, desired: Value): Promise<Value> {
  if (now.status === STOPPED) return STOPPED;
  if (desired !== STOPPED) return RUNNING;
  const isIdle = now.status === "READY" || now.deploymentStatus === "NEVER_DEPLOYED";
  if (isIdle || !hasEnded({ state: String(now.status) })) return STOPPED;
  if (now.status === successState) return RUNNING;
  // Something failed: there may be nothing to stop.
  const { isDeployed } = await statusOf({ call, members: { ...now, clusterId: id } });
  return isDeployed ? RUNNING : STOPPED;
}

function isUpToDate({ deploymentStatus }: Values): boolean {
  return deploymentStatus === "UP_TO_DATE";
}

function isOn(desired: Value | undefined): boolean {
  return desired === true || desired === WHEN_CHANGED;
}

function isDue({ args, state }: Comparison, whole: Comparison): boolean {
  if (args.state === STOPPED) return state.state !== STOPPED;
  if (state.state === STOPPED || (args.state === RUNNING && state.state !== RUNNING)) return true;
  if (!isOn(args.deploy)) return false;
  return !isOn(state.deploy) || (args.deploy === WHEN_CHANGED && hasOtherChanges(whole));
}

/** Whether other arguments change, which a deployment applies at the cloud provider. */
function hasOtherChanges({ changes, removals }: Comparison): boolean {
  const isOther = ({ arg }: { readonly arg: string }) =>
    !["deploy", "state", "timeoutSeconds", "connection"].includes(arg);
  return changes.some(isOther) || removals.some((each) => each.outcome === "changes" && isOther(each));
}

function as(now: Values, { deploy, state }: Values): Values {
  return withMember(withMember(now, "deploy", deploy), "state", state);
}

interface Status {
  readonly state: string;
  /** The last deployment, if there was one and the platform returns it. */
  readonly execution: string | undefined;
  /** Whether a deployment has ever succeeded. */
  readonly isDeployed: boolean;
}

interface Act {
  readonly name: Action;
  request(target: Target, before: Status): Promise<unknown>;
  /** The state in which it has succeeded. */
  readonly success: string;
  /** Whether an idle cluster needs no request. */
  isDone(before: Status): boolean;
}

const deploying: Act = {
  ...{ name: "deploy", success: successState, request: deployOnce },
  isDone: () => false,
};

/** A deployment, for a cluster that is stopped. */
const starting: Act = { ...deploying, isDone: ({ state }) => state !== STOPPED };

/** Of a cluster that was never deployed, nothing runs. */
const stopping: Act = {
  ...{ name: "stop", success: STOPPED },
  // Unlike a deployment, it can be repeated if the response is lost: a cluster that is stopped refuses it.
  request: ({ call, members }) =>
    receiveGranted(call, grantRequested(api.stop, members), api.stop, members, "Stopping"),
  isDone: ({ state, isDeployed }) => state === STOPPED || !isDeployed,
};

async function deployNow(call: Call, work: SubresourceWork): Promise<Values> {
  const { id, now, args, update, keep } = work;
  const { [DEPLOYMENT]: requested, ...others } = undone(work, now);
  keep(others);
  const target = targetOf(call, work, others, deploying);
  const isSame = requested !== undefined && update !== undefined && !hasOtherChanges(update.whole);
  const running = isSame ? await resumed(target) : undefined;
  const before = running ?? (await request(target));
  keep({ ...others, [DEPLOYMENT]: true });
  if (before !== "done") await waitUntilEnded(target, before);
  return withOutputs(call, id, others, args);
}

/** Starts or stops the cluster, if it isn't yet. */
async function actNow(call: Call, work: SubresourceWork, act: Act): Promise<Values> {
  const { id, now, args, keep } = work;
  const { [DEPLOYMENT]: _, ...others } = undone(work, now);
  keep(others);
  const target = targetOf(call, work, others, act);
  const before = await request(target);
  if (before === "done") return as(others, args);
  await waitUntilEnded(target, before);
  return withOutputs(call, id, others, args);
}

/** The state until the act has succeeded. */
function undone({ update }: SubresourceWork, now: Values): Values {
  return as(now, { state: update?.own.state.state as Value });
}

async function withOutputs(call: Call, id: string, now: Values, args: Values): Promise<Values> {
  const current = (await read(call, id, now, { isFresh: true })) ?? now;
  return as({ ...now, ...pick(current, Object.keys(call.definition.outputs)) }, args);
}

interface Target {
  readonly call: Call;
  readonly id: string;
  /** Values for path parameters. */
  readonly members: Values;
  readonly act: Act;
  readonly seconds: number;
}

function targetOf(call: Call, { id, args }: SubresourceWork, now: Values, act: Act): Target {
  return { call, id, act, members: { ...now, clusterId: id }, seconds: secondsToWait(call, args, 3600) };
}

async function statusOf({ call, members }: Pick<Target, "call" | "members">): Promise<Status> {
  const response = await send(call, api.status, members, "Reading the status of");
  const { status, last_execution_id: execution, is_deployed: deployed } = isObject(response) ? response : {};
  return {
    state: typeof status === "string" ? status : "unknown",
    execution: typeof execution === "string" ? execution : undefined,
    isDeployed: deployed !== false,
  };
}

function hasEnded({ state }: Pick<Status, "state">): boolean {
  return isEnd(state) || state === "INVALID_CREDENTIALS";
}

/** A deployment that an earlier update requested, if it's running or has succeeded. */
async function resumed(target: Target): Promise<{ readonly isOlder: false } | undefined> {
  const now = await statusOf(target);
  if (hasEnded(now) && now.state !== successState) return undefined;
  const { log, label } = target.call;
  if (!hasEnded(now)) log.info(`${label}: the deployment that was requested before is still running; waiting for it.`);
  return { isOlder: false };
}

/** The deployment before the requested one: a status that still shows it is outdated. */
type Before = { readonly isOlder: false } | { readonly isOlder: true; readonly execution: string | undefined };

/** Requests the deployment or the stop, unless nothing is to be done. Waits first if another operation is running. */
async function request(target: Target): Promise<Before | "done"> {
  const { call, id, act, members, seconds } = target;
  const { platform, log, label } = call;
  let isReported = false;
  const { found, failure } = await pollUntil(platform, {
    ...{ seconds, atOnce: true, first: 1_000, longest: 15_000 },
    async poll(operation) {
      const polling = { ...target, call: { ...call, operation } };
      const before = await statusOf(polling);
      if (hasEnded(before) && act.isDone(before)) return "done" as const;
      // The one that was running has applied everything.
      const isApplied = async () => isUpToDate((await read(polling.call, id, members, { isFresh: true })) ?? {});
      const isOther = isReported && act === deploying && before.state === successState;
      if (isOther && (await isApplied())) return { isOlder: false as const };
      const isRefused = !hasEnded(before) || (await requestOnce(polling, before)) === "refused";
      if (!isRefused) return { isOlder: true as const, execution: before.execution };
      if (!isReported)
        log.info(`${label}: the cluster is ${before.state}; waiting up to ${seconds} s for that to end.`);
      isReported = true;
      return undefined;
    },
  });
  if (found !== undefined) return found;
  throw (
    failure ??
    new ClusterUnfinishedError(label, {
      ...{ action: act.name, seconds, state: "busy", isOwn: false, failure: undefined },
    })
  );
}

async function requestOnce(target: Target, before: Status): Promise<"requested" | "refused"> {
  try {
    await target.act.request(target, before);
    return "requested";
  } catch (error) {
    if (error instanceof ConflictError) return "refused";
    throw error;
  }
}

function deployOnce(target: Target, before: Status): Promise<unknown> {
  const find = async () => {
    const now = await statusOf(target);
    const isOther = now.execution !== undefined && now.execution !== before.execution;
    return isOther || !hasEnded(now) ? {} : undefined;
  };
  const { call, members } = target;
  const todo = ["check the cluster in the platform's console; if it isn't being deployed, run `pulumi up` again"];
  return createOnce(call, { find, todo }, (calling) => send(calling, api.deploy, members, "Deploying"));
}

/** How often to show an unchanged state again, in seconds. */
const reminderSeconds = 300;

/**
 * Waits until the deployment or the stop has ended.
 *
 * @throws ClusterNotDeployedError if it failed.
 * @throws ClusterUnfinishedError when the time is up or the wait was interrupted: the operation continues.
 */
async function waitUntilEnded(target: Target, before: Before): Promise<void> {
  const { call, act, seconds } = target;
  const { platform, log, label } = call;
  const start = platform.clock.elapsed();
  const shown = { state: "unknown", at: Number.NEGATIVE_INFINITY };
  const show = (state: string, elapsed: number) => {
    if (state === shown.state && elapsed - shown.at < reminderSeconds) return;
    log.info(`${label}: ${state} (${Math.round(elapsed)} s)`);
    Object.assign(shown, { state, at: elapsed });
  };
  const poll = async (operation: Call["operation"]) => {
    const now = await statusOf({ ...target, call: { ...call, operation } });
    const elapsed = (platform.clock.elapsed() - start) / 1000;
    const isNew = !before.isOlder || shown.state !== "unknown" || now.execution !== before.execution;
    // A stale replica may still show the status before the request.
    if (hasEnded(now) && !isNew && elapsed < outdatedSeconds) return undefined;
    show(now.state, elapsed);
    if (!hasEnded(now)) return undefined;
    if (now.state !== act.success) throw new ClusterNotDeployedError(label, now.state, act.name);
    return true;
  };
  const unfinished = (failure: AppPlatformError | undefined, isOver: boolean) =>
    new ClusterUnfinishedError(label, {
      ...{ action: act.name, state: shown.state, isOwn: true, failure },
      seconds: isOver ? seconds : undefined,
    });
  const { found, failure } = await pollUntil(platform, {
    ...{ seconds, atOnce: true, first: 1_000, longest: 15_000, poll },
  }).catch((error) => {
    if (error instanceof ClusterNotDeployedError || !(error instanceof AppPlatformError)) throw error;
    throw unfinished(error, false);
  });
  if (found === undefined) throw unfinished(failure, true);
}
