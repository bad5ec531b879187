import { type Db, PgBoss } from "pg-boss";
import { leaseSeconds, required, retries, retrySeconds } from "./settings.js";

/** Jobs, one for an environment at most: its name. */
export const QUEUE = "fleet-up";
/** Where a job goes that has no attempts left. */
export const DEAD_LETTERS = "fleet-dead-letters";

const tables = `
  select pg_advisory_xact_lock(hashtext('fleet'));
  create schema if not exists fleet;
  create table if not exists fleet.platform (
    name text primary key,
    base_url text not null,
    requests_per_minute numeric check (requests_per_minute > 0),
    -- When the next request may be sent, by whichever worker.
    next_request_at timestamptz not null default '-infinity'
  );
  create table if not exists fleet.environment (
    name text primary key,
    platform text not null references fleet.platform,
    settings jsonb not null,
    -- Counts changes of the settings.
    revision integer not null default 1,
    deployed_revision integer,
    status text not null default 'new'
      check (status in ('new', 'queued', 'running', 'retrying', 'done', 'failed')),
    attempts integer not null default 0,
    -- Who runs it, and until when nobody else may.
    run uuid,
    worker text,
    lease_until timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    seconds numeric,
    requests integer,
    changes jsonb,
    error_code text,
    error text
  );`;

export interface Database {
  readonly boss: PgBoss;
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Connects, and creates what is not there yet. A worker also supervises the queue: it finds jobs whose lease has ended. */
export async function openDatabase(role: "worker" | "command"): Promise<Database> {
  const isWorker = role === "worker";
  const boss = new PgBoss({
    connectionString: required("FLEET_DATABASE_URL"),
    schema: "fleet_queue",
    application_name: `fleet ${role}`,
    supervise: isWorker,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    schedule: false,
  });
  // The next poll tries again. Without a listener, the process would end.
  boss.on("error", (error) => console.error(`Database: ${error.message}`));
  await boss.start();
  const db: Db = boss.getDb();
  await db.executeSql(tables);
  await boss.createQueue(DEAD_LETTERS);
  const attempts = { retryLimit: retries(), retryDelay: retrySeconds(), retryBackoff: true, retryDelayMax: 600 };
  const queue = { ...attempts, deadLetter: DEAD_LETTERS, heartbeatSeconds: leaseSeconds(), expireInSeconds: 6 * 3600 };
  // Exclusive: at most one job with the same key is queued or active, so it does no harm to enqueue twice.
  await boss.createQueue(QUEUE, { policy: "exclusive", ...queue });
  if (isWorker) await boss.updateQueue(QUEUE, queue);
  return {
    boss,
    query: async (sql, values = []) => (await db.executeSql(sql, values)).rows,
    close: () => boss.stop({ graceful: false }),
  };
}
