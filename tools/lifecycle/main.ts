import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documented } from "../../test/lifecycle/expectations/documented.js";
import { extended } from "../../test/lifecycle/expectations/extended.js";
import { measured } from "../../test/lifecycle/measured.js";
import { lifecyclePage } from "./page.js";

// Writes docs/lifecycle.md from what is expected and what the last full run measured, or with --check says that it is stale.

const root = join(__dirname, "..", "..");
const file = join(root, "docs", "lifecycle.md");
const text = lifecyclePage([
  { set: "documented", matrix: documented, measured: measured("documented") },
  { set: "extended", matrix: extended, measured: measured("extended") },
]);

if (process.argv.includes("--check")) {
  const isStale = !existsSync(file) || readFileSync(file, "utf8") !== text;
  if (isStale) {
    process.stderr.write("docs/lifecycle.md is stale, run `npx tsx tools/lifecycle/main.ts`\n");
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
  // A full run writes what it measured in one form, the repository keeps it in the formatter's.
  execFileSync(join(root, "node_modules", ".bin", "biome"), ["format", "--write", "test/lifecycle/measured"], {
    cwd: root,
  });
}
