import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packedPackages } from "./support/packed.js";

const root = join(__dirname, "..", "..");

/** What `npm run check` runs, each as a test of its own, so that a finding counts and is named. */
const checks: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
  ["has no findings of the linter", "@biomejs/biome/bin/biome", "check", ".", "--error-on-warnings"],
  [
    "has no import across a boundary",
    "dependency-cruiser/bin/dependency-cruise.mjs",
    ...["--config", "tools/boundaries.cjs", "provider", "sdk", "cli", "tools", "backend/src", "backend/dashboard"],
  ],
  ["has no type errors in code, tests and tools", "typescript7/bin/tsc", "--singleThreaded", "-p", "."],
  ["has no type errors in the dashboard", "typescript7/bin/tsc", "--singleThreaded", "-p", "backend/dashboard"],
  ["has no stale generated files", "tsx/dist/cli.mjs", "tools/generate/main.ts", "--check"],
  ["has no unused files, exports or dependencies", "knip/bin/knip.js", "--no-config-hints"],
];

/** What it runs for each package that is published, with the path of the packed package. */
const checksOfPackages: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
  ["passes publint", "publint/src/cli.js", "--strict"],
  ["passes arethetypeswrong, for every way in which TypeScript resolves types", "@arethetypeswrong/cli/dist/index.js"],
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
describe("checkout", () => {
  it.each(checks)("%s", (_, program, ...args) => expectPasses(program, ...args));
});

it("npm run bench fails for an unknown part with the names of all", () => {
  const command = [join(root, "node_modules/tsx/dist/cli.mjs"), join(root, "bench/main.ts"), "other"];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("The parts are fleet, peer, largeStacks, terraform; got other."),
  ]);
});

describe.each(["provider", "backend"] as const)("packed %s", (name) => {
  it.each(checksOfPackages)("%s", async (_, program, ...args) =>
    expectPasses(program, (await packedPackages())[name], ...args),
  );
});
