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

describe("the getting-started page, in an empty folder with nothing but the packed packages and the Pulumi CLI", () => {
  // Seconds of a deployment are no news, and types are checked with the other pages.
  const quick: ReplayOptions = isFull ? {} : { speed: 20, variables: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } };

  it("shows what its commands print (stale? `npm run docs:record`)", { timeout: 600_000 }, async () => {
    const { recorded, replayed } = await recordedAndReplayed(quick);
    expect(replayed).toBe(recorded);
  });

  // The same commands with other files: in the short form of the suite, only the ways to import differ, which test/install covers.
  it.runIf(isFull).each([
    [1, "ES modules"],
    [2, "CommonJS"],
  ])("shows what its commands print for the tab %d, %s", { timeout: 600_000 }, async (variant) => {
    const { recorded, replayed } = await recordedAndReplayed({ ...quick, variant });
    expect(replayed).toBe(recorded);
  });
});
