import { availableParallelism } from "node:os";
import { runningNow } from "../test/support/processes.js";
import type { BenchStamp } from "../tools/generate/measured/bench.js";

/** How many other processes wanted a core when the benchmark began. */
const load = Math.max(0, runningNow() - 1);

/** When and on what something is measured. */
export function stampBench(): BenchStamp {
  const measured = new Date().toISOString().slice(0, 10);
  return { measured, node: process.version, cores: availableParallelism(), load };
}
