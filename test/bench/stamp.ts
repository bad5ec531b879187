import { availableParallelism, loadavg } from "node:os";
import type { BenchStamp } from "../../tools/measured/bench.js";
import { stampNow } from "../recording.js";

/** What else the machine was doing when the benchmark began: processes that wanted a core. */
const load = Math.round(loadavg()[0] ?? 0);

/** When, at which commit and on what something is measured. */
export function stampBench(): BenchStamp {
  return { ...stampNow(), node: process.version, cores: availableParallelism(), load };
}
