/** Before all tests: looks for the tools that they need, writes the files that compile-cache.cjs reads, has every process of the run load it, creates the folder of package/packed.ts, and starts the Vault. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { findNeededTools } from "./needed-tools.js";
import { startVault } from "./vault.js";

const root = join(__dirname, "../..");
const preloads = ["./compile-cache.cjs", "./count-cli-starts.cjs"].map((name) => require.resolve(name));

/** What the CLI's two processes of a run load, the one of the program and the one of the provider, and what a platform loads. */
const loaded = [
  ...["@pulumi/pulumi", "@pulumi/pulumi/automation", "@pulumi/pulumi/cmd/run/tracing"],
  ...["@pulumi/pulumi/vendor/ts-node@7.0.1", "commander", "fastify", "pino", "source-map-support", "typescript"],
  ...["undici", "zod"],
];

/** V8's flags before Pulumi's SDK is loaded, and after. */
const flags = [[], ["--allow-natives-syntax"]];

export async function setup({ vitest }: TestProject): Promise<(() => void) | undefined> {
  // Vitest asks each of its projects, all in one process.
  if (process.env.TEST_PACKED !== undefined) return undefined;
  // The files name modules by their paths, so those of another checkout, which this one was copied from, have none of its modules.
  const dependencies = createHash("sha256")
    .update(root)
    .update(readFileSync(join(root, "package-lock.json")));
  const name = `${process.version}-${dependencies.digest("hex").slice(0, 16)}`;
  const folder = join(root, ".local/compile-cache");
  mkdirSync(folder, { recursive: true });
  const files = flags.map((each) => join(folder, [name, ...each].join("")));
  const program = loaded.map((name) => `require(${JSON.stringify(name)});`).join("");
  const write = async (file: string, index: number) => {
    if (existsSync(file)) return;
    const env = { ...process.env, NODE_TEST_COMPILE_CACHE: file, NODE_TEST_COMPILE_CACHE_WRITE: "1" };
    const args = [...(flags[index] ?? []), "--require", require.resolve("./compile-cache.cjs"), "--eval", program];
    await promisify(execFile)(process.execPath, args, { cwd: root, env });
  };
  // At the same time: no test runs before all of it.
  const paths = vitest.state.getPaths().map((file) => relative(root, file));
  const [missing] = await Promise.all([findNeededTools(paths), ...files.map(write)]);
  if (missing !== undefined) process.env.TEST_MISSING = missing;
  process.env.NODE_TEST_COMPILE_CACHE = files.join(delimiter);
  // The CLI runs for a second: collecting its garbage costs more than it frees.
  process.env.GOGC ??= "400";
  const required = preloads.map((file) => `--require=${JSON.stringify(file)}`);
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...required].filter(Boolean).join(" ");
  const packed = mkdtempSync(join(tmpdir(), "packed-"));
  process.env.TEST_PACKED = packed;
  process.env.TEST_CLI_STARTS = join(packed, "cli-starts");
  writeFileSync(process.env.TEST_CLI_STARTS, "");
  const vault = await startVault();
  return () => {
    vault.close().closeAllConnections();
    rmSync(packed, { recursive: true, force: true });
  };
}
