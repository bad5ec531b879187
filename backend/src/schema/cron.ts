/** The five fields of a cron expression: their bounds, and the names that stand for numbers. */
interface Field {
  readonly minimum: number;
  readonly maximum: number;
  readonly names: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const fields: readonly Field[] = [
  { minimum: 0, maximum: 59, names: [] },
  { minimum: 0, maximum: 23, names: [] },
  { minimum: 1, maximum: 31, names: [] },
  { minimum: 1, maximum: 12, names: months },
  { minimum: 0, maximum: 7, names: days },
];

function numberOf(field: Field, text: string): number | undefined {
  const named = field.names.indexOf(text.toLowerCase());
  if (named >= 0) return named + (field.names === months ? 1 : 0);
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= field.minimum && value <= field.maximum ? value : undefined;
}

function isEntry(field: Field, entry: string): boolean {
  const [range = "", step, ...more] = entry.split("/");
  if (more.length > 0) return false;
  if (step !== undefined && (!/^\d{1,2}$/.test(step) || Number(step) < 1)) return false;
  if (range === "*") return true;
  const [first = "", last, ...rest] = range.split("-");
  if (rest.length > 0) return false;
  const from = numberOf(field, first);
  if (from === undefined) return false;
  // A step after a single number ("5/10") means "from there on".
  if (last === undefined) return true;
  const to = numberOf(field, last);
  // Sunday is 0 as a day and 7 as the end of a range: "sat-sun".
  return to !== undefined && from <= (to === 0 && field.maximum === 7 ? 7 : to);
}

export function isCronExpression(expression: string): boolean {
  const parts = expression.trim().split(/[ \t]+/);
  return (
    parts.length === fields.length &&
    fields.every((field, index) => (parts[index] ?? "").split(",").every((entry) => isEntry(field, entry)))
  );
}
