import type { Comparison } from "../definition/comparison.js";
import type { PlanScope, ResourceDefinition } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";
import type { Removal } from "../values/removal.js";

/**
 * Tells what an update does to removed arguments, once: in previews, the engine shows only that they are gone from the program.
 *
 * @param told What was told before.
 */
export function tellRemovals(
  { log, label }: PlanScope,
  told: Set<string>,
  { id, changes, removals }: Comparison,
): void {
  const once = (text: string, tell: (text: string) => void) => {
    if (!told.has(`${id} ${text}`)) tell(text);
    told.add(`${id} ${text}`);
  };
  const shown = removals.filter(({ outcome, deletesData }) => outcome !== "nothing" && !deletesData);
  if (shown.length > 0) once(`${label}: ${shown.map(({ text }) => text).join("; ")}`, log.info);
  const lost = changes.filter(({ deletesData }) => deletesData);
  for (const { text } of lost) once(`${label}: ${text}: the platform deletes it`, log.warn);
}

/** The state without the provider's own options that the program no longer gives. No response says that they are gone. */
export function withoutRemovedOptions(
  { args }: ResourceDefinition,
  state: Values,
  removed: readonly Removal[],
): Values {
  const names = removed.flatMap(({ arg, path }) => (arg === path && args[arg]?.local ? [arg] : []));
  return Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)));
}
