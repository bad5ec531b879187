import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { SECRETS } from "../schema/redact.js";
import { type EngineInput, engineInput } from "./engineInput.js";

/**
 * Which arguments the program marks as secret, from the check of a resource to its diff, create or update in the same process.
 * Among the inputs that the engine keeps, they would show as a difference whenever a program starts to mark a value.
 */
export interface MarkedSecrets {
  /** The program marks these arguments, by name. */
  remember(args: Values, names: readonly string[]): void;
  /** What the engine passes, with the marks of these arguments. */
  recall(given: Values): EngineInput;
}

export function newMarkedSecrets(definition: ResourceDefinition): MarkedSecrets {
  const marks = new Map<string, string>();
  return {
    remember(args, names) {
      marks.set(canonical(args), names.join());
    },
    recall(given) {
      const input = engineInput(definition, given);
      const names = marks.size === 0 ? undefined : marks.get(canonical(input.values));
      return names === undefined ? input : engineInput(definition, { ...given, [SECRETS]: names });
    },
  };
}

/** The same text for the same values, whatever the order of their members. */
function canonical(values: Values): string {
  const sorted = (_: string, value: Value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return JSON.stringify(values, sorted);
}
