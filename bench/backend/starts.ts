/** How long a start takes: from the start of the process until its first response. */
import { join } from "node:path";
import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { explained } from "../row.js";
import { timedRead, timeRow } from "./reads.js";

const runs = 7;
const newFileReason =
  "half of the time is evaluating modules (Fastify 19 %), a tenth finding their files, a tenth garbage collection, a tenth the server with its routes";
const fileReason = "besides what a start with a new file does, it reads and parses the whole file (24 MB)";

async function startTimes(data: (run: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = performance.now();
    const platform = await startPlatformProcess({ endpoints: "extended", data: data(run) });
    await timedRead(platform, "/_local/health");
    times.push(performance.now() - before);
    await platform.stop();
  }
  return times;
}

export async function startRows(folder: string, large: string): Promise<BenchRow[]> {
  const times = [await startTimes((run) => join(folder, `new-${run}.db`)), await startTimes(() => large)] as const;
  return [
    explained(timeRow("start until the first response, new data file", 300, times[0]), newFileReason),
    explained(timeRow("the same with 10,000 services in the file", 300, times[1]), fileReason),
  ];
}
