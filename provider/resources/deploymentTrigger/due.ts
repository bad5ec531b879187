import type { Comparison } from "../../definition/comparison.js";
import type { Call, Plan } from "../../definition/resourceDefinition.js";
import { type Choose, chooseAll } from "../../deployment/requestDeployment.js";
import { type Selected, selectionOf, versionsIn, withoutVersions } from "../../deployment/selection.js";
import {
  hasReadableStatuses,
  isApplied,
  isEnd,
  isFailure,
  isOutOfDate,
  type ServiceStatus,
  statusesIfReadable,
  statusOfService,
} from "../../deployment/statuses.js";
import { labelOfSelected } from "../../deployment/wait.js";
import { plan } from "../../lifecycle/plan.js";
import { hasUnknown, isObject, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { isDerived, isNewVersion, isSetByOthers, sameSelection } from "../../values/serviceSelection.js";
import { isWrittenFor, keepCurrent, rolloutOf } from "./lastRollout.js";

/** What must be deployed, according to arguments and state. */
export interface Due {
  /** Everything that the arguments select. */
  readonly isAll: boolean;
  /** What was changed since this trigger deployed it, or was never deployed by it. */
  readonly changed: readonly Selected[];
}

/** What the state of a trigger and its arguments say that must be deployed. */
export function dueOf({ state, args, changes }: Comparison): Due {
  const before = itemsById(state);
  const changed = selectionOf(args).filter(({ id, given }) => {
    const last = before.get(normalId(id));
    return last === undefined || hasUnknown(given) || !sameSelection(given, last);
  });
  const isOther = (name: string) => changes.some(({ arg }) => arg === name) || hasUnknown(args[name]);
  const isTriggered = isOther("triggers") || isOther("wholeEnvironment");
  return { isAll: isTriggered || (args.redeploy === "all" && changed.length > 0), changed };
}

/** Whether anything is due. */
export function isDue({ isAll, changed }: Due): boolean {
  return isAll || changed.length > 0;
}

/** What the arguments select, by ID. */
export function itemsById(args: Values): ReadonlyMap<string, Value> {
  return new Map(selectionOf(args).map(({ id, given }) => [normalId(id), given]));
}

/**
 * Chooses what a trigger deploys, and says what it deploys besides what is due.
 *
 * @param state What the trigger deployed before; nothing for a new one.
 */
export function chooserOf(state: Values | undefined, due: Due): Choose {
  let lastMessage = "";
  return async (call, args) => {
    if (args.wholeEnvironment === true) return chooseAll(call, args);
    // A new trigger deploys everything; what was deployed before decides on nothing but derived versions.
    const isRead = state !== undefined || selectionOf(args).some(({ given }) => isDerived(given));
    const statuses = isRead ? await statusesIfReadable(call, args) : undefined;
    const chosen = decide(args, state ?? {}, due, statuses).filter(({ deploys }) => deploys);
    const others = chosen.filter(({ why }) => why !== undefined);
    const text = others.map(({ service, why }) => `${labelOfSelected(service)}, which is ${why}`).join("; ");
    // It chooses again while another deployment is running, and then only reports what has changed.
    if (isDue(due) && text !== "" && text !== lastMessage) call.log.info(`${call.label} also deploys ${text}.`);
    lastMessage = text;
    return chosen.map(({ service, sendsVersion }) => (sendsVersion ? service : withoutVersions(service)));
  };
}

/** What a deployment does with a selected service. */
interface Decision {
  readonly service: Selected;
  readonly deploys: boolean;
  /** Whether the request names its version. */
  readonly sendsVersion: boolean;
  /**
   * Why it is deployed although it is not due, such as `OUT_OF_DATE`. Nothing if it is due, or if only other services cause its deployment.
   */
  readonly why: string | undefined;
}

/**
 * Decides what is deployed: what is due, and what the platform says is out of date or has failed. Where no endpoint tells that, the
 * state decides alone. A version is sent only if the program has set it since, or the service was never deployed.
 *
 * @param state What the trigger deployed before; empty for a new one.
 * @param statuses Nothing if they are not known.
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
    return { service, deploys, sendsVersion: isVersionSent(service, before.get(id), status), why };
  });
  const isAll = args.redeploy === "all" && decisions.some(({ deploys }) => deploys);
  return isAll ? decisions.map((each) => ({ ...each, deploys: true })) : decisions;
}

function needsDeployment(status: ServiceStatus, selected: Selected): boolean {
  if (!isEnd(status.state)) return false;
  if (isFailure(status.state) || isOutOfDate(status, selected)) return true;
  return status.currency === "NEVER_DEPLOYED" && isApplied(selected);
}

function stateIn(status: ServiceStatus | undefined): string {
  if (status === undefined) return "not known to be deployed";
  return isFailure(status.state) ? status.state : status.currency;
}

/** Whether the request names the version of a service. */
function isVersionSent({ given }: Selected, before: Value | undefined, status?: ServiceStatus): boolean {
  // If its first deployment is running, that may end before this request arrives.
  if (status?.currency === "NEVER_DEPLOYED" && isEnd(status.state)) return true;
  if (isSetByOthers(given)) return false;
  const isNew = before === undefined ? undefined : isNewVersion(given, before);
  // The platform has the version of a resource that was deployed before; only a deployment tells it another one.
  return isNew ?? (status === undefined || !isDerived(given));
}

/** Plans as every kind does, and a deployment where the last one is not known to have succeeded. Says what will be deployed. */
export function planDeployment(call: Call, comparison: Comparison): Plan {
  const { log, label } = call;
  const { state, args } = comparison;
  const planned = plan(call, comparison);
  // Where a service is deleted before it is replaced, the engine also compares without knowing any of them.
  if (planned.replaces !== undefined || args.services === UNKNOWN) return planned;
  const { plannedFor } = call.platform.deployments;
  const changesOf = (id: string) => [id, String(args.environmentId)].flatMap(plannedFor);
  const own = dueOf(comparison);
  // What the run writes for the services deploys them, even if the trigger itself is as before.
  const seen = selectionOf(args).filter(
    (each) => isApplied(each) && hasReadableStatuses(call) && changesOf(each.id).length > 0,
  );
  const changed = [...new Map([...seen, ...own.changed].map((each) => [each.id, each])).values()];
  const isSame = planned.hasWork === false && seen.length === 0;
  const isAll = own.isAll || (args.redeploy === "all" && seen.length > 0);
  const due = isSame ? [] : describeDue(state, args, { isAll, changed }, changesOf);
  if (due.length > 0) log.info(`${label} deploys ${due.join(", ")}.`);
  const unsuccessful = due.length > 0 ? undefined : reasonToRepeat(state, args);
  if (unsuccessful !== undefined) log.info(`${label} ${unsuccessful}.`);
  if (planned.hasWork !== false) return planned;
  if (unsuccessful !== undefined || due.length > 0 || isWrittenFor(call, args)) return { hasWork: true };
  if (args.wholeEnvironment !== true) keepCurrent(call, args);
  return planned;
}

/** What a version is called in messages, by its name in the request. */
const versionNames: Readonly<Record<string, string>> = {
  image_tag: "image tag",
  git_commit_id: "commit",
  chart_version: "chart version",
  values_override_git_commit_id: "commit of the values",
};

/**
 * The services that a preview can name, each with the versions that will be sent.
 *
 * @param changesOf What else a planned update of a service changes, in words.
 */
function describeDue(
  state: Values,
  args: Values,
  { isAll, changed }: Due,
  changesOf: (id: string) => readonly string[],
): string[] {
  const before = itemsById(state);
  const named = isAll ? selectionOf(args) : changed;
  return named.map((each) => {
    const last = before.get(normalId(each.id));
    const isNew = isSentAtPreview(each.given, last);
    const versions = isNew ? versionsIn(each) : [];
    const texts = versions.map(
      ([name, version]) => `${versionNames[name] ?? name} ${version === UNKNOWN ? "not known yet" : String(version)}`,
    );
    const all = [...texts, ...changesOf(each.id)];
    return `${labelOfSelected(each)}${all.length === 0 ? "" : ` (${all.join(", ")})`}`;
  });
}

/** What a preview can tell of whether a version will be sent: an update that it has not run may set it. */
function isSentAtPreview(given: Value, last: Value | undefined): boolean {
  if (last === undefined) return !isSetByOthers(given);
  const isNew = isNewVersion(given, last);
  if (isNew !== undefined) return isNew;
  return versionTexts(given) !== versionTexts(last);
}

function versionTexts(given: Value): string {
  return isObject(given) ? JSON.stringify([given.imageTag ?? null, given.gitCommitId ?? null]) : "";
}

function reasonToRepeat(state: Values, args: Values): string | undefined {
  const { outcome, failures = [] } = rolloutOf(state);
  if (outcome === "unfinished") return "continues to wait for its last deployment, which wasn't finished";
  if (outcome !== "failed") return undefined;
  if (failures.length === 0) return "deploys again, since its last deployment didn't succeed";
  const ids = selectionOf(args).map(({ id }) => normalId(id));
  const isListed = (failure: string) => args.wholeEnvironment === true || ids.some((id) => failure.includes(id));
  // A service that was deployed may have been changed since: what it is now says why, not how its deployment ended.
  const listed = failures.filter(isListed);
  if (listed.length > 0) return `deploys again, since ${listed.join(", ")}`;
  return "checks its last deployment again: it no longer lists the services that failed";
}
