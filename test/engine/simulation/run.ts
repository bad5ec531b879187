/** One run of the engine: what continues at once, what went wrong, and how it ends early. */
import type { Failure, Step } from "./step.js";

/** How many calls run at once. */
const parallel = 8;

/** What a call fails with when the plugin's process has ended under it. */
export const pluginGone = new Error("the plugin's process has ended");

export interface RunUnderWay {
  readonly failures: Failure[];
  readonly steps: Step[];
  readonly planned: string[];
  /** Keys of what is being replaced. */
  readonly replaced: Set<string>;
  readonly isCancelled: boolean;
  readonly isOver: boolean;
  /** Waits for one of the places that calls run in. */
  slot(): Promise<void>;
  free(): void;
  /** Waits for the turn to check and compare, one after the other; gives what ends it. */
  turn(): Promise<() => void>;
  fail(step: Step, error: unknown): void;
  cancel(): void;
  /** Fails when the plugin's process has ended. */
  readonly lost: Promise<never>;
  lose(): void;
  /** Resolves when the command line's process is gone. */
  readonly end: Promise<void>;
  over(): void;
}

export function newRun(): RunUnderWay {
  let places = parallel;
  let waiting: (() => void)[] = [];
  let turns: Promise<void> = Promise.resolve();
  let lose = () => {};
  let over = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = () => reject(pluginGone);
  });
  lost.catch(() => undefined);
  const end = new Promise<void>((resolve) => {
    over = resolve;
  });
  const state = { isCancelled: false, isOver: false };
  const failures: Failure[] = [];
  return {
    failures,
    steps: [],
    planned: [],
    replaced: new Set(),
    get isCancelled() {
      return state.isCancelled;
    },
    get isOver() {
      return state.isOver;
    },
    async slot() {
      if (places === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else places -= 1;
    },
    free() {
      const [next, ...rest] = waiting;
      waiting = rest;
      if (next === undefined) places += 1;
      else next();
    },
    async turn() {
      const before = turns;
      let release = () => {};
      turns = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return release;
    },
    // One failure ends the run: what is under way comes to its end.
    fail({ key, doing }, error) {
      state.isCancelled = true;
      const { reasons, message } = error as { reasons?: readonly string[]; message: string };
      failures.push({ key, doing, text: reasons?.join("\n") ?? message });
    },
    cancel() {
      state.isCancelled = true;
    },
    lost,
    lose() {
      state.isCancelled = true;
      lose();
    },
    end,
    over() {
      state.isOver = true;
      state.isCancelled = true;
      over();
    },
  };
}
