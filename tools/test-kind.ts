/** `npm run test:kind -- <Kind>`: everything in test/ that concerns one kind. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definitions } from "../provider/resources/index.js";

/** Where tests have the name of a kind in theirs. */
const folders = [
  "test/kinds",
  "test/unit",
  "test/engine/documented.test.ts",
  "test/engine/extended.test.ts",
  "test/cli/examples.test.ts",
  "test/cli/crashes/crashes.test.ts",
  "test/engine/faults/faults.test.ts",
  "test/engine/creates/creates.test.ts",
  "test/platform/bodies",
  "test/engine/agreement/agreement.test.ts",
  "test/cli/export-programs.test.ts",
];

/** What concerns all kinds at once: their calls and who may send them, their secrets wherever they might show, their examples and pages. */
const shared = [
  "test/platform/openapi.test.ts",
  "test/platform/access/rights.test.ts",
  "test/cli/canaries",
  "test/package/programs.test.ts",
  "test/package/site/site.test.ts",
];

const [kind = ""] = process.argv.slice(2);
const kinds = definitions.map((definition) => definition.kind);
if (!kinds.includes(kind)) {
  console.error(`npm run test:kind needs one of ${kinds.join(", ")}; got ${JSON.stringify(kind)}`);
  process.exit(1);
}
process.exit(run());

function run(): number {
  const folder = mkdtempSync(join(tmpdir(), "test-kind-"));
  const report = join(folder, "report.json");
  const vitest = join(__dirname, "../node_modules/vitest/vitest.mjs");
  try {
    const named = `(^|[^A-Za-z])${kind}($|[^A-Za-z])`;
    // Runs of the CLI wait a good part of their time.
    const workers = "--maxWorkers=3";
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [vitest, "run", ...args, workers], {
        stdio: "inherit",
        env: { ...process.env, TEST_KIND: kind },
      }).status ?? 1;
    const status = run(...folders, "-t", named, ...reporters);
    if (!existsSync(report)) return status || 1;
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    if (numPassedTests + numFailedTests === 0) {
      console.error(`No test has ${kind} in its name.`);
      return 1;
    }
    const sharedStatus = run(...shared);
    console.log(`${kind}: ${numPassedTests} passed, ${numFailedTests} failed`);
    return status || sharedStatus;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
