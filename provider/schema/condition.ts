import { hasUnknown, sameJson } from "./json.js";

/** Allowed values of sibling members. */
export type Condition = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** Whether a condition holds for the siblings; `undefined` if one of them is unknown or omitted. */
export function holds(condition: Condition, siblings: Readonly<Record<string, unknown>>): boolean | undefined {
  let result: boolean | undefined = true;
  for (const [name, allowed] of Object.entries(condition)) {
    const value = siblings[name];
    if (value === undefined || hasUnknown(value)) result = undefined;
    else if (!allowed.some((each) => sameJson(each, value))) return false;
  }
  return result;
}

/** The condition in words: `mode is MANAGED`. */
export function inWords(condition: Condition): string {
  return Object.entries(condition)
    .map(([name, allowed]) => `${name} is ${allowed.map(String).join(" or ")}`)
    .join(" and ");
}

/** Whether the platform ignores a member among these siblings. */
export function isIgnored(
  { when }: { readonly when?: { readonly ignored?: Condition } },
  siblings: Readonly<Record<string, unknown>>,
): boolean {
  return when?.ignored !== undefined && holds(when.ignored, siblings) === true;
}
