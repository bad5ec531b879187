import type { Comparison } from "../../definition/comparison.js";
import type { Plan, PlanScope } from "../../definition/resourceDefinition.js";
import { plan } from "../../lifecycle/plan.js";
import { UNKNOWN } from "../../schema/unknown.js";
import { scopeOf } from "../shared/variableCalls.js";
import { formChanges, refuseReadable } from "./variableForm.js";

/** Plans as every kind does, and says so to the triggers that roll the change out. Nothing sees the description. */
export function planVariable(scope: PlanScope, comparison: Comparison): Plan {
  const { id, args, state, changes, removals } = comparison;
  const isSeen = [...changes, ...removals].some(({ arg }) => arg !== "description") && args.on !== UNKNOWN;
  const place = isSeen ? scopeOf(String(args.on)).parentId : undefined;
  scope.platform.deployments.planned(id, place && `variable ${String(args.key)} changes`, place);
  const planned = plan(scope, comparison);
  const replaces = planned.replaces === undefined ? formChanges(scope, args, state) : [];
  if (replaces.length === 0) refuseReadable(scope, args, state.secret !== false);
  return replaces.length === 0 ? planned : { changes: true, replaces, deleteBeforeReplace: true };
}
