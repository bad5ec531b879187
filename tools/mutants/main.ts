/**
 * `npm run mutants -- provider/gate provider/values/merge.ts`: changes the code of rooms or files bit by bit, and reports changes
 * that no unit test notices. If the paths include test files, only these run.
 */
import { statSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const folder = ".local/mutants";

/** Below this share of mutants that a test notices, the run fails. */
const wanted = 90;

const given = process.argv.slice(2);
const tests = given.filter((path) => path.startsWith("test/"));
const paths = given.filter((path) => !tests.includes(path));
if (paths.length === 0) {
  console.error("npm run mutants needs folders or files, such as provider/gate or provider/values/merge.ts:20-40");
  process.exit(1);
}
void run();

async function run(): Promise<void> {
  const { Stryker } = await import("@stryker-mutator/core");
  await new Stryker({
    mutate: paths.map((path) =>
      statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ? `${path}/**/*.ts` : path,
    ),
    // Texts are for people: tests don't need to check every word.
    mutator: { excludedMutations: ["StringLiteral"] },
    // Code that runs when a module is loaded would need a new process for each mutant.
    ignoreStatic: true,
    coverageAnalysis: "perTest",
    plugins: [require.resolve("@stryker-mutator/vitest-runner")],
    testRunner: "vitest",
    ...(tests.length === 0 ? {} : { testFiles: tests }),
    vitest: { configFile: "tools/mutants/vitest.config.mts" },
    disableTypeChecks: false,
    concurrency: 2,
    // A timeout counts as noticed, and a busy machine can take many times as long as an idle one.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    thresholds: { high: wanted, low: wanted, break: wanted },
    reporters: [process.stdout.isTTY ? "progress" : "progress-append-only", "clear-text", "json", "html"],
    clearTextReporter: { logTests: false, reportTests: false },
    jsonReporter: { fileName: `${folder}/report.json` },
    htmlReporter: { fileName: `${folder}/report.html` },
    tempDirName: `${folder}/sandboxes`,
    ignorePatterns: [".local", "dist", "backend/dist", "docs/public"],
  }).runMutationTest();
}
