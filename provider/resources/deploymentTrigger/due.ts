import type { Comparison } from "../../definition/comparison.js";
import type { Scope } from "../../definition/resourceDefinition.js";
import { type Choose, chooseAll } from "../../deployment/requestDeployment.js";
import { type Selected, selectionOf, versionsIn, withoutVersions } from "../../deployment/selection.js";
import { labelOfSelected } from "../../deployment/serviceLabels.js";
import {
  isApplied,
  isEnd,
  isFailure,
  isOutOfDate,
  readStatuses,
  type ServiceStatus,
  statusOfService,
} from "../../deployment/statuses.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";
import { isServed } from "../../platform/endpoint.js";
import { hasUnknown, isObject, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { isDerived, isNewVersion, isSetByOthers, sameSelection } from "../../values/serviceSelection.js";
import { rolloutOf } from "./lastRollout.js";

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
function itemsById(args: Values): ReadonlyMap<string, Value> {
  return new Map(selectionOf(args).map(({ id, given }) => [normalId(id), given]));
}

/**
 * Chooses what a trigger deploys: what is due, and what the platform says is out of date or has failed. Where no endpoint tells
 * that, the state decides alone. A version is sent only if the program has set it since, or the service was never deployed.
 *
 * @param state What the trigger deployed before; nothing for a new one.
 */
export function chooserOf(state: Values | undefined, due: Due): Choose {
  let told = "";
  return async (scope, args) => {
    if (args.wholeEnvironment === true) return chooseAll(scope, args);
    // A new trigger deploys everything; what was deployed before decides on nothing but derived versions.
    const isRead = state !== undefined || selectionOf(args).some(({ given }) => isDerived(given));
    const statuses = isRead ? await statusesIfTold(scope, args) : undefined;
    const before = itemsById(state ?? {});
    const isFailed = state !== undefined && ["failed", "unfinished"].includes(rolloutOf(state).outcome);
    const failed = state === undefined ? [] : (rolloutOf(state).services ?? selectionOf(args).map(({ id }) => id));
    const isNamed = (list: readonly Selected[], { id }: Selected) => list.some((each) => each.id === id);
    const all = selectionOf(args).map((each) => ({
      each,
      status: statuses === undefined ? undefined : statusOfService(statuses, each.id),
    }));
    const needed = all.filter(({ each, status }) => {
      if (due.isAll || isNamed(due.changed, each)) return true;
      if (status !== undefined) return needsDeployment(status, each);
      return isFailed && failed.some((id) => normalId(id) === normalId(each.id));
    });
    const chosen = args.redeploy === "all" && needed.length > 0 ? all : needed;
    const more = due.isAll ? [] : needed.filter(({ each }) => !isNamed(due.changed, each));
    const text = more.map(({ each, status }) => `${labelOf(each)}, which is ${stateIn(status)}`).join("; ");
    if (isDue(due) && text !== "" && text !== told) scope.log.info(`${scope.label} also deploys ${text}.`);
    told = text;
    return chosen.map(({ each, status }) =>
      sendsVersion(each, before.get(normalId(each.id)), status) ? each : withoutVersions(each),
    );
  };
}

/** The statuses of the environment's services; nothing if they cannot be read. */
async function statusesIfTold(scope: Scope, args: Values): Promise<readonly ServiceStatus[] | undefined> {
  const { definition, platform } = scope;
  if (!isServed(definition.api.statuses, platform.endpoints)) return undefined;
  return readStatuses(scope, args).catch((error) => {
    if (error instanceof AppPlatformError) return undefined;
    throw error;
  });
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
function sendsVersion({ given }: Selected, before: Value | undefined, status?: ServiceStatus): boolean {
  // If its first deployment is running, that may end before this request arrives.
  if (status?.currency === "NEVER_DEPLOYED" && isEnd(status.state)) return true;
  if (isSetByOthers(given)) return false;
  const isNew = before === undefined ? undefined : isNewVersion(given, before);
  // The platform has the version of a resource that was deployed before; only a deployment tells it another one.
  return isNew ?? (status === undefined || !isDerived(given));
}

/** Kind and name of a selected service, or where the program selects it. */
function labelOf({ given, path }: Selected): string {
  return isObject(given) && typeof given.kind === "string" ? labelOfSelected(given) : path;
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
export function describeDue(
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
    return `${labelOf(each)}${all.length === 0 ? "" : ` (${all.join(", ")})`}`;
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
