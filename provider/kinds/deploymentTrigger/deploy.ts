import type { Comparison } from "../../definition/comparison.js";
import type { Call, Created } from "../../definition/kind.js";
import { EmptySelectionError } from "../../deployment/errors.js";
import { beginDeployment, type Choose } from "../../deployment/requestDeployment.js";
import { identityIn, type Rollout } from "../../deployment/statuses.js";
import { deployedStatus, isAwaited, lookAt } from "../../deployment/wait.js";
import { isServed } from "../../platform/endpoint.js";
import { isAbsent, type Values } from "../../schema/json.js";
import { chooserOf, dueOf, isDue } from "./due.js";
import { isWrittenFor, keepCurrent, rolloutNow, rolloutOf, waitForDeployment, withRollout } from "./lastRollout.js";

export async function deploy(call: Call, args: Values): Promise<Created> {
  const { definition, platform, log, label } = call;
  const isUnwatched = isAbsent(args.waitFor) && !isServed(definition.api.read, platform.endpoints);
  if (isUnwatched && platform.deployments.isFirstUnwatched()) {
    log.info(
      "Triggers request deployments and don't wait for them: the platform's endpoints don't return whether they succeed.",
    );
  }
  const created = await deployNow(call, args, chooserOf(undefined, { isAll: true, changed: [] }));
  if (created === undefined) throw new EmptySelectionError(label);
  return created;
}

/**
 * Deploys what is chosen; nothing if nothing is. If it waits, it then deploys again what the run has changed since the deployment began,
 * such as a variable that was created meanwhile.
 *
 * @param known Identities of earlier deployments.
 */
async function deployNow(
  call: Call,
  args: Values,
  choose: Choose,
  known: readonly string[] = [],
): Promise<Created | undefined> {
  const begun = await beginDeployment(call, args, choose, known);
  if (begun === undefined) return undefined;
  const { id, status: state, rollout } = begun;
  const { services } = rollout;
  if (!isAwaited(call, args)) {
    keepCurrent(call, args, () => rollout);
    return { id, state: withRollout(state, rollout) };
  }
  let last = await waitForDeployment(call, { id, state }, args, rollout);
  const lastRollout = () => rolloutOf(last.state);
  const by = keepCurrent(call, args, lastRollout, (next) => {
    last = { ...next, state: withRollout(next.state, { ...rolloutOf(next.state), ...(services && { services }) }) };
  });
  await call.platform.deployments.flush(by);
  return last;
}

/** Deploys what is due, or what the last deployment omitted. If an update stopped waiting, continues to wait. */
export async function deployAgain(call: Call, comparison: Comparison): Promise<Values> {
  const { deployments } = call.platform;
  const { args } = comparison;
  const now = await deployOrContinue(call, comparison);
  if (args.wholeEnvironment === true || deployments.isKeptUpToDate(call.urn ?? call.label)) return now;
  const by = keepCurrent(call, args);
  if (isWrittenFor(call, args)) await deployments.flush(by);
  return now;
}

async function deployOrContinue(call: Call, comparison: Comparison): Promise<Values> {
  const { id, state, args } = comparison;
  const due = dueOf(comparison);
  const preserved = { ...state, ...args };
  const again = async () => {
    const own = rolloutOf(state);
    const known = [identityIn(state), own.request, own.deployment].filter((each) => each !== undefined);
    const deployed = await deployNow(call, args, chooserOf(state, due), known);
    if (deployed !== undefined) return deployed.state;
    const now = await rolloutNow(call, preserved);
    if (now.outcome !== "failed") return withRollout(preserved, now);
    // What had failed is being deployed, for example by another trigger: wait for that deployment.
    const running: Rollout = { outcome: "requested" };
    if (!isAwaited(call, args)) return withRollout(preserved, running);
    return (await waitForDeployment(call, { id, state }, args, running)).state;
  };
  if (isDue(due) || isWrittenFor(call, args)) return again();
  const rollout = rolloutOf(state);
  if (rollout.outcome === "failed") return again();
  const isWaitNew = isAwaited(call, args) && args.waitFor !== state.waitFor;
  const isFollowed = rollout.outcome === "unfinished" || (rollout.outcome === "requested" && isWaitNew);
  if (!isFollowed) return preserved;
  if (!isServed(call.definition.api.read, call.platform.endpoints)) {
    return rollout.outcome === "unfinished" ? again() : preserved;
  }
  const poll = await lookAt(call, preserved, rollout);
  const { verdict, rollout: current } = poll;
  if (verdict?.outcome === "deployed")
    return withRollout({ ...deployedStatus(poll), ...args }, { ...current, outcome: "succeeded" });
  if (verdict?.outcome !== "running") return again();
  if (!isAwaited(call, args)) return preserved;
  call.log.info(`${call.label}: the deployment that was requested before is still running; waiting for it.`);
  return (await waitForDeployment(call, { id, state }, args, current)).state;
}
