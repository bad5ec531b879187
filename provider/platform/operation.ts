import { setTimeout as sleep } from "node:timers/promises";
import type { AppPlatformError } from "../errors/appPlatformError.js";

/** Time and randomness: every wait, deadline and jitter of the provider uses this. A simulation passes its own. */
export interface Clock {
  /** Milliseconds since the epoch; jumps when somebody sets the system's clock. */
  now(): number;
  /** Milliseconds since a fixed moment, for durations and deadlines: never jumps. */
  elapsed(): number;
  /** Waits this many milliseconds; fails with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after this many milliseconds, unless the returned function is called first. Doesn't keep the process alive. */
  after(milliseconds: number, call: () => void): () => void;
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  async sleep(milliseconds, signal) {
    await sleep(milliseconds, undefined, { signal }).catch(() => {
      throw signal?.reason;
    });
  },
  after(milliseconds, call) {
    // A timer counts whole milliseconds, the first of which may be almost over: a deadline must really have passed.
    const timer = setTimeout(call, Math.ceil(milliseconds) + 1).unref();
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

export function timeLimitPassed(): DOMException {
  return new DOMException("The time limit has passed.", "TimeoutError");
}

/**
 * A signal that aborts after this many milliseconds. Not AbortSignal.timeout: in Node 20, a signal that only AbortSignal.any
 * references is collected as garbage and never aborts.
 */
export function timeoutSignal(clock: Clock, milliseconds: number): AbortSignal {
  const controller = new AbortController();
  clock.after(milliseconds, () => controller.abort(timeLimitPassed()));
  return controller.signal;
}

/** What ends operations besides their time limit and the end of the process. */
export interface Limits {
  /** The deadline, by the clock's `elapsed`; if omitted, the time limit of the settings applies. */
  readonly deadline?: number | undefined;
  /** Aborts waits, with the error that says why as its reason. Requests aren't affected. */
  readonly signal?: AbortSignal | undefined;
  readonly origin?: Origin | undefined;
}

/** What ends everything that a call begins. */
export interface CallLimits extends Omit<Limits, "deadline"> {
  /** How long it may take; if omitted, the time limit of the settings applies to each operation. */
  readonly seconds?: number | undefined;
}

/**
 * An operation of the engine on one resource. Its time limit or a shutdown ends all its requests and waits. Its caller only ends waits,
 * since what a request creates must reach the state.
 */
export interface Operation {
  /** The end of its time limit, by the clock's `elapsed`. */
  readonly deadline: number;
  readonly seconds: number;
  /** Aborts at the end of its time limit or on shutdown. Created when first read, since most operations never wait. */
  readonly signal: AbortSignal;
  /** Aborts then, and when its caller ends it: ends delays between requests. */
  readonly waiting: AbortSignal;
  readonly caller: AbortSignal | undefined;
  readonly origin: Origin | undefined;
}

/** One attempt at a request. Its time limit, that of its operation, or a shutdown ends it. */
export interface Attempt {
  readonly signal: AbortSignal;
  /** What aborted the signal: `attempt` if only its own time limit has passed. */
  endedBy(): "operation" | "attempt" | undefined;
  /** Frees its timer: thousands of timers that wait for a minute would take more time than the requests. */
  release(): void;
}

export interface Operations {
  /** Begins an operation with the time limit of the settings, unless the limits have a deadline. */
  begin(limits?: Limits): Operation;
  /** An operation with this share of the time that is left. */
  part(operation: Operation, share: number): Operation;
  /** An attempt at a request, with its own time limit in milliseconds. */
  attempt(operation: Operation, milliseconds: number): Attempt;
  isOver(operation: Operation): boolean;
}

export function operationsOf(clock: Clock, shutdown: AbortSignal, maxMilliseconds: number): Operations {
  // One listener for all attempts, since Node.js warns about signals with many.
  const running = new Set<() => void>();
  shutdown.addEventListener("abort", () => running.forEach((end) => void end()), { once: true });
  const left = (deadline: number) => Math.max(0, deadline - clock.elapsed());
  const lasting = (milliseconds: number, { signal: caller, origin }: Limits): Operation => {
    const deadline = clock.elapsed() + milliseconds;
    let ending: AbortSignal | undefined;
    return {
      ...{ deadline, seconds: Math.round(milliseconds) / 1000, caller, origin },
      get signal() {
        ending ??= AbortSignal.any([shutdown, timeoutSignal(clock, left(deadline))]);
        return ending;
      },
      get waiting() {
        return caller === undefined ? this.signal : AbortSignal.any([this.signal, caller]);
      },
    };
  };
  return {
    begin: (limits = {}) => lasting(limits.deadline === undefined ? maxMilliseconds : left(limits.deadline), limits),
    part: ({ deadline, caller, origin }, share) =>
      lasting(Math.max(1, Math.floor((deadline - clock.elapsed()) * share)), { signal: caller, origin }),
    isOver: ({ deadline }) => shutdown.aborted || clock.elapsed() >= deadline,
    attempt({ deadline }, milliseconds) {
      const controller = new AbortController();
      const remaining = left(deadline);
      let endedBy: "operation" | "attempt" | undefined;
      const end = (by: typeof endedBy, reason: unknown) => {
        endedBy ??= by;
        controller.abort(reason);
      };
      const onShutdown = () => end("operation", shutdown.reason);
      const [limit, by] =
        remaining <= milliseconds ? [remaining, "operation" as const] : [milliseconds, "attempt" as const];
      const cancel = clock.after(limit, () => end(by, timeLimitPassed()));
      running.add(onShutdown);
      if (shutdown.aborted) onShutdown();
      return {
        signal: controller.signal,
        endedBy: () => endedBy,
        release() {
          cancel();
          running.delete(onShutdown);
        },
      };
    },
  };
}

/** The result of work that operations share, unless this operation ends first. */
export async function within<T>({ signal }: Operation, work: Promise<T>, endOf: () => AppPlatformError): Promise<T> {
  let stop = () => {};
  const end = new Promise<never>((_, reject) => {
    stop = () => reject(endOf());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** What requests are a part of, for readers of the log. */
export interface Origin {
  /** A URN, or without one kind and name; otherwise, a lookup or a command. */
  readonly name: () => string;
  /** Nothing for the stack's own platform. */
  readonly connection: string | undefined;
  /** Removes secrets among the values. */
  readonly redact: (text: string) => string;
  readonly warn: (text: string) => void;
}

/** What the log needs of a request besides what is sent. */
export interface LoggedRequest {
  readonly route: string;
  /** The path with only IDs and flags. */
  readonly path: string;
  readonly attempt: number;
  readonly origin: Origin | undefined;
  /** Removes the access token. */
  readonly redact: (text: string) => string;
}
