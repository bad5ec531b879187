import type { AppPlatformError } from "../errors/appPlatformError.js";
import { type Clock, timeLimitPassed, timeoutSignal } from "./clock.js";

/** What ends operations early, besides their own time limit and the end of the process. */
export interface Limits {
  /** When they must have ended, by the clock's `elapsed`; if omitted, the time limit of the settings counts. */
  readonly deadline?: number | undefined;
  /** Aborts when waiting should stop; its reason is the error that says why. Requests still end as they would otherwise. */
  readonly signal?: AbortSignal | undefined;
  /** What its requests are part of, for the log of requests. */
  readonly origin?: Origin | undefined;
}

/**
 * One operation of the engine on one resource: its time limit, or a shutdown, ends all its requests and waits. Its caller ends only the
 * waits: what a request that is under way creates must reach the state.
 */
export interface Operation {
  /** When its time limit has passed, by the clock's `elapsed`. */
  readonly deadline: number;
  /** How long it may take, in seconds. */
  readonly seconds: number;
  /** Aborts when its time limit has passed, or on shutdown. Created when it is first read: most operations never wait. */
  readonly signal: AbortSignal;
  /** Aborts then, and when its caller ends it: it ends each delay between two requests. */
  readonly waiting: AbortSignal;
  /** That of its limits. */
  readonly caller: AbortSignal | undefined;
  readonly origin: Origin | undefined;
}

/** One attempt at a request. Its time limit, that of its operation, or a shutdown ends it. */
export interface Attempt {
  readonly signal: AbortSignal;
  /** Whose end aborted the signal: `attempt` if only its own time limit has passed. */
  endedBy(): "operation" | "attempt" | undefined;
  /** Frees its timer once it is over: thousands of timers that wait for a minute cost more time than the requests. */
  release(): void;
}

export interface Operations {
  /** A new operation: with the time limit of the settings, unless it is asked for with a deadline of its own. */
  begin(limits?: Limits): Operation;
  /** One that has this share of the time that `operation` has left. */
  part(operation: Operation, share: number): Operation;
  /** An attempt at a request of the operation, with its own time limit in milliseconds. */
  attempt(operation: Operation, milliseconds: number): Attempt;
  /** Whether its time limit has passed, or something else ended it. */
  isOver(operation: Operation): boolean;
}

export function operationsOf(clock: Clock, shutdown: AbortSignal, maxMilliseconds: number): Operations {
  // One listener for all attempts: Node.js warns about a signal with many.
  const running = new Set<() => void>();
  shutdown.addEventListener("abort", () => running.forEach((end) => void end()), { once: true });
  const left = (deadline: number) => Math.max(0, deadline - clock.elapsed());
  const lasting = (milliseconds: number, { signal: caller, origin }: Limits): Operation => {
    const deadline = clock.elapsed() + milliseconds;
    let ending: AbortSignal | undefined;
    const signal = () => {
      ending ??= AbortSignal.any([shutdown, timeoutSignal(clock, left(deadline))]);
      return ending;
    };
    return {
      deadline,
      seconds: Math.round(milliseconds) / 1000,
      caller,
      origin,
      get signal() {
        return signal();
      },
      get waiting() {
        return caller === undefined ? signal() : AbortSignal.any([signal(), caller]);
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
      const end = (by: "operation" | "attempt", reason: unknown) => {
        endedBy ??= by;
        controller.abort(reason);
      };
      const onShutdown = () => end("operation", shutdown.reason);
      const limit = Math.min(remaining, milliseconds);
      const cancel = clock.after(limit, () =>
        end(remaining <= milliseconds ? "operation" : "attempt", timeLimitPassed()),
      );
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

/** The result of work that several operations share, unless this operation ends before. */
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

/** What requests are part of, for those who read the log. */
export interface Origin {
  /** A URN; kind and name of a resource whose URN the door doesn't receive; a lookup, or a command. */
  readonly name: () => string;
  /** Name of the connection; nothing for the stack's own platform. */
  readonly connection: string | undefined;
  /** Removes what is secret among the values. */
  readonly hide: (text: string) => string;
  readonly warn: (text: string) => void;
}

/** What the log says about a request besides what is sent. */
export interface LoggedRequest {
  readonly route: string;
  /** As it may be shown: with IDs and flags only. */
  readonly path: string;
  readonly attempt: number;
  readonly origin: Origin | undefined;
  /** Removes the access token. */
  readonly hide: (text: string) => string;
}
