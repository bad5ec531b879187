import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packedPackages } from "./packed.js";

const root = join(__dirname, "..", "..");

/** What `npm run check` runs, each as a test of its own, so that a finding counts and is named. `packed` is the packed package. */
const checks: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
  ["the linter finds nothing", "@biomejs/biome/bin/biome", "check", ".", "--error-on-warnings"],
  ["all code, tests and tools included, has the types it says", "typescript7/bin/tsc", "--singleThreaded", "-p", "."],
  ["so has the dashboard", "typescript7/bin/tsc", "--singleThreaded", "-p", "backend/dashboard"],
  ["no generated file is stale", "tsx/dist/cli.mjs", "tools/generate/main.ts", "--check"],
  ["no file, export or dependency is unused", "knip/bin/knip.js", "--no-config-hints"],
  ["the package is laid out as npm users expect", "publint/src/cli.js", "packed", "--strict"],
  [
    "the package's types resolve from CommonJS and ES modules",
    "@arethetypeswrong/cli/dist/index.js",
    "packed",
    "--profile",
    "node16",
  ],
];

describe("the package", () => {
  // The commands end by themselves, however long a busy machine takes.
  it.each(checks)("%s", async (_, program, ...args) => {
    const { provider } = await packedPackages();
    const command = [join(root, "node_modules", program), ...args.map((arg) => (arg === "packed" ? provider : arg))];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  });
});
