import { type RunnerTestSuite as Suite, type RunnerTestCase as Test, TestRunner } from "vitest";

const { getSuiteHooks: hooksOf } = TestRunner;

/** Ends a test that has run, and prepares everything for running its function again. */
export async function prepareAgain(runner: TestRunner, test: Test): Promise<void> {
  const suites = suitesOf(test);
  for (const suite of [...suites].reverse())
    for (const hook of hooksOf(suite).afterEach) await hook(test.context, suite);
  runner.onBeforeTryTask(test);
  for (const suite of suites) for (const hook of hooksOf(suite).beforeEach) await hook(test.context, suite);
}

/** The suites around a test, the outermost first. */
function suitesOf(test: Test): Suite[] {
  const suites: Suite[] = [];
  for (let suite: Suite | undefined = test.suite ?? test.file; suite !== undefined; ) {
    suites.unshift(suite);
    suite = "filepath" in suite ? undefined : (suite.suite ?? suite.file);
  }
  return suites;
}
