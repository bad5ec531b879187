import { type Comparison, changesOf } from "../definition/comparison.js";
import type { PlanScope, ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";
import type { Removal } from "../values/removal.js";
import { withValueAt } from "../values/steps.js";

/** What a full update merges. */
export interface Merged {
  /** What the program changes, with a value for each removed argument that a request must contain to reset or clear it. */
  readonly wanted: Values;
  /** What the platform has, without the removed arguments that a request must not contain. */
  readonly kept: Values;
  /** All that the platform has. */
  readonly current: Values;
}

/** What an update is built from. */
export interface UpdateContent extends Merged {
  /** The arguments that the program does not change. The platform keeps what it has for them. */
  readonly unchanged: readonly string[];
}

/**
 * Prepares an update as a three-way merge. An argument that was given before and equals the known state is not a change by the
 * program: if the platform's value is another one by now, for example a tag that a deployment has set, the update does not set
 * it back. A refresh makes such drift known, and the update after it corrects it.
 *
 * @param current What the platform has, if that was read again.
 */
export function updateContent(
  { definition }: PlanScope,
  { args, state, givenBefore, changes, removals }: Comparison,
  current = state,
): UpdateContent {
  const removed = removals.filter(({ outcome }) => outcome === "changes");
  const changed = new Set(changes.map(({ arg }) => arg));
  const isWanted = (name: string) =>
    changed.has(name) ||
    givenBefore?.[name] === undefined ||
    name === definition.nameArg ||
    // What was read has no member for it, and the request must have one.
    (args[name] === null && definition.args[name]?.required === true);
  const kept = Object.entries(args).filter(([name]) => isWanted(name));
  // A request must contain something: an update that is repeated to finish an earlier one sends everything.
  const base = changed.size === 0 ? args : { ...Object.fromEntries(kept), ...localOf(definition, args) };
  return {
    wanted: withRemovals(base, removed),
    kept: removed.reduce((known, { steps }) => withValueAt(known, steps, undefined) as Values, current),
    current,
    unchanged: Object.keys(args).filter((name) => base[name] === undefined),
  };
}

/** The arguments with the values that reset or clear what was removed. */
export function withRemovals(args: Values, removed: readonly Removal[]): Values {
  return removed.reduce(
    (values, { steps, target }) => (target === undefined ? values : (withValueAt(values, steps, target) as Values)),
    args,
  );
}

/** The arguments that only the provider uses. */
export function localOf({ args: fields }: ResourceDefinition, args: Values): Values {
  return Object.fromEntries(Object.entries(args).filter(([name]) => fields[name]?.local));
}

/** Whether an update only records that the program no longer manages some arguments. */
export function onlyForgets({ definition }: Scope, { changes, removals }: Comparison): boolean {
  return removals.length > 0 && changes.every(({ arg }) => definition.args[arg]?.local);
}

/**
 * The new state, with the last known values of arguments that the update left unchanged. Drift in them is not recorded as if
 * the program had been compared with it: the next refresh shows it.
 */
export function withoutUnseenDrift(scope: Scope, state: Values, now: Values, args: Values, names: readonly string[]) {
  const drifted = new Set(changesOf(scope.definition, args, now).map(({ arg }) => arg));
  const known = names.filter((name) => drifted.has(name) && state[name] !== undefined);
  return { ...now, ...Object.fromEntries(known.map((name) => [name, state[name]])) };
}
