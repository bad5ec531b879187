import { createHash } from "node:crypto";
import { isObject, sameJson, type Value, type Values } from "../schema/json.js";
import type { DynamicInput } from "./dynamicInput.js";

/** Number of resources whose marks are remembered. The engine may check all resources of a stack before it creates the first one. */
const maxRemembered = 100_000;

/** What a check is told of arguments: names of those that the program marks as secret, and of those that aren't part of this run. */
type Told = Pick<DynamicInput, "secrets" | "pending">;

/**
 * What a check was told, from the check of a resource to its diff, create or update in the same process. Among the inputs that the
 * engine keeps, it would show as a difference whenever a program starts to mark a value.
 */
export function newMarkedSecrets(limit = maxRemembered) {
  const known = new Map<string, Told>();
  return {
    remember(args: Values, { secrets, pending }: Told): void {
      if (secrets.length === 0 && pending.length === 0) return;
      const key = digest(args);
      known.delete(key);
      known.set(key, { secrets, pending });
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
    },
    /** What the engine passes, with what was told of these arguments. */
    recall(input: DynamicInput): DynamicInput {
      return known.size === 0 ? input : { ...input, ...known.get(digest(input.values)) };
    },
  };
}

/** The same text for the same values, whatever the order of their members. Arguments may be long, and contain secrets. */
function digest(values: Values): string {
  const sorted = (_: string, value: Value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash("sha256").update(JSON.stringify(values, sorted)).digest("base64");
}

/** Number of checks that are remembered. The engine diffs a resource right after its check. */
const rememberedChecks = 32;

/** The arguments before, which the engine passes to check, and to neither diff nor update. */
export function newArgumentsBefore() {
  let checks: readonly { readonly before: Values; readonly args: Values }[] = [];
  const planned = new Map<string, Values>();
  return {
    /** The arguments of a resource were checked: those that the engine has, and the new ones. */
    checked(before: Values, args: Values): void {
      checks = [{ before, args }, ...checks].slice(0, rememberedChecks);
    },
    /** Those that the engine had before these; nothing if these were not checked. */
    before: (args: Values) => checks.find((each) => sameJson(each.args, args))?.before,
    /** An update of the resource is planned. */
    planned(id: string, before: Values | undefined): void {
      if (before !== undefined) planned.set(id, before);
    },
    /** What the arguments were before the update that follows the plan. */
    plannedBefore: (id: string) => planned.get(id),
  };
}

/** One read of a refresh. */
export interface Refresh {
  readonly id: string;
  /** What the state knew before. */
  readonly before: Values;
  /** What the read returned: `before` itself if nothing has changed. */
  readonly outputs: Values;
  /** What a program would give for these outputs. */
  readonly inputs: Values;
}

/**
 * Reads of a refresh whose diff is still to come. After each read, the engine diffs what was read against the inputs in the
 * state; that diff must reject nothing. The engine does not say whether a read or a diff belongs to a refresh or an update.
 */
export function newRefreshes() {
  let pending: readonly Refresh[] = [];
  return {
    /** A read returned these values. */
    read(refresh: Refresh): void {
      pending = [...pending.filter(({ id }) => id !== refresh.id), refresh];
    },
    /** A resource's inputs are checked: the refresh of a resource with these inputs has ended. */
    checked(inputs: Values): void {
      if (pending.length > 0) pending = pending.filter((each) => !sameJson(each.inputs, inputs));
    },
    /** The read that returned these outputs; nothing if there was none, or it was taken before. */
    take(id: string, outputs: Values): Refresh | undefined {
      const found = pending.find((each) => each.id === id && sameJson(each.outputs, outputs));
      pending = pending.filter((each) => each !== found);
      return found;
    },
  };
}
