import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packedPackages } from "./support/packed.js";

const root = join(__dirname, "..", "..");

/** What `npm run check` runs, each as a test of its own, so that a finding counts and is named. */
const checks: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
  ["the linter finds nothing", "@biomejs/biome/bin/biome", "check", ".", "--error-on-warnings"],
  [
    "no file imports what its folder must not",
    "dependency-cruiser/bin/dependency-cruise.mjs",
    ...["--config", "tools/boundaries.cjs", "provider", "sdk", "cli", "tools", "backend/src", "backend/dashboard"],
  ],
  ["all code, tests and tools included, has the types it says", "typescript7/bin/tsc", "--singleThreaded", "-p", "."],
  ["so has the dashboard", "typescript7/bin/tsc", "--singleThreaded", "-p", "backend/dashboard"],
  ["no generated file is stale", "tsx/dist/cli.mjs", "tools/generate/main.ts", "--check"],
  ["no file, export or dependency is unused", "knip/bin/knip.js", "--no-config-hints"],
];

/** What it runs for each package that is published, with the path of the packed package. */
const checksOfPackages: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
  ["is laid out as npm users expect", "publint/src/cli.js", "--strict"],
  ["has types for every way in which TypeScript resolves them", "@arethetypeswrong/cli/dist/index.js"],
];

function expectPasses(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "node_modules", program), ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
}

// The commands end by themselves, however long a busy machine takes.
describe("in the checkout,", () => {
  it.each(checks)("%s", (_, program, ...args) => expectPasses(program, ...args));
});

describe.each(["provider", "backend"] as const)("the packed %s", (name) => {
  it.each(checksOfPackages)("%s", async (_, program, ...args) =>
    expectPasses(program, (await packedPackages())[name], ...args),
  );
});
