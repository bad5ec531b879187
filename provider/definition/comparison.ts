import type { ObjectField } from "../schema/field.js";
import { mapMembers, type Values } from "../schema/json.js";
import { type Change, differencesIn } from "../values/diff.js";
import { type Removal, removals, type UpdateMode } from "../values/removal.js";
import { creationOptions, placeOptions } from "./names.js";

interface ComparedBy {
  readonly body: ObjectField;
  readonly updateMode: UpdateMode;
  readonly existingArg?: string | undefined;
}

/** The program's arguments for an existing resource. */
interface Wanted {
  readonly id: string;
  readonly state: Values;
  readonly args: Values;
  /**
   * What the program specified before. What it has removed of that is reset or cleared; what it never specified is left to the
   * platform. Omitted if the program hasn't managed the resource yet.
   */
  readonly oldInputs?: Values | undefined;
}

/** Arguments and state, compared once for all decisions. */
export interface Comparison extends Wanted {
  /** What an update would change, including removals. */
  readonly changes: readonly Change[];
  /** The arguments that the program has removed, with what happens to their values. */
  readonly removals: readonly Removal[];
}

export function compare(definition: ComparedBy, wanted: Wanted): Comparison {
  const { state, args, oldInputs } = wanted;
  const removed = oldInputs === undefined ? [] : removalsOf(definition, args, state, oldInputs);
  const changing = removed.filter(({ outcome }) => outcome === "changes");
  const found = changing.map(({ arg, path, text, deletesData }) => ({
    ...{ arg, path, text },
    ...(deletesData ? { deletesData } : {}),
  }));
  return { ...wanted, changes: [...changesOf(definition, args, state), ...found], removals: removed };
}

/** The comparison of some arguments only. */
export function only(comparison: Comparison, isMeant: (arg: string) => boolean): Comparison {
  const meant = <T>(values: Readonly<Record<string, T>>) =>
    mapMembers(values, (value, name) => (isMeant(name) ? value : undefined));
  const { state, args, oldInputs, changes, removals } = comparison;
  return {
    ...comparison,
    ...{ state: meant(state), args: meant(args), ...(oldInputs && { oldInputs: meant(oldInputs) }) },
    changes: changes.filter(({ arg }) => isMeant(arg)),
    removals: removals.filter(({ arg }) => isMeant(arg)),
  };
}

/** How the arguments differ from the state. Options that are used only at creation don't count. */
export function changesOf({ body }: ComparedBy, args: Values, state: Values): Change[] {
  const compared = Object.fromEntries(Object.entries(args).filter(([name]) => !creationOptions.includes(name)));
  // An omitted connection isn't left to the platform like other arguments: it means the stack's own platform.
  return differencesIn(body, { ...compared, connection: args.connection ?? null }, state);
}

function removalsOf(
  { body, updateMode, existingArg }: ComparedBy,
  args: Values,
  state: Values,
  oldInputs: Values,
): Removal[] {
  // Only a clone may omit a required argument, whose value comes from its source.
  const isLeft = (name: string) => args[name] === undefined && body.members[name]?.required === true;
  // Removing one of these doesn't make it another resource.
  const unmoved = [...creationOptions, ...placeOptions, existingArg];
  const before = mapMembers(oldInputs, (value, name) => (unmoved.includes(name) || isLeft(name) ? undefined : value));
  return removals(body, before, args, state, updateMode);
}
