/** Prints the size of the code and the number of its concepts: `npm run figures`. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { factNames } from "../provider/schema/facts.js";

const files = execFileSync("git", ["ls-files", "*.ts", "*.mts", "*.tsx"], { encoding: "utf8" }).trim().split("\n");
const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").slice(0, -1);
const isGenerated = (file: string) => file.includes("/generated/");

interface Size {
  readonly files: number;
  readonly lines: number;
  /** Lines that are neither blank nor only a comment. */
  readonly code: number;
  readonly short: number;
}

const isCode = (line: string) => !/^\s*($|\/[/*]|\*)/.test(line);

function sizeOf(under: string): Size {
  const texts = files.filter((file) => file.startsWith(under) && !isGenerated(file)).map(linesOf);
  return {
    files: texts.length,
    lines: texts.flat().length,
    code: texts.flat().filter(isCode).length,
    short: texts.filter(({ length }) => length <= 40).length,
  };
}

const rooms = [
  ...new Set(files.filter((file) => file.startsWith("provider/")).map((file) => file.split("/")[1] ?? "")),
];
const shown = ["provider/", ...rooms.filter((room) => !room.includes(".")).map((room) => `provider/${room}/`)];
const rows = [...shown, "sdk/", "cli/", "backend/src/", "test/", "tools/"].map((under) => ({
  under,
  ...sizeOf(under),
}));
for (const { under, files: count, lines, code, short } of rows.filter((row) => row.files > 0)) {
  process.stdout.write(
    `${under.padEnd(22)}${String(count).padStart(5)} files${String(lines).padStart(7)} lines, ${String(code).padStart(5)} without comments and blank lines, ${short} files of at most 40\n`,
  );
}
process.stdout.write(`facts of a definition: ${factNames.size}\n`);
