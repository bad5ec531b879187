/** The network between a plugin and the platform: it delays, loses, cuts and reorders; it never delivers one message twice. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Chance, chanceOf } from "../../support/chance.js";
import type { RawResponse, Transport } from "../../support/provider.js";
import type { Answer, Backend, Exchange } from "./backend.js";
import type { Schedule } from "./schedule.js";

/** What becomes of one exchange. */
export const fates = [
  ...["delivered slowly", "request lost, connection reset", "request lost silently"],
  ...["response lost, connection reset", "response lost silently", "response truncated", "request late"],
  ...["request late, connection reset", "429 before", "500 before", "502 page before", "503 before", "500 after"],
  ...["502 page after", "504 after"],
] as const;
export type Fate = (typeof fates)[number] | "delivered";

/** How often anything but a plain delivery happens. */
export const storms = { calm: 0, breeze: 0.1, storm: 0.35, hurricane: 0.7 } as const;
export type Storm = keyof typeof storms;

/** What the platform carried out. */
export interface Commit {
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** Whether its sender had given it up before it arrived: no sender can know of such a one. */
  readonly isLate: boolean;
  /** What it is part of, as `during` was told. */
  readonly by: unknown;
}

export interface Weather {
  readonly storm: Storm;
  /** Of its dice. */
  readonly salt: number;
}

export interface NetworkNotes {
  line(text: string): void;
  fate(fate: Fate | "connection refused" | "cut by a crash"): void;
  commit(commit: Commit): void;
  /** The platform asks for no request for so many seconds. */
  throttled(seconds: number): void;
  /** Gives the same name to the same id in every run of a history. */
  alias(text: string): string;
}

interface Message {
  readonly label: string;
  /** Whether it can still reach the platform. */
  isOnWay: boolean;
  /** Whether its sender waits for it no more. */
  isGivenUp: boolean;
  readonly isHeard: () => boolean;
  fail(code: string, delay?: number): void;
  /** Ends it without a word. */
  drop(): void;
}

/** How long lists that lag lack what was created, in milliseconds. */
const lag = 4_000;

/** The way to a platform whose lists lack what was created in the last seconds. */
export const lagging =
  (inner: Transport, now: () => number): Transport =>
  async (exchange, signal) => {
    const answer = await inner(exchange, signal);
    if (exchange.method !== "GET" || answer.status !== 200 || !answer.text.startsWith('{"results":[')) return answer;
    const { results } = JSON.parse(answer.text) as { readonly results: readonly { readonly created_at?: string }[] };
    const isOld = ({ created_at: created = "" }) => !(Date.parse(created) > now() - lag);
    return { ...answer, text: JSON.stringify({ results: results.filter(isOld) }) };
  };

/** What a request is part of. One for all histories: each storage is carried along by every promise from then on. */
const origin = new AsyncLocalStorage<unknown>();
const page = "<html><body>Bad gateway</body></html>";

