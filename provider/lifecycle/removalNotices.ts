import { changesOf, removalsOf } from "../definition/changesOf.js";
import type { PlanScope, ResourceDefinition } from "../definition/resourceDefinition.js";
import type { ObjectField } from "../schema/field.js";
import { givenMembers } from "../schema/givenMembers.js";
import { parseGiven, writeGiven } from "../schema/givenText.js";
import { sameJson, type Values } from "../schema/json.js";
import type { Removal } from "../schema/removal.js";

/** Number of checks that are remembered. The engine diffs a resource right after its check. */
const rememberedChecks = 32;

/** Shows in previews what becomes of removed arguments: the engine itself shows only that they are gone from the program. */
export interface RemovalNotices {
  /** The inputs of a resource were checked: those that the engine has, and the new ones. */
  checked(before: Values, inputs: Values): void;
  /**
   * What the program gave before: what the state describes, and arguments that are only in the engine's inputs, since the
   * platform had the same value when they were added and so nothing was updated.
   */
  givenBefore(body: ObjectField, id: string, managed: string | undefined, inputs: Values): string | undefined;
  /** The same for the update that follows the plan. */
  plannedBefore(id: string): string | undefined;
  /** The inputs that the engine had before these; nothing if they were not checked. */
  inputsBefore(inputs: Values): Values | undefined;
  /** Tells what an update does to removed arguments, once. */
  tell(scope: PlanScope, id: string, state: Values, args: Values): void;
}

export function newRemovalNotices(): RemovalNotices {
  let checks: readonly { readonly before: Values; readonly inputs: Values }[] = [];
  const told = new Set<string>();
  const given = new Map<string, string>();
  const checkOf = (args: Values) => checks.find(({ inputs }) => sameJson(inputs, args));
  const once = (id: string, text: string, say: (text: string) => void) => {
    if (!told.has(`${id} ${text}`)) say(text);
    told.add(`${id} ${text}`);
  };
  return {
    checked(before, inputs) {
      checks = [{ before, inputs }, ...checks].slice(0, rememberedChecks);
    },
    givenBefore(body, id, managed, inputs) {
      const checked = checkOf(inputs);
      if (managed === undefined || checked === undefined) return managed;
      const before = { ...givenMembers(body, checked.before), ...parseGiven(body, managed) };
      given.set(id, writeGiven(body, before));
      return given.get(id);
    },
    inputsBefore: (inputs) => checkOf(inputs)?.before,
    plannedBefore: (id) => given.get(id),
    tell({ definition, platform, label, managed }, id, state, args) {
      const all = removalsOf(definition, args, state, managed);
      const shown = all.filter(({ outcome, deletesData }) => outcome !== "nothing" && !deletesData);
      if (shown.length > 0) once(id, `${label}: ${shown.map(({ text }) => text).join("; ")}`, platform.info);
      const lost = changesOf(definition, args, state, managed).filter(({ deletesData }) => deletesData);
      for (const { text } of lost) once(id, `${label}: ${text}: the platform deletes it`, platform.warn);
    },
  };
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
