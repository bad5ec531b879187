/** The page is its own script: a reader who follows it in an empty folder sees what it shows. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFull } from "../../support/full.js";
import { isRecording } from "../../support/recording.js";
import { comparable } from "./comparable.js";
import { replay } from "./replay.js";

const file = join(__dirname, "../../../docs/getting-started.md");
const page = readFileSync(file, "utf8");

describe("getting-started page", () => {
  it("shows what its commands print with the packed packages (stale? `npm run docs:record`)", async () => {
    // The short form leaves installing with npm to `install/versions.test.ts`.
    const stale = await replay(page, !isFull && !isRecording);
    if (isRecording)
      writeFileSync(
        file,
        [...stale].reduce((text, [was, is]) => text.replace(was, () => is), page),
      );
    else expect([...stale.values()].map(comparable)).toEqual([...stale.keys()].map(comparable));
  });
});

describe("comparable output", () => {
  const row = (name: string) => ` +   ├─ Container  ${name}  created (1s)\n`;

  it.each([
    ["names of resources", row("web"), row("cache")],
    ["numbers of changes", "    + 3 created\n", "    + 2 created\n"],
    ["values", "cpu must be 1\n", "cpu must be 2\n"],
  ])("differs for other %s", (_what, one, other) => {
    expect(comparable(one)).not.toBe(comparable(other));
  });
});
