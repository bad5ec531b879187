import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { InterruptedError } from "../errors/resource.js";

/** Ends this process early: no more requests are sent, and work in progress may end first. */
export interface Shutdown {
  /** Aborts when no more requests may be sent, with the error that says why as its reason. */
  readonly signal: AbortSignal;
  begin(why: string): void;
  /** Runs work that must end before the process. */
  track<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
  /** Registers work for the end of the process. */
  atEnd(work: () => void): void;
  /** Runs that work. */
  end(): void;
}

export function newShutdown(): Shutdown {
  const controller = new AbortController();
  let running = 0;
  let waiting: (() => void)[] = [];
  const last: (() => void)[] = [];
  return {
    signal: controller.signal,
    begin: (why) => controller.abort(new InterruptedError(why)),
    async track(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) {
          for (const resolve of waiting) resolve();
          waiting = [];
        }
      }
    },
    isBusy: () => running > 0,
    idle: () => new Promise((resolve) => (running === 0 ? resolve() : waiting.push(resolve))),
    atEnd: (work) => void last.push(work),
    end() {
      for (const work of last.splice(0)) work();
    },
  };
}

/** Ends waits when the engine cancels an operation. Each call listens to it, so Node.js must not warn about many listeners. */
export function newCancellation(): AbortController {
  const cancellation = new AbortController();
  setMaxListeners(0, cancellation.signal);
  return cancellation;
}

/** Requests end as usual, so that the state has what they create. */
export function cancel(cancellation: AbortController): void {
  cancellation.abort(new InterruptedError("the operation was canceled"));
}

/** How long the process may continue after a signal, in milliseconds, so that its failures reach the engine. */
const grace = { work: 2_000, delivery: 100 };

async function ending(shutdown: Shutdown): Promise<void> {
  const ended = shutdown.idle().then(() => sleep(grace.delivery));
  await Promise.race([ended, sleep(grace.work)]);
}

/** Ends this process, since nothing can call it any more. */
export async function endProcess(shutdown: Shutdown, why: string): Promise<void> {
  shutdown.begin(why);
  await ending(shutdown);
  shutdown.end();
  process.exit();
}

/** The first signal ends waits and requests, whose results still reach the engine. Then the signal ends the process. */
export function shutDownOnSignals(shutdown: Shutdown): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      const wasBusy = shutdown.isBusy();
      shutdown.begin(`the provider got ${signal}`);
      if (wasBusy) await ending(shutdown);
      shutdown.end();
      // Without the handler, the signal has its usual effect.
      process.kill(process.pid, signal);
    });
  }
}
