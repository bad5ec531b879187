import type { ObjectField } from "../schema/field.js";
import { mapMembers, type Values } from "../schema/json.js";
import { type Change, differencesBetween, type Removal, type UpdateMode } from "../values/compare.js";
import { creationOptions, parentOptions } from "./names.js";

interface ComparedBy {
  readonly body: ObjectField;
  readonly updateMode: UpdateMode;
  readonly existingArg?: string | undefined;
}

/** The program's arguments for an existing resource. */
interface Desired {
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
export interface Comparison extends Desired {
  /** What an update would change, including removals. */
  readonly changes: readonly Change[];
  /** The arguments that the program has removed, with what happens to their values. */
  readonly removals: readonly Removal[];
}

export function compare({ body, updateMode, existingArg }: ComparedBy, specified: Desired): Comparison {
  const { state, args, oldInputs = {} } = specified;
  // Only a clone may omit a required argument, whose value comes from its source.
  const isLeft = (name: string) => args[name] === undefined && body.members[name]?.required === true;
  // Removing one of these doesn't make it another resource.
  const unmoved = [...creationOptions, ...parentOptions, existingArg];
  const before = mapMembers(oldInputs, (value, name) => (unmoved.includes(name) || isLeft(name) ? undefined : value));
  const { changes, removals } = differencesBetween(
    body,
    { desired: compared(args), before, actual: state },
    updateMode,
  );
  const removed = removals.filter(({ outcome }) => outcome === "changes");
  const found = removed.map(({ arg, path, steps, text, deletesData }) => ({
    ...{ arg, path, steps, text },
    ...(deletesData ? { deletesData } : {}),
  }));
  return { ...specified, changes: [...changes, ...found], removals };
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

/** How the arguments differ from the state. */
export function changesOf({ body }: Pick<ComparedBy, "body">, args: Values, state: Values): readonly Change[] {
  return differencesBetween(body, { desired: compared(args), actual: state }).changes;
}

/** The arguments without options that are used only at creation. */
function compared(args: Values): Values {
  const used = mapMembers(args, (value, name) => (creationOptions.includes(name) ? undefined : value));
  // An omitted connection isn't left to the platform like other arguments: it means the stack's own platform.
  return { ...used, connection: args.connection ?? null };
}
