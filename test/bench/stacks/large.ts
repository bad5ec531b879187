/** How the time grows with the stack if Pulumi writes its state once, at the end of a run. */
import type { BenchRow } from "../../../tools/measured/bench.js";
import { startPlatformProcess } from "../../platform-process.js";
import { plainRow } from "../row.js";
import { openBenchProject, writtenOnce } from "./project.js";

interface Figures {
  readonly size: number;
  readonly seconds: number;
  readonly bytes: number;
}

async function measure(size: number): Promise<Figures> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const environments = [platform.ids.environment, platform.ids.otherEnvironment];
  const project = await openBenchProject(platform, { program: "containers", size, environments });
  try {
    const seconds = await project.run(["up", "--yes", "--skip-preview"], writtenOnce);
    return { size, seconds, bytes: project.peakMemory().sum };
  } finally {
    project.close();
    await platform.stop();
  }
}

/** From the given size to ten times as many containers. */
export async function largeRows(size: number): Promise<BenchRow[]> {
  const all: Figures[] = [];
  for (const factor of [1, 4, 10]) all.push(await measure(size * factor));
  const [first, ...others] = all as [Figures, ...Figures[]];
  const count = (value: number) => value.toLocaleString("en");
  const growth = others.map((each) =>
    plainRow(
      {
        what: `\`pulumi up\` of ${count(each.size)} containers, checkpoints skipped: ${each.seconds.toFixed(1)} s`,
        against: `that of ${count(first.size)} (${first.seconds.toFixed(1)} s), times ${each.size / first.size}`,
        aim: { atMost: 1.1, unit: "×" },
      },
      [each.seconds / first.seconds / (each.size / first.size)],
    ),
  );
  const last = others.at(-1) as Figures;
  const memory = plainRow(
    {
      what: `its memory with ${count(last.size)} containers: CLI, program and plugin together`,
      against: "",
      aim: { atMost: 1500, unit: "MB" },
    },
    [last.bytes / 1e6],
  );
  return [...growth, memory];
}
