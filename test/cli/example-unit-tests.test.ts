import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { isFull } from "../full.js";

/** Runs `npm test` of a project, without what this run of vitest has put into the environment. */
async function npmTest(folder: string, args: readonly string[]) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|TEST$|MODE$|APP_PLATFORM)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...(await pulumiEnvironment()), NO_COLOR: "1", CI: "true" };
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn("npm", ["test", ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Those that run Pulumi for what tests of the engine guard; the short form leaves them out. */
const others = isFull ? [] : ["--", "--testNamePattern=^(?!deploys the website|says which service)"];

it("the suite of examples/unit-tests passes as its README says", async () => {
  const { code, output } = await npmTest(join(CHECKOUT, "examples/unit-tests"), others);
  expect(output).toMatch(/Test Files {2}3 passed \(3\)\s+Tests {2}(6 passed|4 passed \| 2 skipped) \(6\)/);
  expect(code).toBe(0);
});
