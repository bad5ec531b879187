/** The part of an output that must be the same in every run. */

/** Each rule removes what depends on the speed of the machine or on a version. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // `created (0.32s)`, `Duration: 12s`, `DEPLOYED (4 s)`, `1m5s`
  [/\b\d+(?:\.\d+)?(?:m\d+)? ?m?s\b/g, "1s"],
  // A deployment passes through its states faster than the trigger looks on a slow machine.
  [/^ *DeploymentTrigger ".+": (?!DEPLOYED)[A-Z_]+ \(1s\)\n/gm, ""],
  [/\d+ messages?\b/g, "messages"],
  // Times of day and dates.
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\b/g, "2026-01-01T00:00:00Z"],
  // A host that has the beginning of an ID in its name.
  [/\bdb-[\da-f]{8}\./g, "db-00000000."],
  // Columns are as wide as their longest entry, which may be a duration.
  [/(?<=\S) {2,}/g, " "],
];

/** Rows of resources that belong together: they appear in the order in which the CLI begins with them. */
const ROWS = /(?:^.{1,4} *[├└]─ .*\n)+/gm;

const inOneOrder = (rows: string) => `${rows.replaceAll("└─", "├─").trimEnd().split("\n").sort().join("\n")}\n`;

export function comparable(output: string): string {
  return RULES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), output).replace(
    ROWS,
    inOneOrder,
  );
}
