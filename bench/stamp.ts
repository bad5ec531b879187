import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import type { BenchStamp } from "../tools/measured/bench.js";

/** What else the machine was doing when the benchmark began: processes that wanted a core. */
const load = otherProcesses();

/** Linux tells which run at this moment. Elsewhere, the last minute counts, with the build before the benchmark. */
function otherProcesses(): number {
  try {
    const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
    return ids.filter((id) => /\) R /.test(statOf(id))).length;
  } catch {
    return Math.round(loadavg()[0] ?? 0);
  }
}

/** Nothing if the process has ended. */
function statOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/stat`, "utf8");
  } catch {
    return "";
  }
}

/** When and on what something is measured. */
export function stampBench(): BenchStamp {
  const measured = new Date().toISOString().slice(0, 10);
  return { measured, node: process.version, cores: availableParallelism(), load };
}
