import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import type { BenchStamp } from "../tools/measured/bench.js";

/** What else the machine was doing when the benchmark began: processes that wanted a core. */
const load = otherProcesses();

/** Linux tells how many run at this moment. Elsewhere, the last minute counts, with the build before the benchmark. */
function otherProcesses(): number {
  try {
    const [, running] = /(\d+)\/\d+/.exec(readFileSync("/proc/loadavg", "utf8")) ?? [];
    return Math.max(0, Number(running) - 1);
  } catch {
    return Math.round(loadavg()[0] ?? 0);
  }
}

/** When and on what something is measured. */
export function stampBench(): BenchStamp {
  const measured = new Date().toISOString().slice(0, 10);
  return { measured, node: process.version, cores: availableParallelism(), load };
}
