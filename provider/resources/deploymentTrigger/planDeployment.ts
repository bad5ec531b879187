import type { Comparison } from "../../definition/comparison.js";
import type { Call, Plan } from "../../definition/resourceDefinition.js";
import { selectionOf, versionsIn } from "../../deployment/selection.js";
import { isApplied, tellsStatuses } from "../../deployment/statuses.js";
import { labelOfSelected } from "../../deployment/wait.js";
import { plan } from "../../lifecycle/plan.js";
import { isObject, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { isNewVersion, isSetByOthers } from "../../values/serviceSelection.js";
import { type Due, dueOf, itemsById } from "./due.js";
import { isWrittenFor, keepCurrent, rolloutOf } from "./lastRollout.js";

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
    (each) => isApplied(each) && tellsStatuses(call) && changesOf(each.id).length > 0,
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
  return "looks at its last deployment again: it no longer lists what didn't succeed";
}
