/** Cron expressions: croner checks the values and ranges, behind a check of the form that the API accepts. */
import { Cron } from "croner";

const name = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat";
const value = `(?:\\d{1,2}|${name})`;
/** `*`, a value or a range, with an optional step of at least 1. */
const entry = `(?:\\*|${value}(?:-${value})?)(?:/(?!0+\\b)\\d{1,2})?`;
/** Rejects the extensions of croner: nicknames such as `@daily`, and `?`, `L`, `W`, `#`. */
const field = new RegExp(`^${entry}(?:,${entry})*$`, "i");

/** croner rejects a step larger than its field and a step after a single value. The API accepts both, so croner gets no steps. */
function withoutSteps(text: string): string {
  return text.replaceAll(/\/\d+/g, "");
}

/** The form in a pattern that has no flags. */
const fields = `(?:${entry}(?:,${entry})*)`.replaceAll(
  name,
  name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`),
);
export const cronPattern = `^\\s*${fields}(?:[ \\t]+${fields}){4}\\s*$`;

export function isCronExpression(expression: string): boolean {
  const fields = expression.trim().split(/[ \t]+/);
  if (fields.length !== 5 || !fields.every((text) => field.test(text))) return false;
  const [minute, hour, day, month, weekday = ""] = fields.map(withoutSteps);
  // croner reads "sat-sun" as 6-7. Here "sun" is 0, which makes it a backward range; 7 is written as a number.
  const pattern = [minute, hour, day, month, weekday.replaceAll(/sun/gi, "0")].join(" ");
  try {
    new Cron(pattern, { mode: "5-part", paused: true });
    return true;
  } catch {
    return false;
  }
}
