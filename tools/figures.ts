/** Prints the size of the code and the number of its concepts: `npm run figures`. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { factNames } from "../provider/schema/facts.js";

const files = execFileSync("git", ["ls-files", "*.ts", "*.mts", "*.tsx"], { encoding: "utf8" }).trim().split("\n");
const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;
const isGenerated = (file: string) => file.includes("/generated/");

function sizeOf(under: string): { readonly files: number; readonly lines: number; readonly short: number } {
  const lines = files.filter((file) => file.startsWith(under) && !isGenerated(file)).map(linesOf);
  return {
    files: lines.length,
    lines: lines.reduce((sum, each) => sum + each, 0),
    short: lines.filter((each) => each <= 40).length,
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
for (const { under, files: count, lines, short } of rows.filter((row) => row.files > 0)) {
  process.stdout.write(
    `${under.padEnd(22)}${String(count).padStart(5)} files${String(lines).padStart(7)} lines, ${short} files of at most 40\n`,
  );
}
process.stdout.write(`facts of a definition: ${factNames.size}\n`);
