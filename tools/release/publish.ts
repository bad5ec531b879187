/**
 * Publishes both packages: `tsx tools/release/publish.ts`. Its arguments are passed to `npm publish`. On GitHub, the workflow of releases
 * publishes what it has built and tested before.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePackages } from "./packages.js";

async function publish(options: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "publish-"));
  try {
    // The scripts are those of the checkout, which have already run.
    for (const file of await writePackages(folder))
      execFileSync("npm", ["publish", "--ignore-scripts", ...options, file], { cwd: folder, stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

publish(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
