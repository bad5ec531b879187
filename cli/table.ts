import { oneLine } from "../provider/errors/appPlatformError.js";

/** One column of a table. */
interface Column {
  readonly title: string;
  /** Whether its cells may be shortened where the table does not fit. */
  readonly shrinks?: boolean;
}

const gap = "  ";
/** Width under which no column is shortened. */
const narrowest = 8;

/**
 * Rows in aligned columns.
 *
 * @param width How many characters a line may have; any number if omitted.
 */
export function tableText(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number = Number.POSITIVE_INFINITY,
): string[] {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => row.map(oneLine))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => charactersIn(line[index]))));
  shrink(columns, widths, width);
  return lines.map((line) => {
    const cells = widths.map((each, index) => pad(shorten(line[index] ?? "", each), each));
    return shorten(cells.join(gap).trimEnd(), width);
  });
}

/** The text, or its beginning if it is longer than `width` characters. */
export function shorten(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** Takes what is too much from the widest columns that may be shortened. */
function shrink(columns: readonly Column[], widths: number[], width: number): void {
  const total = () => widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1));
  while (total() > width) {
    const shrinking = widths.map((each, index) => (columns[index]?.shrinks === true && each > narrowest ? each : 0));
    const widest = Math.max(...shrinking);
    if (widest === 0) return;
    widths[shrinking.indexOf(widest)] = widest - 1;
  }
}

function charactersIn(text = ""): number {
  return [...text].length;
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - charactersIn(text)));
}

const units = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3_600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** The time since a moment: `3 minutes ago`. */
export function ago(date: string | undefined, now: number): string {
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time)) return "never";
  const passed = Math.max(0, Math.round((now - time) / 1000));
  const unit = units.find(({ seconds }) => passed >= seconds);
  if (unit === undefined) return "now";
  const count = Math.floor(passed / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"} ago`;
}

/** A duration: `75 s` is `1 min 15 s`. */
export function durationText(seconds: unknown): string {
  if (typeof seconds !== "number") return "–";
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
