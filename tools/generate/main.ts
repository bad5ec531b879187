import { execFileSync } from "node:child_process";
import { referencesPath } from "./declaration.js";
import { listFiles } from "./lists.js";
import { writeFiles } from "./writeFiles.js";

// Writes the files that come from the folders and the definitions, or with --check says which of them are stale.

const isCheck = process.argv.includes("--check");
void generate();

async function generate(): Promise<void> {
  const lists = writeFiles(listFiles(), isCheck);
  if (isCheck && lists.length > 0) return report(lists);
  // Loaded only now, because it imports the lists.
  const { derivedFiles } = await import("./derived.js");
  const stale = writeFiles(derivedFiles, isCheck);
  if (isCheck || !stale.includes(referencesPath)) return report([...lists, ...stale]);
  // Everything else follows from this file, of which the old version is still loaded.
  execFileSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
}

function report(stale: readonly string[]): void {
  if (isCheck && stale.length > 0) {
    process.stderr.write(`Stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}\n`).join("")}`);
    process.exitCode = 1;
  } else process.stdout.write(`${stale.length} files ${isCheck ? "stale" : "written"}\n`);
}
