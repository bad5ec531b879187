/**
 * The last requests to the API. Recording one stores references and nothing else: what a page shows of it is computed when
 * it asks.
 */
import type { Route } from "../../routes/route.js";
import type { Violation } from "../../schema/validate.js";
import type { Actor } from "../../tokens.js";
import { type StoredBody, storedSize } from "./kept-body.js";

export const storedRequests = 1000;
/** How much all bodies may need together; beyond it, the oldest ones are dropped. */
const mostBytes = 16 * 1024 * 1024;

export interface LoggedRequest {
  /** 1 for the first request to the data; the log sets it. */
  id: number;
  /** What its response has in the header `x-request-id`; null for one that an earlier version has logged. */
  readonly requestId: string | null;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly route: Route | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Null if a fault ended the request without a response. */
  readonly status: number | null;
  readonly milliseconds: number;
  readonly actor: Actor | undefined;
  /** The header `User-Agent`; null without one, and for a request that an earlier version has logged. */
  readonly agent: string | null;
  readonly fault: string | null;
  readonly violations: readonly Violation[];
  readonly replayOf: number | null;
  /** The service that the response describes. */
  readonly service: { readonly id: string; readonly name: string } | null;
  /** Null if the request had none, or if it was not read. */
  request: StoredBody | null;
  response: StoredBody | null;
}

export interface RequestLog {
  record(request: LoggedRequest): void;
  find(id: number): LoggedRequest | undefined;
  /** Newest first: those with a lower id than `before`, if given. */
  newestFirst(before?: number): Iterable<LoggedRequest>;
  /** Newest first: those with a higher id than `after`. */
  newestAfter(after: number): Iterable<LoggedRequest>;
  /** How many there were. */
  total(): number;
  clear(): void;
  /** Puts those of an earlier run back, oldest first, after `count` other ones. */
  restore(requests: readonly LoggedRequest[], count: number): void;
  /** Calls the listener after each change. */
  onChange(listener: (change: "recorded" | "cleared") => void): void;
}

export function createRequestLog(): RequestLog {
  let slots: LoggedRequest[] = [];
  let total = 0;
  let bytes = 0;
  /** The oldest request whose bodies are kept. */
  let oldestWithBodies = 1;
  const listeners: ((change: "recorded" | "cleared") => void)[] = [];

  const slotOf = (id: number) => (id - 1) % storedRequests;
  const find = (id: number) => {
    const found = slots[slotOf(id)];
    return found?.id === id ? found : undefined;
  };

  function dropBodies(entry: LoggedRequest | undefined): void {
    if (entry === undefined) return;
    bytes -= storedSize(entry.request) + storedSize(entry.response);
    if (entry.request !== null) entry.request = { bytes: entry.request.bytes, dropped: true };
    if (entry.response !== null) entry.response = { bytes: entry.response.bytes, dropped: true };
  }

  function* newestFirst(before = total + 1): Iterable<LoggedRequest> {
    const oldest = Math.max(1, total - storedRequests + 1);
    for (let id = Math.min(before - 1, total); id >= oldest; id--) {
      const entry = find(id);
      if (entry !== undefined) yield entry;
    }
  }

  function add(entry: LoggedRequest): void {
    total = entry.id;
    const replaced = slots[slotOf(total)];
    if (replaced !== undefined) bytes -= storedSize(replaced.request) + storedSize(replaced.response);
    slots[slotOf(total)] = entry;
    bytes += storedSize(entry.request) + storedSize(entry.response);
    oldestWithBodies = Math.max(oldestWithBodies, total - storedRequests + 1);
    while (bytes > mostBytes && oldestWithBodies < total) dropBodies(find(oldestWithBodies++));
  }

  function changed(change: "recorded" | "cleared"): void {
    for (const listener of listeners) listener(change);
  }

  return {
    record(entry) {
      entry.id = total + 1;
      add(entry);
      changed("recorded");
    },
    find,
    newestFirst,
    *newestAfter(after) {
      for (const entry of newestFirst()) {
        if (entry.id <= after) return;
        yield entry;
      }
    },
    total: () => total,
    clear() {
      slots = [];
      bytes = 0;
      oldestWithBodies = total + 1;
      changed("cleared");
    },
    restore(requests, count) {
      for (const entry of requests) if (entry.id > total) add(entry);
      total = Math.max(total, count);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
