import type { Comparison } from "../../definition/comparison.js";
import type { Plan, Scope } from "../../definition/resourceDefinition.js";
import { selectionOf } from "../../deployment/selection.js";
import { isApplied } from "../../deployment/statuses.js";
import { plan } from "../../lifecycle/plan.js";
import { isServed } from "../../platform/endpoint.js";
import type { Values } from "../../schema/json.js";
import { UNKNOWN } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { isWrittenFor, keepCurrent } from "./deploy.js";
import { describeDue, dueOf } from "./due.js";
import { rolloutOf } from "./lastRollout.js";

/** Plans as every kind does, and a deployment where the last one is not known to have succeeded. Says what will be deployed. */
export function planDeployment(scope: Scope, comparison: Comparison): Plan {
  const { log, label } = scope;
  const { state, args } = comparison;
  const planned = plan(scope, comparison);
  // Where a service is deleted before it is replaced, the engine also compares without knowing any of them.
  if (planned.replaces !== undefined || args.services === UNKNOWN) return planned;
  const { plannedFor } = scope.platform.deployments;
  const changesOf = (id: string) => [id, String(args.environmentId)].flatMap(plannedFor);
  const own = dueOf(comparison);
  // What the run writes for the services deploys them, even if the trigger itself is as before.
  const seen = selectionOf(args).filter((each) => isApplied(each) && isTold(scope) && changesOf(each.id).length > 0);
  const changed = [...new Map([...seen, ...own.changed].map((each) => [each.id, each])).values()];
  const isSame = planned.changes === false && seen.length === 0;
  const isAll = own.isAll || (args.redeploy === "all" && seen.length > 0);
  const due = isSame ? [] : describeDue(state, args, { isAll, changed }, changesOf);
  if (due.length > 0) log.info(`${label} deploys ${due.join(", ")}.`);
  const unsuccessful = due.length > 0 ? undefined : whyAgain(state, args);
  if (unsuccessful !== undefined) log.info(`${label} ${unsuccessful}.`);
  if (planned.changes !== false) return planned;
  if (unsuccessful !== undefined || due.length > 0 || isWrittenFor(scope, args)) return { changes: true };
  if (args.wholeEnvironment !== true) keepCurrent(scope, args, () => undefined);
  return planned;
}

/** Whether the platform tells which services are out of date. */
function isTold({ definition, platform }: Scope): boolean {
  return isServed(definition.api.statuses, platform.endpoints);
}

function whyAgain(state: Values, args: Values): string | undefined {
  const { outcome, failures = [] } = rolloutOf(state);
  if (outcome === "unfinished") return "continues to wait for its last deployment, which was not finished";
  if (outcome !== "failed") return undefined;
  if (failures.length === 0) return "deploys again, since its last deployment did not succeed";
  const ids = selectionOf(args).map(({ id }) => normalId(id));
  const isListed = (failure: string) => args.wholeEnvironment === true || ids.some((id) => failure.includes(id));
  // A service that was deployed may have been changed since: what it is now says why, not how its deployment ended.
  const listed = failures.filter(isListed);
  if (listed.length > 0) return `deploys again, since ${listed.join(", ")}`;
  return "looks at its last deployment again: it no longer lists what did not succeed";
}
