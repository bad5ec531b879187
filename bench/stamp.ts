import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import type { BenchStamp } from "../tools/measured/bench.js";

/** What else the machine was doing when the benchmark began: processes that wanted a core, but for `ps` itself. */
const states = execFileSync("ps", ["-A", "-o", "stat="], { encoding: "utf8" }).match(/^R/gm) ?? [];
const load = Math.max(0, states.length - 1);

/** When and on what something is measured. */
export function stampBench(): BenchStamp {
  const measured = new Date().toISOString().slice(0, 10);
  return { measured, node: process.version, cores: availableParallelism(), load };
}
