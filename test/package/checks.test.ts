import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(__dirname, "..", "..");

/** What `npm run check` runs, each as a test of its own, so that a finding counts and is named. */
const checks: readonly (readonly [what: string, command: string, ...args: string[]])[] = [
  ["the linter finds nothing", "biome", "check", ".", "--error-on-warnings"],
  ["all code, tests and tools included, has the types it says", "../typescript7/bin/tsc", "-p", "tsconfig.json"],
  ["no generated file is stale", "tsx", "tools/generate/main.ts", "--check"],
  ["no file, export or dependency is unused", "knip", "--no-config-hints"],
  ["the package is laid out as npm users expect", "publint", "--strict"],
  ["the package's types resolve from CommonJS and ES modules", "attw", "--pack", ".", "--profile", "node16"],
];

describe("the package", () => {
  // The commands end by themselves, however long a busy machine takes.
  it.each(checks)("%s", (_, command, ...args) => {
    const { status, stdout, stderr } = spawnSync(join(root, "node_modules", ".bin", command), args, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  });
});
