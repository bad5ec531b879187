import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fetchProgram, node24, withNode } from "./fetch.js";

// `npm run test:node24 -- <files>`: the test suite on the newest Node.js that is supported, from the npm package that holds it.
async function main(): Promise<number> {
  const node = await fetchProgram(node24);
  const vitest = join(__dirname, "../../node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", ...process.argv.slice(2)];
  return spawnSync(node, args, { stdio: "inherit", env: withNode(node) }).status ?? 1;
}

void main().then((code) => {
  process.exitCode = code;
});
