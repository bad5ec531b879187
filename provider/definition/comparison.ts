import type { ObjectField } from "../schema/field.js";
import { mapMembers, type Values } from "../schema/json.js";
import { type Change, differencesIn } from "../values/diff.js";
import type { GivenMembers } from "../values/given.js";
import { type Removal, removals, type UpdateMode } from "../values/removal.js";
import { creationOptions, placeOptions } from "./names.js";

/** The parts of a definition that say how to compare. */
interface ComparedBy {
  readonly body: ObjectField;
  readonly updateMode: UpdateMode;
  readonly existingArg?: string | undefined;
}

/** What the program wants of a resource that exists. */
interface Wanted {
  readonly id: string;
  /** What is known about the resource. */
  readonly state: Values;
  readonly args: Values;
  /**
   * Which arguments the program gave before. Those that it omits now return to their default or are cleared; what was never given
   * is left to the platform. Omitted for what the program has not managed yet.
   */
  readonly givenBefore?: GivenMembers;
}

/** Arguments and state, compared once for all that decide something from it. */
export interface Comparison extends Wanted {
  /** What an update would change, removals included. */
  readonly changes: readonly Change[];
  /** The arguments that the program gave before and omits now, with what becomes of them. */
  readonly removals: readonly Removal[];
}

export function compare(definition: ComparedBy, wanted: Wanted): Comparison {
  const { state, args, givenBefore } = wanted;
  const removed = givenBefore === undefined ? [] : removalsOf(definition, args, state, givenBefore);
  const changing = removed.filter(({ outcome }) => outcome === "changes");
  const found = changing.map(({ arg, path, text, deletesData }) => ({
    ...{ arg, path, text },
    ...(deletesData ? { deletesData } : {}),
  }));
  return { ...wanted, changes: [...changesOf(definition, args, state), ...found], removals: removed };
}

/** The comparison of some arguments alone. */
export function only(comparison: Comparison, isMeant: (arg: string) => boolean): Comparison {
  const meant = <T>(values: Readonly<Record<string, T>>) =>
    mapMembers(values, (value, name) => (isMeant(name) ? value : undefined));
  const { state, args, givenBefore, changes, removals } = comparison;
  return {
    ...comparison,
    ...{ state: meant(state), args: meant(args), ...(givenBefore && { givenBefore: meant(givenBefore) }) },
    changes: changes.filter(({ arg }) => isMeant(arg)),
    removals: removals.filter(({ arg }) => isMeant(arg)),
  };
}

/** The differences between the arguments that are given and the state. What the resource was created from no longer matters. */
export function changesOf({ body }: ComparedBy, args: Values, state: Values): Change[] {
  const compared = Object.fromEntries(Object.entries(args).filter(([name]) => !creationOptions.includes(name)));
  // An omitted connection means the stack's own platform; unlike other omitted arguments, it is not left to the server.
  return differencesIn(body, { ...compared, connection: args.connection ?? null }, state);
}

function removalsOf(
  { body, updateMode, existingArg }: ComparedBy,
  args: Values,
  state: Values,
  givenBefore: GivenMembers,
): Removal[] {
  // Only a clone may omit what is required: it is left to the platform.
  const isLeft = (name: string) => args[name] === undefined && body.members[name]?.required === true;
  // An existing resource that the program no longer names stays the same one.
  const unmoved = [...creationOptions, ...placeOptions, existingArg];
  const given = Object.entries(givenBefore).filter(([name]) => !unmoved.includes(name) && !isLeft(name));
  return removals(body, Object.fromEntries(given), args, state, updateMode);
}
