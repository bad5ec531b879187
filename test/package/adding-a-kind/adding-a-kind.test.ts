/**
 * The page on adding a kind is its own script: who does what it says adds kinds that work. In the same copy, made-up kinds that lack a call
 * run through the shared tables of all rooms.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, sectionsOf } from "../../../tools/chapter.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { isFull } from "../../support/full.js";
import { type Copy, copyOfRepository, follow } from "./copy.js";

const page = readFileSync(join(CHECKOUT, "provider/kinds/README.md"), "utf8");
const chapter = page.slice(0, page.indexOf("## What reports a forgotten step\n"));
const blocks = blocksOf(chapter);
const parts = sectionsOf(chapter);

/** The tests that need neither the whole type check nor the whole suite to notice what is forgotten. */
const fastTests = [
  ...["generated/kinds", "platform/endpoint", "schema/formats", "values/validate.arguments", "values/validate.bounds"],
  "values/wire.fixtures",
].map((name) => `unit/${name}.test.ts`);
const engineTests = "test/engine/lifecycle.extended-endpoints.test.ts test/engine/examples.reference-pages.test.ts";
const kinds = ["Webhook", "AccessKey", "CloudFunction"];

const madeUp = blocksOf(readFileSync(join(__dirname, "made-up-kinds.md"), "utf8"));
const madeUpKinds = ["Ping", "Machine"];
/** As definitions and paths spell them. */
const named = madeUpKinds.flatMap((kind) => [kind, `${kind[0]?.toLowerCase()}${kind.slice(1)}`]).join("|");
/** The tables with a row for each kind. `npm test` runs those in which something failed before. */
const tables = isFull
  ? ["unit", "engine", "platform"]
  : [
      ...["unit/definition", "unit/sdk/outline", "unit/values/validate.arguments", "unit/values/wire.fixtures"],
      ...["unit/resource/update.removedArguments", "unit/engine/handlers"],
      ...["engine/faults", "engine/lifecycle.extended-endpoints", "engine/examples.reference-pages"],
      ...["engine/agreement", "engine/removed-arguments", "platform/request-schemas", "platform/access"],
      ...["platform/bodies", "platform/extended-endpoints", "platform/read-modify-write", "platform/dashboard.secrets"],
    ];

const tsc = "node node_modules/typescript7/bin/tsc --singleThreaded -p";
const vitest = "node node_modules/vitest/vitest.mjs run";
/** One worker loads what is built once. */
const inTables = `${vitest} --maxWorkers=1 ${tables.map((each) => `test/${each}`).join(" ")} -t '(^|[^A-Za-z])(${named})($|[^A-Za-z])'`;

const written = "provider/kinds backend/src/resources test/kinds docs/reference/examples";
/**
 * The short form compiles once, with the types of what is tested, and tests once. One worker
 * loads what is built once; the folder `test/unit` would get the sources.
 */
const verified = isFull
  ? [
      ["makes kinds that pass the type check", `${tsc} tsconfig.json`],
      ["makes kinds that pass the unit tests", `${vitest} test/unit`],
      ["makes kinds that are created, updated, adopted and destroyed on the engine", `${vitest} ${engineTests}`],
      ["leaves no generated file stale", "npm run --silent generate -- --check"],
      ["makes files that pass the formatter and the linter", `npx biome check ${written}`],
      ...["Webhook", "AccessKey"].map((kind) => [`makes a kind that passes: ${kind}`, `npm run test:kind -- ${kind}`]),
    ]
  : [
      [
        "makes kinds whose test records and examples pass the type check",
        `${tsc} tsconfig.short.json && mv dist/backend/src backend/dist`,
      ],
      [
        "makes kinds that pass unit tests, and are created, updated, adopted and destroyed on the engine",
        `${vitest} --maxWorkers=1 --project built ${fastTests.join(" ")} package/docs/changelog.test.ts ${engineTests}`,
      ],
    ];
const short = {
  extends: "./tsconfig.json",
  compilerOptions: { noEmit: false, outDir: "dist", declaration: false },
  include: ["sdk", "provider", "cli", "backend/src", "docs/reference/examples", "test/kinds"],
};
/** What the chapter runs last, which the short form does in parts. */
const last = "npm run generate\nnpm run build\n";

let copy: Copy;
/** The files of the copy that are written or changed before anything is generated. */
let byHand: readonly string[];
beforeAll(() => {
  copy = copyOfRepository();
  copy.run("git init --quiet && git add --all");
  for (const block of blocks) if (block.text !== last) follow(copy, block);
  byHand = copy.run("git ls-files --modified --others --exclude-standard").output.trim().split("\n");
  for (const block of madeUp) follow(copy, block);
  const text = isFull ? last : "node --import tsx tools/generate/main.ts";
  follow(copy, { kind: "commands", title: text, text });
  writeFileSync(join(copy.root, "tsconfig.short.json"), JSON.stringify(short));
});
afterAll(() => copy.remove());

describe("chapter on adding a kind", () => {
  it.each(parts)("needs at most six handwritten files: $title", ({ files }) => {
    expect(files.length).toBeLessThanOrEqual(6);
  });

  it("changes exactly the handwritten files that `npm run figures` counts", () => {
    const counted = new Set(parts.flatMap(({ files }) => files));
    expect([...byHand].sort()).toEqual([...counted].sort());
  });

  it("ends with the commands that generate and build", () => {
    expect(blocks.filter(({ text }) => text === last)).toHaveLength(1);
  });

  it.each(verified)("%s", (_, command = "") => expectToPass(command, kinds));
});

describe("made-up kinds without an update, a clone or a list", () => {
  it("pass the tests that have a row for each kind", () => expectToPass(inTables, madeUpKinds));

  it("pass definitionFigures.test.ts", () => {
    expectToPass(`${vitest} test/unit/tools/definitionFigures.test.ts`, madeUpKinds);
  });
});

/** Runs a command in the copy, for these kinds where it asks. */
function expectToPass(command: string, of: readonly string[]): void {
  const { code, output } = copy.run(command, { TEST_KIND: of.join(), FULL: "", CI: "true" });
  expect(code, output.replace(/^/gm, "| ")).toBe(0);
}
