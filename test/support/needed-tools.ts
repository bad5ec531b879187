/** The tools that tests need and that a machine may lack, looked for before all tests: one that is missing is named once. */
import { findChromium } from "../../tools/fetch/chromium.js";
import { pulumiInstallation } from "../../tools/fetch/pulumi-cli/environment.js";
import { temporalFolder } from "../../tools/fetch/temporal-cli/find.js";
import { bash } from "../cli/support/bash.js";

interface NeededTool {
  readonly name: string;
  /** Says in a few words how to get it. */
  readonly remedy: string;
  /** The test files that need it. Others that do look for it themselves. */
  readonly files: RegExp;
  /** Finds, installs or builds it. */
  readonly find: () => Promise<unknown>;
}

const tools: readonly NeededTool[] = [
  {
    name: "the Pulumi CLI",
    remedy: "install it, https://www.pulumi.com/docs/install, or Go, with which it is built",
    files:
      process.env.ENGINE === "cli"
        ? /^test\/(cli|engine|package)\//
        : /^test\/(cli\/|package\/|engine\/(conformance|automation-api))/,
    find: () => pulumiInstallation(),
  },
  {
    name: "Temporal's command line",
    remedy: "install it, https://docs.temporal.io/cli, or Python 3 with pip, or Go, with which it is built",
    files: /^test\/cli\/fleet\/(chaos|first-try|workflows)/,
    find: temporalFolder,
  },
  {
    name: "Chromium",
    remedy: "install Chromium or Google Chrome, or set CHROMIUM to its executable",
    files: /^test\/(platform\/(dashboard\/|reference)|package\/site\/site)/,
    find: findChromium,
  },
  { name: "bash", remedy: "install bash", files: /^test\/cli\/completion/, find: bash },
];

/**
 * Looks for the tools that the test files need, and prints which are missing, all of them in the first line. The search is noted for
 * all processes of the run, so that a test which needs a missing tool fails at once.
 * @param files relative to the checkout
 * @returns the first line; undefined if nothing is missing
 */
export async function findNeededTools(files: readonly string[]): Promise<string | undefined> {
  const missing: string[] = [];
  const reasons: string[] = [];
  for (const { name, remedy, files: needing, find } of tools) {
    if (!files.some((file) => needing.test(file))) continue;
    try {
      await find();
    } catch (error) {
      missing.push(`${name} (${remedy})`);
      reasons.push((error as Error).message);
    }
  }
  if (missing.length === 0) return undefined;
  const line = `Missing, so the tests that need it fail: ${missing.join("; ")}`;
  process.stdout.write(`${[line, ...reasons].join("\n")}\n`);
  return line;
}
