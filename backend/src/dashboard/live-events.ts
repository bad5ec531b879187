/**
 * The server-sent events of the dashboard. Changes of a moment come as one event. States depend on the time: while
 * something is in progress and somebody watches, the rows of what is in progress are compared again and again.
 */
import type { ServerResponse } from "node:http";
import type { Events } from "./contract.js";
import type { Views } from "./views.js";
import { changesOf, rowsOf, type Watched } from "./watched-environment.js";

const batchMilliseconds = 150;
const movingMilliseconds = 250;
/** Between two slices of work that does not fit into one. */
const behindMilliseconds = 50;
/** The minimum pause after events, as a multiple of the time that they took: requests must not wait for a page. */
const pausePerWork = 9;
const heartbeatMilliseconds = 15_000;
/** A reader that is so far behind is disconnected: it connects again, and reads everything again. */
const mostUnreadBytes = 4 * 1024 * 1024;
const mostRequestsOfEvent = 1000;

export interface LiveEvents {
  /** Sends events until the connection ends. */
  open(response: ServerResponse, environmentId: string | undefined): void;
  /** Something has changed. */
  changed(): void;
  clockChanged(): void;
  /** All content was replaced. */
  reset(): void;
  /** Ends all streams. */
  close(): void;
}

interface Reader {
  readonly response: ServerResponse;
  readonly environmentId: string | undefined;
}

function text<E extends keyof Events>(event: E, data: Events[E]): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function createLiveEvents(views: Views): LiveEvents {
  const readers = new Set<Reader>();
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let isReset = false;
  let isClosed = false;
  let sentRequests = 0;
  let sentRecordWrites = 0;
  let restUntil = 0;
  const sent = { clusters: "", faults: "" };

  function send(reader: Reader, event: string): void {
    if (reader.response.writableLength > mostUnreadBytes) reader.response.destroy();
    else reader.response.write(event);
  }

  function sendAll(event: string): void {
    for (const reader of readers) send(reader, event);
  }

  function schedule(milliseconds: number): void {
    if (timer !== undefined || readers.size === 0 || isClosed) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        const start = performance.now();
        tickOrDisconnect();
        restUntil = performance.now() + (performance.now() - start) * pausePerWork;
        if (views.environments.isBehind()) schedule(behindMilliseconds);
        else if (views.environments.isMoving() || views.areClustersMoving()) schedule(movingMilliseconds);
      },
      Math.max(milliseconds, restUntil - performance.now()),
    );
    timer.unref();
  }

  /** Data that cannot be read must end the streams, and not the process: the readers try again. */
  function tickOrDisconnect(): void {
    try {
      tick();
    } catch {
      for (const { response } of readers) response.destroy();
    }
  }

  function tick(): void {
    if (isReset) {
      isReset = false;
      for (const [id] of watched) watched.set(id, rowsOf(views, id));
      sendAll(text("info", views.info()) + text("reset", null));
    }
    sendRequests();
    views.environments.update();
    const { lookedAt: seenAt, ...changes } = views.environments.take();
    if (changes.changed.length + changes.removed.length > 0) sendAll(text("environments", changes));
    for (const [id, before] of watched) if (seenAt.has(id)) sendRows(id, before);
    sendRecords();
    sendChanged("clusters", views.clusters());
    sendChanged("faults", views.faults());
  }

  function sendRecords(): void {
    const now = views.recordWrites();
    if (now === sentRecordWrites) return;
    sentRecordWrites = now;
    sendAll(text("records", null));
  }

  function sendRequests(): void {
    const total = views.totalRequests();
    if (total === sentRequests) return;
    const added = views.requestsAfter(Math.max(sentRequests, total - mostRequestsOfEvent));
    sentRequests = total;
    sendAll(text("requests", { added, total }));
  }

  function sendRows(environmentId: string, before: Watched): void {
    const now = rowsOf(views, environmentId);
    watched.set(environmentId, now);
    const events = [
      ...changesOf(before.services, now.services).map((changes) => text("services", changes)),
      ...changesOf(before.others, now.others).map((changes) => text("others", changes)),
      ...changesOf(before.deployments, now.deployments).map((changes) => text("deployments", changes)),
    ].join("");
    if (events === "") return;
    for (const reader of readers) if (reader.environmentId === environmentId) send(reader, events);
  }

  /** Sends all of it if anything has changed. */
  function sendChanged<E extends "clusters" | "faults">(event: E, data: Events[E]): void {
    const now = text(event, data);
    if (now === sent[event]) return;
    sent[event] = now;
    sendAll(now);
  }

  function begin(): void {
    sentRequests = views.totalRequests();
    sentRecordWrites = views.recordWrites();
    // A page that connects reads all earlier changes by itself.
    views.environments.take();
    isReset = false;
    sent.clusters = text("clusters", views.clusters());
    sent.faults = text("faults", views.faults());
    heartbeat = setInterval(() => sendAll(": still here\n\n"), heartbeatMilliseconds);
    heartbeat.unref();
  }

  function leave(reader: Reader): void {
    readers.delete(reader);
    const { environmentId } = reader;
    const isWatched = [...readers].some((other) => other.environmentId === environmentId);
    if (environmentId !== undefined && !isWatched) watched.delete(environmentId);
    if (readers.size > 0) return;
    clearTimeout(timer);
    clearInterval(heartbeat);
    timer = undefined;
  }

  return {
    open(response, environmentId) {
      const reader: Reader = { response, environmentId };
      response.writeHead(200, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      response.once("close", () => leave(reader));
      if (isClosed) return void response.end();
      if (readers.size === 0) begin();
      readers.add(reader);
      if (environmentId !== undefined && !watched.has(environmentId)) {
        watched.set(environmentId, rowsOf(views, environmentId));
      }
      send(reader, text("info", views.info()));
      schedule(movingMilliseconds);
    },
    changed: () => schedule(batchMilliseconds),
    clockChanged() {
      views.environments.clockChanged();
      if (readers.size === 0) return;
      sendAll(text("info", views.info()));
      schedule(batchMilliseconds);
    },
    reset() {
      views.environments.cleared();
      isReset = readers.size > 0;
      schedule(batchMilliseconds);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      for (const { response } of readers) response.end();
    },
  };
}
