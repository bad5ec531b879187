/** The last requests to the API, newest first. */
import { batch, computed, signal } from "@preact/signals";
import type { Events, RequestLog, RequestSummary } from "../../../src/dashboard/contract.js";
import { read } from "./ask.js";
import { onEvent } from "./live.js";

const kept = 1000;
/** Events of one burst are shown at once. */
const showAfter = 60;

const all = signal<readonly RequestSummary[]>([]);
const frozen = signal<{ readonly rows: readonly RequestSummary[]; readonly total: number } | null>(null);

export const total = signal(0);
export const paused = computed(() => frozen.value !== null);
export const requests = computed(() => frozen.value?.rows ?? all.value);
/** How many requests have come since the pause. */
export const held = computed(() => (frozen.value === null ? 0 : Math.max(0, total.value - frozen.value.total)));

let waiting: RequestSummary[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function merge(added: readonly RequestSummary[], to: readonly RequestSummary[]): readonly RequestSummary[] {
  const known = new Set(added.map(({ id }) => id));
  const merged = [...added, ...to.filter(({ id }) => !known.has(id))];
  return merged.sort((one, other) => other.id - one.id).slice(0, kept);
}

function show(): void {
  timer = undefined;
  const added = waiting;
  waiting = [];
  all.value = merge(added, all.value);
}

function receive({ added, total: count }: Events["requests"]): void {
  total.value = count;
  waiting.push(...added);
  // More than are kept would be thrown away anyway.
  if (waiting.length > kept) waiting = waiting.slice(-kept);
  if (timer === undefined) timer = setTimeout(show, showAfter);
}

/** Reads the log again; what it no longer has disappears. */
export async function readRequests(): Promise<void> {
  waiting = [];
  const log = await read<RequestLog>("requests/log");
  const newest = log.results[0]?.id ?? 0;
  const later = waiting.filter(({ id }) => id > newest);
  waiting = [];
  batch(() => {
    total.value = Math.max(log.total, later.at(-1)?.id ?? 0);
    all.value = merge(later, log.results);
  });
}

export function followRequests(): void {
  onEvent("requests", receive);
}

export function pause(): void {
  frozen.value = { rows: all.value, total: total.value };
}

export function resume(): void {
  frozen.value = null;
}
