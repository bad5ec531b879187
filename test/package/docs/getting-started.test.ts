/** The page is its own script: a reader who follows it in an empty folder sees what it shows. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFull } from "../../full.js";
import { isRecording } from "../../recording.js";
import { comparable } from "./comparable.js";
import { quick, type ReplayOptions, replay } from "./replay.js";

const file = join(__dirname, "../../../docs/getting-started.md");
const page = readFileSync(file, "utf8");

/** The tabs of the page. The others differ from the first only in how the program imports, which the short form leaves to other tests. */
const tabs = ["TypeScript", "JavaScript, ES modules", "JavaScript, CommonJS"];

/** The short form waits for no deployment, and leaves installing with npm to `install.test.ts`. */
const short = { speed: 20, variables: quick, isInstalled: true };

describe("the getting-started page, in an empty folder with nothing but the packed packages and the Pulumi CLI", () => {
  it.each((isFull ? tabs : tabs.slice(0, 1)).map((name, tab) => ({ name, tab })))(
    "shows what its commands print, for $name (stale? `npm run docs:record`)",
    async ({ tab }) => {
      const options: ReplayOptions = isFull || isRecording ? { tab } : { ...short, tab };
      const stale = await replay(page, options);
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
  const rows = (...names: string[]) => names.map((name) => ` +   ├─ Container  ${name}  created (1s)\n`).join("");

  it("differ in times, the width of columns, the order of resources, and states that were passed quickly", () => {
    const queued = `    DeploymentTrigger "release": DEPLOYMENT_QUEUED (0 s)\n`;
    expect(comparable(`${rows("cache", "web").replace("1s", "1m3s")}${queued}`)).toBe(
      comparable(rows("web  ", "cache")),
    );
  });

  it.each([
    [rows("web"), rows("cache")],
    ["    + 3 created\n", "    + 2 created\n"],
    ["cpu must be 1\n", "cpu must be 2\n"],
  ])("are not the same if one says something else: %j, %j", (one, other) => {
    expect(comparable(one)).not.toBe(comparable(other));
  });
});
