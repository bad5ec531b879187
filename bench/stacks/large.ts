/** How time and memory grow with the stack if Pulumi writes its state once, at the end of a run. */

import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { plainRow, ratioRow } from "../row.js";
import type { Memory, Part } from "./peak-memory.js";
import { openBenchProject, type Program, writtenOnce } from "./project.js";

interface Figures {
  readonly size: number;
  readonly seconds: number;
  readonly memory: Memory;
  /** The members of the first resource's state besides its inputs, without those that only this provider writes. */
  readonly outputs: object;
}

async function measure(program: Program, size: number, outputs: object = {}): Promise<Figures> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const environments = [platform.ids.environment, platform.ids.otherEnvironment];
  const project = await openBenchProject(platform, { program, size, environments, outputs });
  try {
    const seconds = await project.run(["up", "--yes", "--skip-preview"], writtenOnce);
    return { size, seconds, memory: project.peakMemory(), outputs: outputsIn(project.resources()[0] ?? {}) };
  } finally {
    project.close();
    await platform.stop();
  }
}

function outputsIn({ inputs, outputs }: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(outputs ?? {}).filter(
    ([name]) => !name.startsWith("__") && !(name in (inputs as object)),
  );
  return Object.fromEntries(entries);
}

/** From the given size to ten times as many containers. */
export async function largeRows(size: number): Promise<BenchRow[]> {
  const first = await measure("containers", size);
  const middle = await measure("containers", size * 4);
  const nothing = await measure("nothing", size * 4, first.outputs);
  const last = await measure("containers", size * 10);
  return [...[middle, last].map((each) => growthRow(first, each)), memoryRow(last), ...partRows(middle, nothing)];
}

const count = (value: number) => value.toLocaleString("en");
const megabytes = (bytes: number) => Math.round(bytes / 1e6);

function growthRow(first: Figures, other: Figures): BenchRow {
  const times = other.size / first.size;
  return plainRow(
    {
      what: `\`pulumi up\` of ${count(other.size)} containers, checkpoints skipped: ${other.seconds.toFixed(1)} s`,
      against: `that of ${count(first.size)} (${first.seconds.toFixed(1)} s), times ${times}`,
      aim: { atMost: 1.1, unit: "×" },
    },
    [other.seconds / first.seconds / times],
  );
}

function memoryRow({ size, memory: { sum, parts } }: Figures): BenchRow {
  const each = Object.entries(parts).map(([part, bytes]) => `${part} ${megabytes(bytes)} MB`);
  return plainRow(
    {
      what: `its memory with ${count(size)} containers, all processes together`,
      against: "",
      aim: { atMost: 1500, unit: "MB" },
      note: `highest of each: ${each.join(", ")}. Pulumi's SDK keeps what belongs to a resource until it is registered, and its engine keeps all states: the last rows of this table compare both with a provider that does nothing`,
    },
    [sum / 1e6],
  );
}

/** The share of each process, next to that of a provider that does nothing: the rest is Pulumi's own. */
function partRows(own: Figures, nothing: Figures): BenchRow[] {
  const parts: readonly Part[] = ["CLI", "program", "plugin"];
  return parts.map((part) =>
    ratioRow(
      {
        what: `memory of the ${part} with ${count(own.size)} containers`,
        against: "a dynamic provider that does nothing, with the same inputs and outputs",
        aim: { atMost: part === "plugin" ? 2 : 1.1 },
      },
      [own.memory.parts[part] / 1e6],
      [nothing.memory.parts[part] / 1e6],
      "MB",
    ),
  );
}
