import type { Comparison } from "../definition/comparison.js";
import type { PlanScope } from "../definition/resourceDefinition.js";
import { EditNotPossibleError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Values } from "../schema/json.js";
import { type Fitted, mergeWithinRules } from "../values/merge.js";
import type { Issue } from "../values/validate.js";
import { type Merged, updateContent } from "./updateContent.js";

/**
 * All arguments of an update that replaces the whole resource: those that the program changes, and what the platform has beside
 * them, as far as the rules allow. Throws if the two do not go together.
 *
 * @param args All arguments that the program gives: of what the platform has, these are always kept.
 */
export function fullArguments(scope: PlanScope, content: Merged, args: Values): Values {
  return fitOrRefuse(scope, content, args).values;
}

/** Reports at preview which of the platform's values an update will not keep. Throws if it cannot be sent at all. */
export function previewUpdate(scope: PlanScope, comparison: Comparison): void {
  const { definition, platform, log, label } = scope;
  if (definition.updateMode !== "full" || !isServed(definition.api.update, platform.endpoints)) return;
  const { args } = comparison;
  for (const { path, issue } of fitOrRefuse(scope, updateContent(scope, comparison), args).dropped) {
    log.warn(
      `${label}: the update does not keep ${path}, which the platform has and the program does not give, because ${inWords(issue)}.`,
    );
  }
}

function fitOrRefuse({ definition, label }: PlanScope, { kept, wanted, current }: Merged, args: Values): Fitted {
  const fitted = mergeWithinRules(definition, kept, wanted, args, current);
  if (fitted.conflicts.length === 0) return fitted;
  throw new EditNotPossibleError(
    label,
    fitted.conflicts.map(inWords),
    "what the program gives and what the update would keep of the platform's values do not go together.",
    ["give the arguments that the messages name", "change them in the platform's console first, then run again"],
  );
}

function inWords({ path, expected, got }: Issue): string {
  return `${path} ${expected}${got === undefined ? "" : `; got ${got}`}`;
}