export function networkTo(backend: Backend, schedule: Schedule, notes: NetworkNotes) {
  const open = new Set<Message>();
  let downUntil = 0;

  const carry = (
    exchange: Exchange,
    message: Message,
    fate: Fate,
    chance: Chance,
    give: (answer: RawResponse) => void,
  ) => {
    const by = origin.getStore();
    const isLate = fate.startsWith("request late");
    const way = () => (fate === "delivered slowly" ? chance.integer(500, 20_000) : chance.integer(1, 40));
    if (fate === "request late, connection reset") message.fail("ECONNRESET", chance.integer(1, 40));
    schedule.after(isLate ? chance.integer(1_000, 200_000) : way(), async () => {
      if (!message.isOnWay) return;
      if (schedule.now() < downUntil) {
        message.fail("ECONNRESET");
        return;
      }
      if (fate === "request lost, connection reset") message.fail("UND_ERR_SOCKET");
      if (fate.startsWith("request lost")) return;
      if (fate.endsWith(" before")) {
        const status = Number(fate.slice(0, 3));
        const seconds = chance.integer(0, 3);
        const headers = { "retry-after": String(seconds), date: new Date(schedule.now()).toUTCString() };
        if (status === 429) notes.throttled(seconds);
        const text = fate === "502 page before" ? page : JSON.stringify({ status, detail: "not now" });
        schedule.after(way(), () => give({ status, headers: status === 429 || status === 503 ? headers : {}, text }));
        return;
      }
      const isUnheard = !message.isHeard();
      const answer = await backend.handle(exchange);
      notes.line(`platform ${message.label} ${answer.status}${isUnheard ? " late" : ""}`);
      notes.commit({ exchange, answer, isLate: isUnheard, by });
      if (fate === "response lost silently") return;
      schedule.after(way(), () => {
        if (fate === "response lost, connection reset") message.fail("ECONNRESET");
        else if (fate === "response truncated") give({ ...answer, text: answer.text.slice(0, answer.text.length / 2) });
        else if (fate.endsWith(" after"))
          give({ status: Number(fate.slice(0, 3)), headers: {}, text: fate === "502 page after" ? page : "" });
        else give(answer);
      });
    });
  };

  return {
    /** Runs work, all of whose requests are then part of `by`. */
    during: <T>(by: unknown, work: () => T): T => origin.run(by, work),
    /** Lets go of those that wait for a response in a process that is dead. */
    forget(): void {
      for (const message of open) message.drop();
    },
    /** Breaks all connections; for a while nothing listens. */
    crash(milliseconds: number): void {
      downUntil = schedule.now() + milliseconds;
      notes.line(`platform down for ${milliseconds} ms`);
      for (const message of open) {
        message.isOnWay = false;
        notes.fate("cut by a crash");
        message.fail("ECONNRESET");
      }
    },
    /** The way from one plugin; `isAlive` tells whether it can still hear. */
    transport(weather: Weather, isAlive: () => boolean): Transport {
      const counts = new Map<string, number>();
      return (exchange, signal) =>
        new Promise<RawResponse>((resolve, reject) => {
          const name = exchange.body === undefined ? "" : ` ${JSON.parse(exchange.body).name ?? ""}`;
          const label = `${exchange.method} ${notes.alias(exchange.path)}${name}`;
          const count = (counts.get(label) ?? 0) + 1;
          counts.set(label, count);
          const chance = chanceOf("network", weather.salt, label, count);
          const fate: Fate = chance.happens(storms[weather.storm]) ? chance.pick(fates) : "delivered";

          const settle = (work: () => void) => {
            if (!open.has(message)) return;
            message.drop();
            // Who is dead hears nothing.
            if (isAlive()) work();
          };
          const message: Message = {
            label,
            isOnWay: true,
            isGivenUp: false,
            isHeard: () => !message.isGivenUp && isAlive(),
            drop() {
              message.isGivenUp = true;
              open.delete(message);
              signal.removeEventListener("abort", abort);
            },
            fail: (code, delay = 1) => {
              schedule.after(delay, () =>
                settle(() => {
                  notes.line(`${code} ${label}`);
                  reject(Object.assign(new Error(code), { code }));
                }),
              );
            },
          };
          const abort = () =>
            settle(() => {
              notes.line(`given up ${label}`);
              reject(signal.reason);
            });
          open.add(message);
          signal.addEventListener("abort", abort);
          if (signal.aborted) {
            message.isOnWay = false;
            abort();
            return;
          }
          if (schedule.now() < downUntil) {
            message.isOnWay = false;
            notes.fate("connection refused");
            message.fail("ECONNREFUSED");
            return;
          }
          notes.fate(fate);
          notes.line(`send ${label}: ${fate}`);
          carry(exchange, message, fate, chance, (answer) =>
            settle(() => {
              notes.line(`answer ${label} ${answer.status}`);
              resolve(answer);
            }),
          );
        });
    },
  };
}
