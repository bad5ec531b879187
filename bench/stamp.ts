import { availableParallelism } from "node:os";
import { runningNow } from "../test/processes.js";
import type { BenchStamp } from "../tools/measured/bench.js";

/** What else the machine was doing when the benchmark began: processes that wanted a core, but for the one that asks. */
const load = Math.max(0, runningNow() - 1);

/** When and on what something is measured. */
export function stampBench(): BenchStamp {
  const measured = new Date().toISOString().slice(0, 10);
  return { measured, node: process.version, cores: availableParallelism(), load };
}
