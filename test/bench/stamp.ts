import { availableParallelism } from "node:os";
import type { BenchStamp } from "../../tools/measured/bench.js";
import { stampNow } from "../recording.js";

/** When, at which commit and on what something is measured. */
export function stampBench(): BenchStamp {
  return { ...stampNow(), node: process.version, cores: availableParallelism() };
}
