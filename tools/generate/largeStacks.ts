import { comparisons } from "../measured/bench.js";
import { stampText } from "./performance.js";
import { table } from "./tables.js";

/** What each measure against long runs gives, as `npm run bench -- largeStacks` measured it. */
export function largeStacksTable(): string {
  const part = comparisons()?.parts.largeStacks;
  if (part === undefined) return "Not measured yet.\n";
  const rows = part.rows.map(({ what, against, own = "", other = "", value }) => [
    what,
    own,
    `${value} ×`,
    `${against}: ${other}`,
  ]);
  return `${table(["run", "time", "ratio", "compared with"], rows)}\n${stampText(part)}\n`;
}
