import type { Database } from "./database.js";
import type { Settings } from "./program.js";

/** A row of the table: an environment, and how its latest run went. */
export interface Environment {
  readonly name: string;
  readonly platform: string;
  readonly status: "new" | "queued" | "running" | "retrying" | "done" | "failed";
  readonly attempts: number;
  readonly worker: string | null;
  readonly seconds: string | null;
  readonly requests: number | null;
  readonly changes: Readonly<Record<string, number>> | null;
  readonly error_code: string | null;
  readonly error: string | null;
}

/** An environment that this worker may run. */
export interface Claim {
  readonly name: string;
  readonly settings: Settings;
  readonly revision: number;
  readonly platform: string;
  readonly base_url: string;
  readonly requests_per_minute: string | null;
  /** Whether its stack may exist already. */
  readonly was_run: boolean;
  /** Whether the worker before left it running: it died, and its lease has ended. */
  readonly was_left: boolean;
}

/** What a run did, or why it failed. */
export interface Result {
  readonly changes?: Readonly<Record<string, number>>;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The environments with these names, or all. */
export function listEnvironments({ query }: Database, names: readonly string[] = []): Promise<Environment[]> {
  return query<Environment>(
    `select name, platform, status, attempts, worker, seconds, requests, changes, error_code, error
     from fleet.environment where $1 = '{}'::text[] or name = any($1) order by name`,
    [names],
  );
}

/** Takes an environment for a run, unless another worker holds it. */
export async function claim({ query }: Database, name: string, run: string, worker: string, lease: number) {
  const [claimed] = await query<Claim>(
    `with before as (select * from fleet.environment where name = $1 for update)
     update fleet.environment as now
     set status = 'running', run = $2, worker = $3, lease_until = clock_timestamp() + make_interval(secs => $4),
       attempts = now.attempts + 1, started_at = clock_timestamp(), ended_at = null
     from before join fleet.platform on platform.name = before.platform
     where now.name = before.name and (before.status <> 'running' or before.lease_until < clock_timestamp())
     returning now.name, now.settings, now.revision, now.platform, base_url, requests_per_minute,
       before.started_at is not null as was_run, before.status = 'running' as was_left`,
    [name, run, worker, lease],
  );
  return claimed;
}

/** Extends the lease of a run. False if another worker has the environment by now. */
export async function renew({ query }: Database, run: string, lease: number): Promise<boolean> {
  const renewed = await query(
    `update fleet.environment set lease_until = clock_timestamp() + make_interval(secs => $2)
     where run = $1 and status = 'running' returning name`,
    [run, lease],
  );
  return renewed.length > 0;
}

/** Writes what a run did. The result of a run that lost its lease is not written: another one has the environment. */
export async function finish(
  { query }: Database,
  run: string,
  { status, result, requests, revision }: { status: string; result: Result; requests: number; revision: number },
): Promise<boolean> {
  const isDone = status === "done";
  const changed = await query<{ is_changed: boolean }>(
    `update fleet.environment
     set status = $2, changes = $3, error_code = $4, error = $5, requests = $6, run = null, lease_until = null,
       deployed_revision = case when $7 then $8 else deployed_revision end,
       ended_at = clock_timestamp(), seconds = round(extract(epoch from clock_timestamp() - started_at), 1)
     where run = $1 returning revision <> $8 as is_changed`,
    [
      run,
      status,
      result.changes ?? null,
      result.error?.code ?? null,
      result.error?.message ?? null,
      requests,
      isDone,
      revision,
    ],
  );
  return isDone && changed[0]?.is_changed === true;
}

/** A job that has no attempts left, because each of its workers died or found no result. */
export async function giveUp({ query }: Database, name: string): Promise<void> {
  await query(
    `update fleet.environment
     set status = 'failed', run = null, lease_until = null, ended_at = clock_timestamp(),
       error_code = coalesce(error_code, 'FLEET'), error = coalesce(error, 'Each worker that ran it ended before the run did.')
     where name = $1 and status in ('queued', 'running', 'retrying')`,
    [name],
  );
}
