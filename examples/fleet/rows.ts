import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type Database, QUEUE } from "./database.js";
import type { Environment } from "./environments.js";

interface PlatformRow {
  readonly name: string;
  readonly baseUrl: string;
  readonly requestsPerMinute?: number;
}

interface EnvironmentRow {
  readonly name: string;
  readonly platform: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface Rows {
  readonly platforms: readonly PlatformRow[];
  readonly environments: readonly EnvironmentRow[];
}

/** Adds what a file lists, and changes what differs. Returns how many environments are new or have changed. */
export async function importRows({ query }: Database, file: string): Promise<number> {
  const { platforms, environments } = check(JSON.parse(readFileSync(file, "utf8")));
  for (const { name, baseUrl, requestsPerMinute } of platforms) {
    await query(
      `insert into fleet.platform (name, base_url, requests_per_minute) values ($1, $2, $3)
       on conflict (name) do update
       set base_url = excluded.base_url, requests_per_minute = excluded.requests_per_minute`,
      [name, baseUrl, requestsPerMinute ?? null],
    );
  }
  const changed = await query(
    `insert into fleet.environment as known (name, platform, settings)
     select name, platform, settings from jsonb_to_recordset($1) as given(name text, platform text, settings jsonb)
     on conflict (name) do update
     set platform = excluded.platform, settings = excluded.settings, revision = known.revision + 1
     where (known.platform, known.settings) is distinct from (excluded.platform, excluded.settings)
     returning name`,
    [JSON.stringify(environments)],
  );
  return changed.length;
}

function check(rows: Rows): Rows {
  for (const { name, baseUrl } of rows.platforms) {
    const { protocol, hostname } = new URL(baseUrl);
    const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
    if (protocol === "https:" || (protocol === "http:" && isLoopback)) continue;
    throw new Error(`baseUrl of ${name} must be https, or http for a loopback host; got "${baseUrl}".`);
  }
  for (const { name } of rows.environments) {
    // It is the name of the stack as well.
    if (!/^[\w.-]{1,100}$/.test(name)) {
      throw new Error(`The name of an environment must be 1 to 100 letters, digits, _, . and -; got "${name}".`);
    }
  }
  return rows;
}

/**
 * Enqueues the environments that are not deployed as their row says; all of them with `isForced`. An environment that is
 * queued or running already is not enqueued twice.
 */
export async function enqueue({ query, boss }: Database, names: readonly string[], isForced: boolean): Promise<number> {
  const chosen = await query<Pick<Environment, "name" | "status">>(
    `with chosen as (
       select name, status from fleet.environment
       where ($1 = '{}'::text[] or name = any($1)) and ($2 or status <> 'done' or deployed_revision <> revision)
       for update)
     update fleet.environment as now
     set status = case when is_open then now.status else 'queued' end,
       attempts = case when is_open then now.attempts else 0 end,
       error_code = case when is_open then error_code end, error = case when is_open then error end
     from (select *, status in ('queued', 'running', 'retrying') as is_open from chosen) as before
     where now.name = before.name returning now.name, before.status`,
    [names, isForced],
  );
  for (const { name, status } of chosen) {
    const isOpen = ["queued", "running", "retrying"].includes(status);
    // Null: there is a job already. If its run has ended, it is about to be completed.
    while ((await boss.send(QUEUE, { name }, { singletonKey: name })) === null && !isOpen) await delay(200);
  }
  return chosen.length;
}
