import { setTimeout as pause } from "node:timers/promises";
import { InterruptedError } from "../errors/interruptedError.js";

/** What ends the work of this process early, and what has to end before the process may. */
export interface Interruption {
  /** Aborts when nothing more is to be sent. */
  readonly signal: AbortSignal;
  interrupt(why: string): void;
  /** Does work that a signal lets come to its end. */
  during<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
  /** Resolves when no work is under way. */
  idle(): Promise<void>;
}

export function newInterruption(): Interruption {
  const controller = new AbortController();
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    signal: controller.signal,
    interrupt: (why) => controller.abort(new InterruptedError(why)),
    async during(work) {
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
  };
}

/** How long a process may go on after a signal, so that its failures reach the engine, in milliseconds. */
const patience = { ending: 2_000, telling: 100 };

/** A first signal ends waits and requests, so that what they know still reaches the engine; then the process ends by it. */
export function endOnSignals(interruption: Interruption): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      const wasBusy = interruption.isBusy();
      interruption.interrupt(`the provider got ${signal}`);
      if (wasBusy) {
        const ended = interruption.idle().then(() => pause(patience.telling));
        await Promise.race([ended, pause(patience.ending)]);
      }
      // The handler is gone by now: the signal has its usual effect.
      process.kill(process.pid, signal);
    });
  }
}
