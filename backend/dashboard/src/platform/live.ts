/** The stream of events. It reconnects by itself; after each connect, what the page shows is read again. */
import { batch, signal } from "@preact/signals";
import type { Events } from "../../../src/dashboard/contract.js";

type Listener<K extends keyof Events> = (data: Events[K]) => void;

const names = [
  "info",
  "requests",
  "environments",
  "services",
  "others",
  "clusters",
  "records",
  "deployments",
  "faults",
  "reset",
] as const;
const reconnectAfter = 1500;

export const connection = signal<"connecting" | "live" | "lost">("connecting");

/** Since when there is no connection, if there was one. */
export const lostAt = signal<number | undefined>(undefined);

/** Counts how often everything that the page shows had to be read again. */
export const generation = signal(0);

const listeners: { [K in keyof Events]?: Set<Listener<K>> } = {};
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let environment: string | null | undefined;

/** Calls the listener for each event, and returns what stops that. */
export function onEvent<K extends keyof Events>(name: K, listener: Listener<K>): () => void {
  const known: { [N in K]?: Set<Listener<N>> } = listeners;
  const all = known[name] ?? new Set();
  known[name] = all;
  all.add(listener);
  return () => void all.delete(listener);
}

function deliver(name: keyof Events, { data }: MessageEvent<string>): void {
  const all = listeners[name] as Set<Listener<typeof name>> | undefined;
  const parsed = JSON.parse(data);
  batch(() => {
    for (const listener of all ?? []) listener(parsed as never);
    if (name === "reset") generation.value += 1;
  });
}

function opened(): void {
  batch(() => {
    connection.value = "live";
    lostAt.value = undefined;
    generation.value += 1;
  });
}

function failed(): void {
  if (connection.value === "live") lostAt.value = Date.now();
  connection.value = "lost";
  // After a response that isn't a stream, the browser gives up.
  if (source?.readyState !== EventSource.CLOSED) return;
  clearTimeout(timer);
  timer = setTimeout(connect, reconnectAfter);
}

function connect(): void {
  source?.close();
  clearTimeout(timer);
  const query = environment == null ? "" : `?environment=${encodeURIComponent(environment)}`;
  source = new EventSource(`events${query}`);
  source.addEventListener("open", opened);
  source.addEventListener("error", failed);
  for (const name of names) source.addEventListener(name, (event) => deliver(name, event));
}

// A browser has six connections to a host: tabs that nobody looks at must not use them up.
document.addEventListener("visibilitychange", () => {
  if (environment === undefined) return;
  if (!document.hidden) {
    connect();
    return;
  }
  source?.close();
  clearTimeout(timer);
  connection.value = "connecting";
});

/** Follows the services and deployments of one environment, or of none. */
export function follow(id: string | null): void {
  if (id === environment) return;
  environment = id;
  connect();
}
