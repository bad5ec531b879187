/** Before all tests: makes the file that compile-cache.cjs reads, and lets every process of the run load it. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..");
const preload = require.resolve("./compile-cache.cjs");

/** What the CLI's two processes of a run load: the one of the program, and the one of the provider. */
const loaded = ["@pulumi/pulumi", "@pulumi/pulumi/automation", "typescript", "undici", "zod"];

export function setup(): void {
  const dependencies = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  const name = `${process.version}-${dependencies.digest("hex").slice(0, 16)}`;
  const folder = join(root, ".local/compile-cache");
  const file = join(folder, name);
  const env = { ...process.env, TEST_COMPILE_CACHE: file };
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    const program = loaded.map((name) => `require(${JSON.stringify(name)});`).join("");
    const writing = { ...env, TEST_COMPILE_CACHE_WRITE: "1" };
    execFileSync(process.execPath, ["--require", preload, "--eval", program], { cwd: root, env: writing });
  }
  process.env.TEST_COMPILE_CACHE = file;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --require=${JSON.stringify(preload)}`.trim();
}
