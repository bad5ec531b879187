import { isAbsent, isObject } from "./json.js";

const maximumLength = 60;

/** A value for an error message: short, on one line, never a secret. */
export function show(value: unknown, secret: boolean): string {
  if (secret) return "a secret value";
  if (isAbsent(value)) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length} ${value.length === 1 ? "item" : "items"}`;
  if (isObject(value)) return "an object";
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  const safe = text.replace(/\/\/[^/@\s"]+@/g, "//***@");
  const shown = shortened(safe, maximumLength);
  return shown === safe ? safe : `${shown} (${String(value).length} characters)`;
}

/** The text, cut after this many characters. Of one that takes two UTF-16 code units, no half is left. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/\p{Surrogate}$/u, "")}…` : text;
}
