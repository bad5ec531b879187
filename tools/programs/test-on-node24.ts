import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fetchProgram, node24, withNode } from "./fetch.js";

// `npm run test:node24 -- <files>`: the test suite on the newest Node.js that is supported, from the npm package that holds it.
async function main(): Promise<number> {
  const fetched = await fetchProgram(node24);
  if ("reason" in fetched) {
    process.stderr.write(`NOT TESTED on ${node24.name}: ${fetched.reason}\n`);
    return 1;
  }
  const vitest = join(__dirname, "../../node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", ...process.argv.slice(2)];
  return spawnSync(fetched.path, args, { stdio: "inherit", env: withNode(fetched.path) }).status ?? 1;
}

void main().then((code) => {
  process.exitCode = code;
});
