import { z } from "zod";
import type { Call, Subresource, SubresourceWork } from "../../definition/kind.js";
import { ClusterNotDeployedError, ClusterUnfinishedError } from "../../deployment/errors.js";
import { isEnd, successState } from "../../deployment/statuses.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";
import { ConflictError } from "../../errors/index.js";
import { extended } from "../../platform/endpoint.js";
import { outdatedSeconds, pollUntil } from "../../platform/polling.js";
import { createOnce } from "../../resource/createOnce.js";
import { read } from "../../resource/read.js";
import { secondsToWait, send } from "../../resource/send.js";
import { isObject, pick, type Value, type Values, withMember } from "../../schema/json.js";
import { flag } from "../../schema/schemas.js";
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

const path = "/organization/{organizationId}/cluster/{clusterId}";
const api = { deploy: extended(`POST ${path}/deploy`), status: extended(`GET ${path}/status`) };

/** The deployment of a cluster. The state has `deploy` only after the deployment has succeeded; until then, it differs. */
export const deploySubresource: Subresource = {
  args: ["deploy"],
  step: () => "deploying it",
  isChanged: (own, whole) => own.changes.length > 0 || own.removals.length > 0 || isDue(own, whole),
  async apply(call, work) {
    const { now, args, update } = work;
    // A run that was killed has created and deployed it.
    const isDeployed = now[CREATED] === true && isUpToDate(now);
    const isDesired = isOn(args.deploy) && (update === undefined ? !isDeployed : isDue(update.own, update.whole));
    return isDesired ? deployNow(call, work) : as(now, args.deploy);
  },
  untouched: ({ own, whole }) => (isDue(own, whole) ? {} : own.state),
  async read(_call, _id, now, { deploy: known }) {
    const isIdle = isEnd(now.status) && now.status !== successState;
    return as(now, isOn(known) && isIdle ? undefined : known);
  },
  undeployed(now, isManaged) {
    const isOpen = now.deploymentStatus === "OUT_OF_DATE" || (isManaged && !isUpToDate(now));
    return now.deploy === WHEN_CHANGED && isOpen ? as(now, undefined) : now;
  },
};

function isUpToDate({ deploymentStatus }: Values): boolean {
  return deploymentStatus === "UP_TO_DATE";
}

function isOn(desired: Value | undefined): boolean {
  return desired === true || desired === WHEN_CHANGED;
}

function isDue({ args, state }: Comparison, whole: Comparison): boolean {
  if (!isOn(args.deploy)) return false;
  return !isOn(state.deploy) || (args.deploy === WHEN_CHANGED && hasOtherChanges(whole));
}

/** Whether other arguments change, which a deployment applies at the cloud provider. */
function hasOtherChanges({ changes, removals }: Comparison): boolean {
  const isOther = ({ arg }: { readonly arg: string }) => !["deploy", "timeoutSeconds", "connection"].includes(arg);
  return changes.some(isOther) || removals.some((each) => each.outcome === "changes" && isOther(each));
}

function as(state: Values, deployed: Value | undefined): Values {
  return withMember(state, "deploy", deployed);
}

interface Status {
  readonly state: string;
  /** The last deployment, if there was one and the platform returns it. */
  readonly execution: string | undefined;
}

async function deployNow(call: Call, { id, now, args, update, keep }: SubresourceWork): Promise<Values> {
  const { [DEPLOYMENT]: requested, ...others } = as(now, undefined);
  keep(others);
  const target: Target = { call, id, members: { ...others, clusterId: id }, seconds: secondsToWait(call, args, 3600) };
  const isSame = requested !== undefined && update !== undefined && !hasOtherChanges(update.whole);
  const running = isSame ? await resumed(target) : undefined;
  const before = running ?? (await request(target));
  const begun = { ...others, [DEPLOYMENT]: true };
  keep(begun);
  await waitUntilDeployed(target, before);
  const deployed = (await read(call, id, others, { isFresh: true })) ?? others;
  return as({ ...others, ...pick(deployed, Object.keys(call.definition.outputs)) }, args.deploy);
}

interface Target {
  readonly call: Call;
  readonly id: string;
  /** Values for path parameters. */
  readonly members: Values;
  readonly seconds: number;
}

async function statusOf({ call, members }: Target): Promise<Status> {
  const response = await send(call, api.status, members, "Reading the status of");
  const { status, last_execution_id: execution } = isObject(response) ? response : {};
  return {
    state: typeof status === "string" ? status : "unknown",
    execution: typeof execution === "string" ? execution : undefined,
  };
}

function hasEnded({ state }: Status): boolean {
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

/** Requests the deployment. Waits first if another one is running. */
async function request(target: Target): Promise<Before> {
  const { call, id, members, seconds } = target;
  const { platform, log, label } = call;
  let isReported = false;
  const { found, failure } = await pollUntil(platform, {
    ...{ seconds, atOnce: true, first: 1_000, longest: 15_000 },
    async poll(operation) {
      const polling = { ...target, call: { ...call, operation } };
      const before = await statusOf(polling);
      // The one that was running has applied everything.
      const isApplied = async () => isUpToDate((await read(polling.call, id, members, { isFresh: true })) ?? {});
      if (isReported && before.state === successState && (await isApplied())) return { isOlder: false as const };
      const isRefused = !hasEnded(before) || (await requestOnce(polling, before)) === "refused";
      if (!isRefused) return { isOlder: true as const, execution: before.execution };
      if (!isReported)
        log.info(`${label}: the cluster is ${before.state}; waiting up to ${seconds} s for that to end.`);
      isReported = true;
      return undefined;
    },
  });
  if (found !== undefined) return found;
  throw failure ?? new ClusterUnfinishedError(label, { seconds, state: "busy", isOwn: false, failure: undefined });
}

async function requestOnce(target: Target, before: Status): Promise<"requested" | "refused"> {
  const find = async () => {
    const now = await statusOf(target);
    const isOther = now.execution !== undefined && now.execution !== before.execution;
    return isOther || !hasEnded(now) ? {} : undefined;
  };
  const { call, members } = target;
  const todo = ["check the cluster in the platform's console; if it isn't being deployed, run `pulumi up` again"];
  try {
    await createOnce(call, { find, todo }, (calling) => send(calling, api.deploy, members, "Deploying"));
    return "requested";
  } catch (error) {
    if (error instanceof ConflictError) return "refused";
    throw error;
  }
}

/** How often to show an unchanged state again, in seconds. */
const reminderSeconds = 300;

/**
 * Waits until the deployment has ended.
 *
 * @throws ClusterNotDeployedError if it failed.
 * @throws ClusterUnfinishedError when the time is up or the wait was interrupted: the deployment continues.
 */
async function waitUntilDeployed(target: Target, before: Before): Promise<void> {
  const { call, seconds } = target;
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
    if (now.state !== successState) throw new ClusterNotDeployedError(label, now.state);
    return true;
  };
  const unfinished = (failure: AppPlatformError | undefined, isOver: boolean) =>
    new ClusterUnfinishedError(label, {
      ...{ state: shown.state, isOwn: true, failure },
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
