/** How much memory the backend needs with many services, also right after it has listed 10,000 of them. */
import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/measured/bench.js";
import { plainRow } from "../row.js";
import { timedRead } from "./reads.js";

/** The part of the backend's database driver that is used here. */
type Driver = new (file: string) => { exec(sql: string): void; close(): void };

// The driver is a dependency of the backend, so it is resolved from there.
const Driver: Driver = createRequire(join(__dirname, "../../backend/package.json"))("libsql");

const environments = 10;

/**
 * Copies the services of the file's environment into nine further ones. Creating them through the API would take minutes, and
 * what the backend needs to run does not depend on it.
 */
function copyEnvironment(file: string): void {
  const database = new Driver(file);
  database.exec(`
    PRAGMA synchronous = OFF;
    CREATE TEMP TABLE copy AS
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${environments - 1})
      SELECT n, printf('%08x', n) || substr(id, 9) AS environment, id AS source FROM number,
        (SELECT id FROM record WHERE kind = 'environment' AND id IN (SELECT environment_id FROM service));
    INSERT INTO record (kind, id, body)
      SELECT 'environment', environment, json_set(body, '$.id', environment, '$.name', 'copy ' || n)
      FROM copy JOIN record ON id = source;
    INSERT INTO service (id, kind, environment_id, name_key, deleting_since, body)
      SELECT printf('%08x', n) || substr(id, 9), kind, environment, name_key, deleting_since,
        json_set(body, '$.id', printf('%08x', n) || substr(id, 9), '$.environmentId', environment, '$.lastDeploymentId', NULL)
      FROM copy JOIN service ON environment_id = source;
    PRAGMA wal_checkpoint(TRUNCATE);
  `);
  database.close();
}

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
  const aim = { atMost: 300, unit: "MB" };
  return [
    plainRow({ what: "backend: memory with 100,000 services", against: "", aim }, [before]),
    plainRow({ what: "backend: memory after the list and the statuses of 10,000 of them", against: "", aim }, [after]),
  ];
}
