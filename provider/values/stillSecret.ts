import { textsIn, type Values } from "../schema/json.js";

/** Values of which some are secret. */
export interface KnownSecrets {
  readonly names: readonly string[];
  readonly values: Values;
}

/**
 * Names of the values that were secret before and still contain some of it. A program may no longer mark a value, or no longer give
 * it, while the platform keeps it.
 */
export function stillSecret({ names, values }: KnownSecrets, now: Values): readonly string[] {
  const isKept = (name: string) => {
    const before = new Set(textsIn(values[name]));
    return textsIn(now[name]).some((text) => before.has(text));
  };
  return names.filter(isKept);
}
