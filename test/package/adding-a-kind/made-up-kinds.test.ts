/** Shared tables hold for kinds that lack a call: in a copy, two made-up kinds run through those of all rooms. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "../../../tools/chapter.js";
import { isFull } from "../../support/full.js";
import { type Copy, copyOfRepository, follow } from "./copy.js";

const blocks = blocksOf(readFileSync(join(__dirname, "made-up-kinds.md"), "utf8"));
const kinds = ["SigningKey", "Ping"];
const vitest = "node node_modules/vitest/vitest.mjs run --maxWorkers=1";
/** As definitions and paths spell them. */
const named = `-t '(${kinds.flatMap((kind) => [kind, `/${kind[0]?.toLowerCase()}${kind.slice(1)}`]).join("|")})'`;

/** The tables with a row for each kind. `npm test` runs those in which something failed before. */
const tables = isFull
  ? "test/unit test/engine test/platform"
  : [
      ...["definition", "sdk/outline", "values/validate.arguments", "values/wire.fixtures"].map(
        (each) => `unit/${each}`,
      ),
      ...["resource/update.removedArguments", "engine/handlers"].map((each) => `unit/${each}`),
      ...["engine/faults", "engine/lifecycle.extended-endpoints", "engine/examples.reference-pages"],
      ...["engine/agreement", "platform/request-schemas", "platform/access", "platform/bodies"],
    ]
      .map((each) => `test/${each}`)
      .join(" ");

let copy: Copy;
beforeAll(() => {
  copy = copyOfRepository();
  for (const block of blocks) follow(copy, block);
  follow(copy, { kind: "commands", title: "generate", text: "node --import tsx tools/generate/main.ts" });
  follow(copy, { kind: "commands", title: "build", text: "npm run build" });
});
afterAll(() => copy.remove());

describe("made-up kinds without an update, a read by ID or a list", () => {
  it.each([
    ["pass the tables of all kinds", `${vitest} ${tables} ${named}`],
    ["state no more facts than the definitions may", `${vitest} test/unit/tools/definitionFigures.test.ts`],
  ])("%s", (_, command) => {
    const { code, output } = copy.run(command, { TEST_KIND: kinds.join(), FULL: "", CI: "true" });
    expect(code, output.replace(/^/gm, "| ")).toBe(0);
  });
});
