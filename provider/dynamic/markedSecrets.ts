import { createHash } from "node:crypto";
import { isObject, type Value, type Values } from "../schema/json.js";
import type { DynamicInput } from "./dynamicInput.js";

/** Number of resources whose marks are remembered. The engine may check all resources of a stack before it creates the first one. */
const maxRemembered = 100_000;

/**
 * Which arguments the program marks as secret, from the check of a resource to its diff, create or update in the same process.
 * Among the inputs that the engine keeps, they would show as a difference whenever a program starts to mark a value.
 */
export function newMarkedSecrets(limit = maxRemembered) {
  const marks = new Map<string, readonly string[]>();
  return {
    /** The program marks these arguments, by name. */
    remember(args: Values, names: readonly string[]): void {
      const key = digest(args);
      marks.delete(key);
      marks.set(key, names);
      const [oldest] = marks.keys();
      if (marks.size > limit && oldest !== undefined) marks.delete(oldest);
    },
    /** What the engine passes, with the marks of these arguments. */
    recall(input: DynamicInput): DynamicInput {
      const secrets = marks.size === 0 ? undefined : marks.get(digest(input.values));
      return secrets === undefined ? input : { ...input, secrets };
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
