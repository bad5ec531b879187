/** What the backend costs, compared with the minimum that Fastify needs if there is something to compare with. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { memoryRows } from "./memory.js";
import { environmentFile, readRows } from "./reads.js";
import { startRows } from "./starts.js";
import { throughputRows } from "./throughput.js";

export async function backendRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-backend-"));
  try {
    const throughput = await throughputRows(folder);
    const small = await environmentFile(folder, 1_000);
    const large = await environmentFile(folder, 10_000);
    return [
      ...throughput,
      ...(await readRows(small, large)),
      ...(await startRows(folder, large)),
      ...(await memoryRows(folder, large)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
