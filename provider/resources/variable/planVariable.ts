import type { Comparison } from "../../definition/comparison.js";
import type { Plan, PlanScope } from "../../definition/resourceDefinition.js";
import { plan } from "../../lifecycle/plan.js";
import { isAbsent } from "../../schema/json.js";
import { UNKNOWN } from "../../schema/unknown.js";
import { scopeOf } from "../shared/variableCalls.js";

/** Plans as every kind does, and says so to the triggers that roll the change out. Nothing sees the description. */
export function planVariable(scope: PlanScope, comparison: Comparison): Plan {
  const { id, args, changes, removals } = comparison;
  const isSeen = [...changes, ...removals].some(({ arg }) => arg !== "description") && args.on !== UNKNOWN;
  const place = isSeen ? scopeOf(String(args.on)).parentId : undefined;
  scope.platform.deployments.planned(id, place && `variable ${String(args.key)} changes`, place);
  const planned = plan(scope, comparison);
  const replaces = planned.replaces === undefined ? replacing(scope, comparison) : [];
  return replaces.length === 0 ? planned : { changes: true, replaces, deleteBeforeReplace: true };
}

/**
 * What makes it another variable although its value may be the same: an alias or an override that is none any more, and an open
 * variable whose value the program now marks as secret.
 */
function replacing({ definition }: PlanScope, { state, args }: Comparison): string[] {
  if (state.type === "ALIAS" && isAbsent(args.aliasOf)) return ["aliasOf"];
  if (state.type === "OVERRIDE" && isAbsent(args.overrides)) return ["overrides"];
  const isMarked = definition.args.value?.secret === true && !isAbsent(args.value) && isAbsent(args.overrides);
  return isMarked && isAbsent(args.secret) && state.secret === false ? ["secret"] : [];
}
