import { appendFileSync, readFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule, TestSuite } from "vitest/node";

/**
 * Ends a run with `N passed, N failed`, alone on a line: the counts of the run itself, including stray errors, broken files and
 * tests that could not run. If `TEST_COUNTS` names a file, they include those of the earlier runs that it lists. The lines above
 * it say what took long, how often the Pulumi CLI was started, and which tools are missing.
 */
export default class ClosingLine implements Reporter {
  #start = performance.now();

  onTestRunStart(): void {
    this.#start = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const own = modules.map((module) => counted(module, false));
    const run = { ...sumOf(own), failed: sumOf(own).failed + strayErrors.length };
    const all = sumOf([run, ...earlier(run)]);
    const lines = [`${all.passed} passed, ${all.failed} failed`];
    if (process.env.TEST_MISSING) lines.unshift(process.env.TEST_MISSING);
    if (modules.length > 1) lines.unshift(...longest(modules), this.#total());
    process.once("exit", () => process.stdout.write(`\n${lines.join("\n")}\n`));
  }

  #total(): string {
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    return `Tests: ${seconds} s. Starts of the Pulumi CLI: ${cliStarts()}.`;
  }
}

/** The counts of earlier runs; those of this one are added to the file. */
function earlier(run: Counts): Counts[] {
  const file = process.env.TEST_COUNTS;
  if (!file) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  appendFileSync(file, `${JSON.stringify(run)}\n`);
  return lines.map((line) => JSON.parse(line) as Counts);
}

/** The twenty files that took longest, those of two projects added up. */
function longest(modules: readonly TestModule[]): string[] {
  const times = new Map<string, number>();
  for (const module of modules) {
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const name = module.relativeModuleId;
    times.set(name, (times.get(name) ?? 0) + duration + collectDuration + setupDuration);
  }
  const sorted = [...times].sort(([, one], [, other]) => other - one).slice(0, 20);
  return sorted.map(([name, time]) => `${(time / 1000).toFixed(0).padStart(5)} s  ${name}`);
}

/** One byte for each start (count-cli-starts.cjs). */
function cliStarts(): number {
  const file = process.env.TEST_CLI_STARTS;
  return file ? readFileSync(file).length : 0;
}

const sumOf = (counts: readonly Counts[]): Counts => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
});

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** @param isBroken Whether the setup of the suite, or of one around it, failed: Vitest counts these tests as skipped. */
function counted(suite: TestModule | TestSuite, isBroken: boolean): Counts {
  let passed = 0;
  let failed = 0;
  const isBrokenHere = suite.errors().length > 0;
  for (const child of suite.children) {
    if (child.type === "suite") {
      const inner = counted(child, isBroken || isBrokenHere);
      passed += inner.passed;
      failed += inner.failed;
      continue;
    }
    const { state } = child.result();
    if (state === "passed") passed += 1;
    else if (state !== "skipped" || isBroken || isBrokenHere) failed += 1;
  }
  // The teardown failed, or there are no tests.
  if (isBrokenHere && failed === 0) failed += 1;
  return { passed, failed };
}
