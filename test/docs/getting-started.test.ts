/** The page is its own script: a reader who follows it in an empty folder sees what it shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { comparable } from "../../tools/transcript/comparable.js";
import { withOutputs } from "../../tools/transcript/page.js";
import { type ReplayOptions, replay } from "../../tools/transcript/replay.js";
import { isFull } from "../full.js";

const page = readFileSync(join(__dirname, "../../docs/getting-started.md"), "utf8");

/** Both pages without what may differ, so that a failure shows the lines that do. */
async function recordedAndReplayed(options: ReplayOptions): Promise<{ recorded: string; replayed: string }> {
  const outputs = [...(await replay(page, options))].filter(([{ output }]) => output !== undefined);
  const recorded = outputs.map(([step]) => [step, comparable(step.output?.text ?? "")] as const);
  const replayed = outputs.map(([step, text]) => [step, comparable(text)] as const);
  return { recorded: withOutputs(page, new Map(recorded)), replayed: withOutputs(page, new Map(replayed)) };
}

/** The tabs of the page. The others differ from the first only in how the program imports, which the short form leaves to other tests. */
const tabs = ["TypeScript", "JavaScript, ES modules", "JavaScript, CommonJS"];

/** The short form waits for no deployment, and leaves checking types to the test of all pages. */
const short: ReplayOptions = { speed: 20, variables: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } };

describe("the getting-started page, in an empty folder with nothing but the packed packages and the Pulumi CLI", () => {
  it.each((isFull ? tabs : tabs.slice(0, 1)).map((tab, variant) => ({ tab, variant })))(
    "shows what its commands print, for $tab (stale? `npm run docs:record`)",
    { timeout: 600_000 },
    async ({ variant }) => {
      const { recorded, replayed } = await recordedAndReplayed(isFull ? { variant } : { ...short, variant });
      expect(replayed).toBe(recorded);
    },
  );
});
