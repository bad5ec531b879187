/** How much memory the backend needs with many services, also right after it has listed 10,000 of them. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seededIds } from "../../backend/src/seed.js";
import { openStore } from "../../backend/src/store/store.js";
import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { explained, plainRow } from "../row.js";
import { timedRead } from "./reads.js";

const environments = 10;

/**
 * Copies the services of the file's environment into nine further ones. Creating them through the API would take minutes, and
 * what the backend needs to run does not depend on it.
 */
function copyEnvironment(file: string): void {
  const { records, services, write, close } = openStore(file);
  const source = records.get("environment", seededIds.environment);
  if (source === undefined) throw new Error(`${file} has no environment.`);
  const copied = services.listAll(source.id);
  for (let copy = 1; copy < environments; copy++) {
    const idOf = (id: string) => `${String(copy).padStart(8, "0")}${id.slice(8)}`;
    write(() => {
      records.put("environment", idOf(source.id), { ...source, id: idOf(source.id), name: `copy ${copy}` });
      for (const service of copied) {
        const { id, environmentId } = service;
        services.insert({ ...service, id: idOf(id), environmentId: idOf(environmentId), lastDeploymentId: null });
      }
    });
  }
  close();
}

const reason =
  "the platform keeps everything in memory, and the peak is at the start, when the whole data file (240 MB) and what is read from it are in memory";

/** The most memory that a process has held so far. Linux only. */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

export async function memoryRows(folder: string, large: string): Promise<BenchRow[]> {
  const data = join(folder, "memory.db");
  copyFileSync(large, data);
  copyEnvironment(data);
  const platform = await startPlatformProcess({ endpoints: "extended", data });
  const pid = platform.process.pid as number;
  const { environment } = platform.ids;
  await timedRead(platform, `/environment/${environment}/status`);
  const before = peakMegabytes(pid);
  await timedRead(platform, `/environment/${environment}/container`);
  await timedRead(platform, `/environment/${environment}/statuses`);
  const after = peakMegabytes(pid);
  await platform.stop();
  const row = (what: string, megabytes: number) =>
    explained(
      plainRow({ what: `backend: ${what}`, against: "", aim: { atMost: 300, unit: "MB" } }, [megabytes]),
      reason,
    );
  return [
    row("memory with 100,000 services", before),
    row("memory after the list and the statuses of 10,000 of them", after),
  ];
}
