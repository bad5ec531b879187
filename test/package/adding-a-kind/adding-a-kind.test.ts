/** The chapter of CONTRIBUTING.md is its own script: who does what it says adds a kind that works. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHECKOUT } from "../../../tools/pulumi-cli/search.js";
import { isFull } from "../../full.js";
import { blocksOf, type Copy, copyOfRepository, follow } from "./copy.js";

const page = readFileSync(join(CHECKOUT, "CONTRIBUTING.md"), "utf8");
const chapter = page.slice(page.indexOf("## Adding a kind\n"), page.indexOf("### What names a forgotten place\n"));
const blocks = blocksOf(chapter);

let copy: Copy;
beforeAll(() => {
  copy = copyOfRepository();
  for (const block of blocks) follow(copy, block);
});
afterAll(() => copy.remove());

/** The tests that need neither the whole type check nor the whole suite to notice what is forgotten. */
const unitTests = isFull
  ? ["test/unit"]
  : ["kinds", "given-text", "wire-fixtures", "example-files", "lifecycle-page", "changelog"].map(
      (name) => `test/unit/${name}.test.ts`,
    );

const vitest = (...files: string[]) => `node node_modules/vitest/vitest.mjs run ${files.join(" ")}`;

const written = "provider/resources backend/src/resources test/kinds examples/webhook";
const thorough = [
  ["leaves nothing that is generated stale", "npm run --silent generate -- --check"],
  ["is formatted, and pleases the linter", `npx biome check ${written}`],
  ["passes the tests of its kind", "npm run test:kind -- Webhook"],
];

describe("the kind that the chapter adds", () => {
  it("is as many files by hand as the chapter says", () => {
    const files = new Set(blocks.flatMap(({ kind, title }) => (kind === "commands" ? [] : [title])));
    expect(chapter).toContain(`You write ${files.size} files by hand`);
  });

  it.each([
    ["passes the type check", "node node_modules/typescript7/bin/tsc -p tsconfig.json"],
    ["passes the unit tests", vitest(...unitTests)],
    ["goes up, is updated, drifts, is adopted and destroyed on the engine", vitest("test/engine/extended.test.ts")],
    ...(isFull ? thorough : []),
  ])("%s", (_, command = "") => {
    const { code, output } = copy.run(command, { TEST_KIND: "Webhook", FULL: "" });
    expect(code, output).toBe(0);
  });
});
