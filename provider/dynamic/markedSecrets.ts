import { createHash } from "node:crypto";
import { isObject, type Value, type Values } from "../schema/json.js";
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
