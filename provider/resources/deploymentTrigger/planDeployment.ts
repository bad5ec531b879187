import type { Comparison } from "../../definition/comparison.js";
import type { Plan, PlanScope } from "../../definition/resourceDefinition.js";
import { selectionOf } from "../../deployment/selection.js";
import { plan } from "../../lifecycle/plan.js";
import type { Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { UNKNOWN } from "../../schema/unknown.js";
import { describeDue, dueOf } from "./due.js";
import { rolloutOf } from "./lastRollout.js";

/** Plans as every kind does, and a deployment where the last one is not known to have succeeded. Says what will be deployed. */
export function planDeployment(scope: PlanScope, comparison: Comparison): Plan {
  const { log, label } = scope;
  const { state, args } = comparison;
  const planned = plan(scope, comparison);
  // Where a service is deleted before it is replaced, the engine also compares without knowing any of them.
  if (planned.replaces !== undefined || args.services === UNKNOWN) return planned;
  const { plannedFor } = scope.platform.deployments;
  const changesOf = (id: string) => [id, String(args.environmentId)].flatMap(plannedFor);
  const due = planned.changes === false ? [] : describeDue(state, args, dueOf(comparison), changesOf);
  if (due.length > 0) log.info(`${label} deploys ${due.join(", ")}.`);
  const unsuccessful = due.length > 0 ? undefined : whyAgain(state, args);
  if (unsuccessful !== undefined) log.info(`${label} ${unsuccessful}.`);
  if (unsuccessful === undefined) return planned;
  return planned.changes === false ? { changes: true } : planned;
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
