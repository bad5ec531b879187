import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Ends a run with `N passed, N failed`, alone on a line: the counts of the run itself, broken files and stray errors included. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    let passed = 0;
    let failed = strayErrors.length;
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed += 1;
        else if (state === "failed" || state === "pending") failed += 1;
      }
    }
    process.once("exit", () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`));
  }
}
