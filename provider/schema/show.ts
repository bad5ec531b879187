import { isAbsent, isObject } from "./json.js";

const longest = 60;

/** A value for an error text: short, one line, never a secret. */
export function show(value: unknown, secret: boolean): string {
  if (secret) return "a secret value";
  if (isAbsent(value)) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length} ${value.length === 1 ? "item" : "items"}`;
  if (isObject(value)) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  const safe = text.replace(/\/\/[^/@\s"]+@/g, "//***@");
  return safe.length > longest ? `${safe.slice(0, longest)}… (${String(value).length} characters)` : safe;
}
