import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { durationsFile, type Plan, planFile } from "./run.js";

/** These need what is built, which has no mutants, or modules of their own. */
const others = ["comparisons", "delivered-messages", "state-text"];
const { sources } = JSON.parse(readFileSync(planFile, "utf8")) as Plan;
const durations = existsSync(durationsFile)
  ? (JSON.parse(readFileSync(durationsFile, "utf8")) as Record<string, number>)
  : {};

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = ({ moduleId }: TestSpecification) => durations[relative(import.meta.dirname, moduleId)] ?? 0;
    return await Promise.resolve([...files].sort((one, other) => duration(one) - duration(other)));
  }
}

export default defineConfig({
  plugins: [{ name: "mutants", enforce: "pre", load: (id) => sources[id] }],
  test: {
    include: ["test/unit/*.test.ts"],
    exclude: others.map((name) => `test/unit/${name}.test.ts`),
    runner: "./tools/mutants/runner.ts",
    sequence: { sequencer: QuickFirst },
    isolate: false,
    pool: "forks",
    maxWorkers: 1,
    reporters: [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: true,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
});
