import type { Reporter, SerializedError, TestModule, TestSuite } from "vitest/node";

/**
 * Ends a run with `N passed, N failed`, alone on a line: the counts of the run itself, including stray errors, broken files and
 * tests that could not run. The line above it names missing tools.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const counts = modules.map((module) => counted(module, false));
    const sum = (which: keyof Counts) => counts.reduce((total, each) => total + each[which], 0);
    const lines = [`${sum("passed")} passed, ${sum("failed") + strayErrors.length} failed`];
    if (process.env.TEST_MISSING) lines.unshift(process.env.TEST_MISSING);
    process.once("exit", () => process.stdout.write(`\n${lines.join("\n")}\n`));
  }
}

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
