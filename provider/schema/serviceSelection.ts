import { isAbsent, isObject, sameJson } from "./json.js";
import { UNKNOWN } from "./unknown.js";

/**
 * Whether a selected service is the same as before. Its name is there for messages only. A service without a revision is not
 * tracked; one that has its first revision was changed since. An unknown value is not a difference.
 */
export function sameSelection(wanted: unknown, have: unknown): boolean {
  if (!isObject(wanted) || !isObject(have)) return sameJson(wanted, have);
  const { name: _, ...compared } = wanted;
  const { name: __, ...before } = have;
  const names = new Set([...Object.keys(compared), ...Object.keys(before)]);
  return [...names].every((name) => {
    if (compared[name] === UNKNOWN || (name === "revision" && isAbsent(compared.revision))) return true;
    return sameJson(compared[name], before[name]);
  });
}
