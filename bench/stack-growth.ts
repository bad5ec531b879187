/**
 * Measures how long runs of the real CLI take as a stack grows: `npm run bench:stacks`, or with numbers of containers. With
 * RECORD=1 it keeps the figures for docs/performance.md and bench/README.md. The platform responds at once, so all of it is the time of Pulumi
 * and of the provider.
 */
import { forgetRequests, requests } from "../test/engine/support/journal.js";
import { startPlatformProcess } from "../test/platform/support/platform-process.js";
import { isRecording, writeRecord } from "../test/support/recording.js";
import type { RunFigures } from "../tools/generate/measured/bench.js";
import { recordPath } from "../tools/generate/measured/record-file.js";
import { openBenchProject, writtenOnce } from "./stacks/project.js";
import { stampBench } from "./stamp.js";

const defaultSizes = [10, 100, 1_000];

/** The runs, in order: what the page calls them, the command, the image tag of the program, and further variables. */
const steps: readonly (readonly [
  name: string,
  args: readonly string[],
  tag: string,
  env?: Readonly<Record<string, string>>,
])[] = [
  ["up, all new", ["up", "--yes", "--skip-preview"], "1.26"],
  ["preview, no change", ["preview"], "1.26"],
  ["up, all updated", ["up", "--yes", "--skip-preview"], "1.27"],
  ["refresh", ["refresh", "--yes", "--skip-preview"], "1.27"],
  ["destroy", ["destroy", "--yes", "--skip-preview"], "1.27"],
  ["up, state written once", ["up", "--yes", "--skip-preview"], "1.27", writtenOnce],
];

async function measure(size: number): Promise<Record<string, RunFigures>> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const environments = [platform.ids.environment];
  const project = await openBenchProject(platform, { size, environments });
  try {
    const figures: Record<string, RunFigures> = {};
    for (const [name, args, tag, others] of steps) {
      await forgetRequests(platform);
      const seconds = await project.run(args, { FIRST_TAG: tag, TAG: tag, ...others });
      const counts = Object.values(await requests(platform));
      figures[name] = {
        seconds: Math.round(seconds * 10) / 10,
        requests: counts.reduce((sum, count) => sum + count, 0),
      };
    }
    return figures;
  } finally {
    project.close();
    await platform.stop();
  }
}

async function main(sizes: readonly number[]): Promise<void> {
  const rows: Record<string, Record<string, RunFigures>> = {};
  for (const size of sizes) {
    rows[size] = await measure(size);
    console.log(`${size} containers`);
    console.table(rows[size]);
  }
  if (isRecording) writeRecord(recordPath("bench", "stacks"), { ...stampBench(), rows }, 3);
}

const named = process.argv.slice(2).map(Number);
void main(named.length > 0 ? named : defaultSizes);
