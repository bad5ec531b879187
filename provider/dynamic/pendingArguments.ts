import { createHash } from "node:crypto";
import { isObject, type Value, type Values } from "../schema/json.js";
import type { DynamicInput } from "./dynamicInput.js";

/** Number of resources that are remembered. The engine may check all resources of a stack before it creates the first one. */
const maxRemembered = 100_000;

/**
 * Names of the arguments that aren't part of this run, which a check was told, from the check of a resource to its diff, create or
 * update in the same process. Among the inputs that the engine keeps, they would outlive the run.
 */
export function newPendingArguments(limit = maxRemembered) {
  const known = new Map<string, DynamicInput["pending"]>();
  return {
    remember(args: Values, pending: DynamicInput["pending"]): void {
      if (pending.length === 0) return;
      const key = digest(args);
      known.delete(key);
      known.set(key, pending);
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
    },
    /** What the engine passes, with what was told of these arguments. */
    recall(input: DynamicInput): DynamicInput {
      const pending = known.size === 0 ? undefined : known.get(digest(input.values));
      return pending === undefined ? input : { ...input, pending };
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
