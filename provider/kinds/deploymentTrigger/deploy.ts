import type { Call, Created, Plan } from "../../definition/kind.js";
import { EmptySelectionError } from "../../deployment/errors.js";
import { beginDeployment, type Choose, chooseAll } from "../../deployment/requestDeployment.js";
import { type Selected, selectionOf, versionsIn, versionTextsOf, withoutVersions } from "../../deployment/selection.js";
import {
  hasReadableStatuses,
  identityIn,
  isApplied,
  isEnd,
  isFailure,
  isOutOfDate,
  type Rollout,
  type ServiceStatus,
  statusesIfReadable,
  statusOfService,
} from "../../deployment/statuses.js";
import { deployedStatus, inspectDeployment, isAwaited, labelOfSelected } from "../../deployment/wait.js";
import { isServed } from "../../platform/endpoint.js";
import { plan } from "../../resource/plan.js";
import { normalId } from "../../schema/equality.js";
import { hasUnknown, isAbsent, isObject, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import type { Comparison } from "../../values/compare.js";
import { isDerived, isNewVersion, isSetByOthers, sameSelection } from "../../values/revisions.js";
import { isWrittenFor, keepCurrent, rolloutNow, rolloutOf, waitForDeployment, withRollout } from "./rollout.js";

export async function deploy(call: Call, args: Values): Promise<Created> {
  const { definition, platform, run, log, label } = call;
  const isUnwatched = isAbsent(args.waitFor) && !isServed(definition.api.read, platform.endpoints);
  if (isUnwatched && run.deployments.isFirstUnwatched()) {
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
  await call.run.deployments.flush(by);
  return last;
}

/** Deploys what is due, or what the last deployment omitted. If an update stopped waiting, continues to wait. */
export async function deployAgain(call: Call, comparison: Comparison): Promise<Values> {
  const { deployments } = call.run;
  const { args } = comparison;
  const now = await deployOrContinue(call, comparison);
  if (args.wholeEnvironment === true || deployments.isRegistered(call.urn ?? call.label)) return now;
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
  const poll = await inspectDeployment(call, preserved, rollout);
  const { verdict, rollout: current } = poll;
  if (verdict?.outcome === "deployed")
    return withRollout({ ...deployedStatus(poll), ...args }, { ...current, outcome: "succeeded" });
  if (verdict?.outcome !== "running") return again();
  if (!isAwaited(call, args)) return preserved;
  call.log.info(`${call.label}: the deployment that was requested before is still running; waiting for it.`);
  return (await waitForDeployment(call, { id, state }, args, current)).state;
}

/** What arguments and state require to be deployed. */
interface Due {
  /** Whether everything that's selected is due. */
  readonly isAll: boolean;
  /** Services that were changed since this trigger deployed them, or that it never deployed. */
  readonly changed: readonly Selected[];
}

function dueOf({ state, args, changes }: Comparison): Due {
  const before = itemsById(state);
  const changed = selectionOf(args).filter(({ id, specified }) => {
    const last = before.get(normalId(id));
    return last === undefined || hasUnknown(specified) || !sameSelection(specified, last);
  });
  const isOther = (name: string) => changes.some(({ arg }) => arg === name) || hasUnknown(args[name]);
  const isTriggered = isOther("triggers") || isOther("wholeEnvironment");
  return { isAll: isTriggered || (args.redeploy === "all" && changed.length > 0), changed };
}

export function isDue({ isAll, changed }: Due): boolean {
  return isAll || changed.length > 0;
}

function itemsById(args: Values): ReadonlyMap<string, Value> {
  return new Map(selectionOf(args).map(({ id, specified }) => [normalId(id), specified]));
}

/**
 * Chooses what a trigger deploys, and reports what it deploys although that isn't due.
 *
 * @param state What the trigger deployed before; nothing for a new one.
 */
function chooserOf(state: Values | undefined, due: Due): Choose {
  let lastMessage = "";
  return async (call, args) => {
    if (args.wholeEnvironment === true) return chooseAll(call, args);
    // A new trigger deploys everything. The statuses then only decide about derived versions.
    const isRead = state !== undefined || selectionOf(args).some(({ specified }) => isDerived(specified));
    const statuses = isRead ? await statusesIfReadable(call, args) : undefined;
    const chosen = decide(args, state ?? {}, due, statuses).filter(({ deploys }) => deploys);
    const text = reasonsOf(call, chosen, isDue(due));
    // While another deployment is running, it chooses again, and reports only changes.
    if (text !== "" && text !== lastMessage) call.log.info(`${call.label} ${text}.`);
    lastMessage = text;
    return chosen.map(({ service, sendsVersion }) => (sendsVersion ? service : withoutVersions(service)));
  };
}

interface Decision {
  readonly service: Selected;
  readonly deploys: boolean;
  /** Whether the request contains its version. */
  readonly sendsVersion: boolean;
  /** Why it's deployed although it isn't due, such as `OUT_OF_DATE`. Nothing if it's due, or if only other services cause its deployment. */
  readonly why: string | undefined;
  /** The state of a failed deployment, which the program's version replaces. */
  readonly replaced: string | undefined;
}

/** What is deployed although no preview has shown it, in words; empty if nothing is. */
function reasonsOf(call: Call, chosen: readonly Decision[], isDueItself: boolean): string {
  const named = ({ service, replaced }: Decision) =>
    `${labelOfSelected(call, service)}${replaced === undefined ? "" : inParentheses(versionTextsOf(service))}`;
  const others = chosen.filter(({ why }) => isDueItself && why !== undefined);
  const corrected = chosen.filter((each) => each.replaced !== undefined && !others.includes(each));
  const phrases = [
    ["also deploys", others.map((each) => `${named(each)}, which is ${each.why}`)],
    ["deploys the program's version of", corrected.map((each) => `${named(each)}, which is ${each.replaced}`)],
  ] as const;
  return phrases.flatMap(([verb, all]) => (all.length === 0 ? [] : [`${verb} ${all.join("; ")}`])).join(", and ");
}

/**
 * Decides what is deployed: what is due, and what the platform returns as out of date or failed, if it does. A version is sent only if
 * the program has set it since, or if the service was never deployed or has failed.
 *
 * @param state What the trigger deployed before; empty for a new one.
 * @param statuses Nothing if they aren't known.
 */
function decide(args: Values, state: Values, due: Due, statuses?: readonly ServiceStatus[]): readonly Decision[] {
  const before = itemsById(state);
  const selection = selectionOf(args);
  const { outcome, services = selection.map(({ id }) => id) } = rolloutOf(state);
  const left = ["failed", "unfinished"].includes(outcome) ? services.map(normalId) : [];
  const decisions = selection.map((service): Decision => {
    const id = normalId(service.id);
    const status = statuses && statusOfService(statuses, id);
    const isOwn = due.isAll || due.changed.some((each) => each.id === service.id);
    const deploys = isOwn || (status === undefined ? left.includes(id) : needsDeployment(status, service));
    const why = deploys && !isOwn ? stateIn(status) : undefined;
    const sendsVersion = isVersionSent(service, before.get(id), status);
    const isReplaced = sendsVersion && hasFailed(status) && versionsIn(service).length > 0;
    return { service, deploys, sendsVersion, why, replaced: isReplaced ? stateIn(status) : undefined };
  });
  const isAll = args.redeploy === "all" && decisions.some(({ deploys }) => deploys);
  return isAll ? decisions.map((each) => ({ ...each, deploys: true })) : decisions;
}

function needsDeployment(status: ServiceStatus, selected: Selected): boolean {
  if (!isEnd(status.state)) return false;
  if (isFailure(status.state) || isOutOfDate(status, selected)) return true;
  return status.currency === "NEVER_DEPLOYED" && isApplied(selected);
}

function hasFailed(status: ServiceStatus | undefined): boolean {
  return status !== undefined && isFailure(status.state);
}

function stateIn(status: ServiceStatus | undefined): string {
  if (status === undefined) return "not known to be deployed";
  return isFailure(status.state) ? status.state : status.currency;
}

function isVersionSent({ specified }: Selected, before: Value | undefined, status?: ServiceStatus): boolean {
  // A first deployment that's running may end before this request arrives.
  if (status?.currency === "NEVER_DEPLOYED" && isEnd(status.state)) return true;
  if (isSetByOthers(specified)) return false;
  // Somebody else may have deployed the version that failed: sending none would deploy that one again.
  if (hasFailed(status)) return true;
  const isNew = before === undefined ? undefined : isNewVersion(specified, before);
  // The platform has the version of the last deployment. Only a request changes it.
  return isNew ?? (status === undefined || !isDerived(specified));
}

/** Plans like other kinds, and plans a deployment if the last one isn't known to have succeeded. Reports what will be deployed. */
export function planDeployment(call: Call, comparison: Comparison): Plan {
  const { log, label } = call;
  const { state, args } = comparison;
  const planned = plan(call, comparison);
  // If a service is deleted before its replacement, the engine also plans with all services unknown.
  if (planned.replaces !== undefined || args.services === UNKNOWN) return planned;
  const { plannedFor } = call.run.deployments;
  const changesOf = (id: string) => [id, String(args.environmentId)].flatMap(plannedFor);
  const own = dueOf(comparison);
  // Writes of this run for the services deploy them, even if the trigger itself doesn't change.
  const seen = selectionOf(args).filter(
    (each) => isApplied(each) && hasReadableStatuses(call) && changesOf(each.id).length > 0,
  );
  const changed = [...new Map([...seen, ...own.changed].map((each) => [each.id, each])).values()];
  const isSame = planned.hasWork === false && seen.length === 0;
  const isAll = own.isAll || (args.redeploy === "all" && seen.length > 0);
  const due = isSame ? [] : describeDue(call, { state, args }, { isAll, changed }, changesOf);
  if (due.length > 0) log.info(`${label} deploys ${due.join(", ")}.`);
  const unsuccessful =
    due.length > 0 && isAll ? undefined : reasonToRepeat(call, { state, args }, due.length > 0 ? changed : []);
  if (unsuccessful !== undefined) log.info(`${label} ${unsuccessful}.`);
  if (planned.hasWork !== false) return planned;
  if (unsuccessful !== undefined || due.length > 0 || isWrittenFor(call, args)) return { hasWork: true };
  if (args.wholeEnvironment !== true) keepCurrent(call, args);
  return planned;
}

/**
 * The services that a preview can name, each with the versions that will be sent.
 *
 * @param changesOf What else a planned update of a service changes, in words.
 */
function describeDue(
  call: Call,
  { state, args }: Pick<Comparison, "state" | "args">,
  { isAll, changed }: Due,
  changesOf: (id: string) => readonly string[],
): string[] {
  const before = itemsById(state);
  const named = isAll ? selectionOf(args) : changed;
  return named.map((each) => {
    const last = before.get(normalId(each.id));
    const texts = isSentAtPreview(each.specified, last) ? versionTextsOf(each) : [];
    return `${labelOfSelected(call, each)}${inParentheses([...texts, ...changesOf(each.id)])}`;
  });
}

function inParentheses(texts: readonly string[]): string {
  return texts.length === 0 ? "" : ` (${texts.join(", ")})`;
}

/** Whether a preview knows that a version will be sent: an update that hasn't run yet may set it. */
function isSentAtPreview(specified: Value, last: Value | undefined): boolean {
  if (last === undefined) return !isSetByOthers(specified);
  const isNew = isNewVersion(specified, last);
  if (isNew !== undefined) return isNew;
  return shownVersions(specified) !== shownVersions(last);
}

function shownVersions(specified: Value): string {
  return isObject(specified) ? JSON.stringify([specified.imageTag ?? null, specified.gitCommitId ?? null]) : "";
}

/** @param due Services that are deployed anyway. */
function reasonToRepeat(
  call: Call,
  { state, args }: Pick<Comparison, "state" | "args">,
  due: readonly Selected[],
): string | undefined {
  const { outcome, failures = [] } = rolloutOf(state);
  const isOnly = due.length === 0;
  if (outcome === "unfinished" && isOnly) return "continues to wait for its last deployment, which wasn't finished";
  if (outcome !== "failed") return undefined;
  if (failures.length === 0) return isOnly ? "deploys again, since its last deployment didn't succeed" : undefined;
  const isOf = (failure: string, { id }: Selected) => failure.includes(normalId(id));
  const services = selectionOf(args);
  // A service may have changed since its deployment, so its current status is the reason, not how that ended.
  const listed = failures.filter(
    (each) =>
      (args.wholeEnvironment === true || services.some((service) => isOf(each, service))) &&
      !due.some((service) => isOf(each, service)),
  );
  if (listed.length > 0) {
    // `Container "web" (id 3fa8…) is BUILD_ERROR`
    const failed = listed.filter((each) => isFailure(/ is (\w+)[^"]*$/.exec(each)?.[1] ?? ""));
    const corrected = services.filter(
      (service) => !isSetByOthers(service.specified) && failed.some((each) => isOf(each, service)),
    );
    const versions = corrected.flatMap((each) =>
      versionTextsOf(each).map((text) => `${text} of ${labelOfSelected(call, each)}`),
    );
    return `deploys again, since ${listed.join(", ")}${versions.length === 0 ? "" : `: ${versions.join(", ")}`}`;
  }
  return isOnly ? "checks its last deployment again: it no longer lists the services that failed" : undefined;
}
