import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fetchProgram, nodeOf, withNode } from "../fetch/program.js";
import { CHECKOUT } from "../fetch/pulumi-cli/search.js";
import { outsideOfNpm } from "../release/packed.js";
import { type NodeMajor, nodes, sdks } from "./table.js";

// `npm run test:on -- --node 26 --sdk 3.270.0 test/engine`: tests on another Node.js or with another SDK of the table.

const { values, positionals } = parseArgs({
  options: { node: { type: "string", default: "24" }, sdk: { type: "string", default: sdks.pinned.sdk } },
  allowPositionals: true,
});

const isMajor = (text: string): text is `${NodeMajor}` => text in nodes;

/** A copy of the built checkout with its own SDK. The examples are not copied: each names its SDK. */
function copyWith(sdk: string, env: NodeJS.ProcessEnv): string {
  mkdirSync(join(CHECKOUT, ".local"), { recursive: true });
  const folder = mkdtempSync(join(CHECKOUT, ".local", `with-${sdk}-`));
  for (const name of execFileSync("git", ["ls-files", "-z"], { cwd: CHECKOUT, encoding: "utf8" }).split("\0")) {
    if (name !== "") cpSync(join(CHECKOUT, name), join(folder, name));
  }
  for (const built of ["dist", "backend/dist"]) cpSync(join(CHECKOUT, built), join(folder, built), { recursive: true });
  const manifest = join(folder, "package.json");
  const { devDependencies, ...others } = JSON.parse(readFileSync(manifest, "utf8"));
  const changed = {
    ...others,
    workspaces: [".", "backend"],
    devDependencies: { ...devDependencies, "@pulumi/pulumi": sdk },
  };
  writeFileSync(manifest, JSON.stringify(changed));
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", args, { cwd: folder, env: outsideOfNpm(env), stdio: ["ignore", "ignore", "inherit"] });
  return folder;
}

async function main(): Promise<number> {
  if (!isMajor(values.node))
    throw new Error(`--node must be one of ${Object.keys(nodes).join(", ")}; got ${values.node}`);
  const node = await fetchProgram(nodeOf(Number(values.node) as NodeMajor));
  const env = withNode(node);
  const folder = values.sdk === sdks.pinned.sdk ? CHECKOUT : copyWith(values.sdk, env);
  try {
    const vitest = join(folder, "node_modules/vitest/vitest.mjs");
    return spawnSync(node, [vitest, "run", ...positionals], { cwd: folder, stdio: "inherit", env }).status ?? 1;
  } finally {
    if (folder !== CHECKOUT) rmSync(folder, { recursive: true });
  }
}

void main().then((code) => {
  process.exitCode = code;
});
