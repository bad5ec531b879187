import { createServer, request as plain, type RequestOptions } from "node:http";
import { request as encrypted } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "./database.js";
import type { Claim } from "./environments.js";

/** What stands between a run and its platform, in the worker's process. */
export interface Gate {
  /** The platform's address for the run. */
  readonly url: string;
  /** How many requests have passed. */
  readonly requests: () => number;
  close(): void;
}

/**
 * Reserves the next free moment for a request and waits for it. The moments are kept in Postgres, so all workers on all
 * machines together send no more than the platform's `requests_per_minute`, evenly.
 */
async function waitForTurn({ query }: Database, platform: string): Promise<void> {
  const [turn] = await query<{ wait: string }>(
    `with now as (select clock_timestamp() as at)
     update fleet.platform
     set next_request_at = greatest(next_request_at, now.at) + make_interval(secs => 60 / requests_per_minute::float8)
     from now where name = $1 and requests_per_minute is not null
     returning extract(epoch from next_request_at - now.at) - 60 / requests_per_minute as wait`,
    [platform],
  );
  if (turn !== undefined) await delay(Math.ceil(Number(turn.wait) * 1000));
}

/** Opens the way to a platform for one run. It passes on whatever it gets, and keeps nothing. */
export async function openGate(database: Database, { platform, base_url }: Claim): Promise<Gate> {
  const base = new URL(base_url);
  const send = base.protocol === "https:" ? encrypted : plain;
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    try {
      await waitForTurn(database, platform);
      if (incoming.destroyed) return;
      requests += 1;
      const headers = { ...incoming.headers, host: base.host };
      const options: RequestOptions = { method: incoming.method ?? "GET", headers };
      const url = `${base.origin}${base.pathname.replace(/\/+$/, "")}${incoming.url}`;
      const upstream = send(url, options, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing).on("error", () => response.destroy());
      });
      // The run sees a broken connection, as it would without the gate.
      upstream.once("error", () => outgoing.destroy());
      incoming.pipe(upstream);
    } catch {
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests, close };
}
