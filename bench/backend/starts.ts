/** How long a start takes: from the start of the process until its first response. */
import { join } from "node:path";
import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/measured/bench.js";
import { explained, plainRow } from "../row.js";
import { timedRead } from "./reads.js";

const runs = 7;
const reason =
  "half of the time is evaluating modules (Fastify 19 %), a tenth finding their files, a tenth garbage collection, a tenth the server with its routes";

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
  const aim = { atMost: 300, unit: "ms" };
  return [
    explained(
      plainRow(
        { what: "backend: start until the first response, new data file", against: "", aim },
        await startTimes((run) => join(folder, `new-${run}.db`)),
      ),
      reason,
    ),
    explained(
      plainRow(
        { what: "backend: the same with 10,000 services in the file", against: "", aim },
        await startTimes(() => large),
      ),
      reason,
    ),
  ];
}
