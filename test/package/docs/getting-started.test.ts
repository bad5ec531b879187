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

/** The tabs of the page. The others differ from the first only in how the program imports, which the short form leaves to other tests. */
const tabs = ["TypeScript", "JavaScript, ES modules", "JavaScript, CommonJS"];

describe("the getting-started page, in an empty folder with nothing but the packed packages and the Pulumi CLI", () => {
  it.each((isFull ? tabs : tabs.slice(0, 1)).map((name, tab) => ({ name, tab })))(
    "shows what its commands print, for $name (stale? `npm run docs:record`)",
    async ({ tab }) => {
      // The short form leaves installing with npm to `install/versions.test.ts`.
      const stale = await replay(page, tab, !isFull && !isRecording);
      if (isRecording)
        writeFileSync(
          file,
          [...stale].reduce((text, [was, is]) => text.replace(was, () => is), page),
        );
      else expect([...stale.values()].map(comparable)).toEqual([...stale.keys()].map(comparable));
    },
  );
});

describe("the outputs of two runs", () => {
  const row = (name: string) => ` +   ├─ Container  ${name}  created (1s)\n`;

  it.each([
    [row("web"), row("cache")],
    ["    + 3 created\n", "    + 2 created\n"],
    ["cpu must be 1\n", "cpu must be 2\n"],
  ])("are not the same if one says something else: %j, %j", (one, other) => {
    expect(comparable(one)).not.toBe(comparable(other));
  });
});
