import type { Comparison } from "../../definition/comparison.js";
import type { Plan, PlanScope } from "../../definition/resourceDefinition.js";
import { plan } from "../../lifecycle/plan.js";
import { UNKNOWN } from "../../schema/unknown.js";
import { scopeOf } from "../shared/variableCalls.js";

/** Plans as every kind does, and says so to the triggers that roll the change out. Nothing sees the description. */
export function planVariable(scope: PlanScope, comparison: Comparison): Plan {
  const { id, args, changes, removals } = comparison;
  const isSeen = [...changes, ...removals].some(({ arg }) => arg !== "description") && args.on !== UNKNOWN;
  const place = isSeen ? scopeOf(String(args.on)).parentId : undefined;
  scope.platform.deployments.planned(id, place && `variable ${String(args.key)} changes`, place);
  return plan(scope, comparison);
}
