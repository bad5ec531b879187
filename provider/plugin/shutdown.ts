import { setTimeout as sleep } from "node:timers/promises";
import { InterruptedError } from "../errors/resource.js";

/** The early end of this process: no more requests are sent, and work under way may end before the process does. */
export interface Shutdown {
  /** Aborts when no more requests may be sent; its reason is the error that says why. */
  readonly signal: AbortSignal;
  begin(why: string): void;
  /** Runs work that must end before the process does. */
  track<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
  /** Resolves when no work is under way. */
  idle(): Promise<void>;
  /** What is to be done right before the process ends. */
  atEnd(work: () => void): void;
  /** Does it. */
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

/** How long the process may continue after a signal, so that its failures reach the engine, in milliseconds. */
const grace = { work: 2_000, delivery: 100 };

/** Waits until the work under way has ended and its failures have reached the engine, but not forever. */
async function ending(shutdown: Shutdown): Promise<void> {
  const ended = shutdown.idle().then(() => sleep(grace.delivery));
  await Promise.race([ended, sleep(grace.work)]);
}

/** Ends this process, since nothing is left that could call it. */
export async function endProcess(shutdown: Shutdown, why: string): Promise<void> {
  shutdown.begin(why);
  await ending(shutdown);
  shutdown.end();
  process.exit();
}

/** The first signal ends waits and requests, so that their results still reach the engine; then the signal ends the process. */
export function shutDownOnSignals(shutdown: Shutdown): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      const wasBusy = shutdown.isBusy();
      shutdown.begin(`the provider got ${signal}`);
      if (wasBusy) await ending(shutdown);
      shutdown.end();
      // The handler is removed by now: the signal has its usual effect.
      process.kill(process.pid, signal);
    });
  }
}
