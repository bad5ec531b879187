import type { Comparison } from "../../definition/comparison.js";
import type { Plan, PlanScope } from "../../definition/resourceDefinition.js";
import { plan } from "../../lifecycle/plan.js";
import { formChanges, refuseReadable } from "./variableForm.js";

/** Plans as every kind does, and replaces what becomes another variable. */
export function planVariable(scope: PlanScope, comparison: Comparison): Plan {
  const { args, state } = comparison;
  const planned = plan(scope, comparison);
  const replaces = planned.replaces === undefined ? formChanges(scope, args, state) : [];
  if (replaces.length === 0) refuseReadable(scope, args, state.secret !== false);
  return replaces.length === 0 ? planned : { changes: true, replaces, deleteBeforeReplace: true };
}
