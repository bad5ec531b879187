import { join } from "node:path";
import { expect, it } from "vitest";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/fetch/pulumi-cli/search.js";
import { isFull } from "../support/full.js";
import { runIn } from "./support/project-folder.js";

/** Runs `npm test` of a project, without what this run of vitest has put into the environment. */
async function npmTest(folder: string, args: readonly string[]) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|TEST$|MODE$|APP_PLATFORM)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...(await pulumiEnvironment()), NO_COLOR: "1", CI: "true" };
  return runIn(folder, "npm", ["test", ...args], env);
}

/** Those that run Pulumi for what tests of the engine guard; the short form leaves them out. */
const others = isFull ? [] : ["--", "--testNamePattern=^(?!deploys the website|says which service)"];

it("example unit-tests passes as its README says", async () => {
  const { code, output } = await npmTest(join(CHECKOUT, "examples/unit-tests"), others);
  expect(output).toMatch(/Test Files {2}3 passed \(3\)\s+Tests {2}(6 passed|4 passed \| 2 skipped) \(6\)/);
  expect(code).toBe(0);
});
