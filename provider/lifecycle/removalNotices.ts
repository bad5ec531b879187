import { changesOf, removalsOf } from "../definition/changesOf.js";
import type { PlanScope, ResourceDefinition } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";
import type { Removal } from "../schema/removal.js";

/**
 * Tells what an update does to removed arguments, once: in previews, the engine shows only that they are gone from the program.
 *
 * @param told What was told before.
 */
export function tellRemovals(
  { definition, platform, label, givenBefore }: PlanScope,
  told: Set<string>,
  id: string,
  state: Values,
  args: Values,
): void {
  const once = (text: string, tell: (text: string) => void) => {
    if (!told.has(`${id} ${text}`)) tell(text);
    told.add(`${id} ${text}`);
  };
  const removed = removalsOf(definition, args, state, givenBefore);
  const shown = removed.filter(({ outcome, deletesData }) => outcome !== "nothing" && !deletesData);
  if (shown.length > 0) once(`${label}: ${shown.map(({ text }) => text).join("; ")}`, platform.info);
  const lost = changesOf(definition, args, state, givenBefore).filter(({ deletesData }) => deletesData);
  for (const { text } of lost) once(`${label}: ${text}: the platform deletes it`, platform.warn);
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
