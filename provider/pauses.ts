import { setTimeout as pause } from "node:timers/promises";

/** Bounds of growing pauses, in milliseconds. */
export interface PauseBounds {
  readonly first: number;
  readonly longest: number;
}

/** Waits a growing while with jitter, again and again, until the time is over: `for await (const _ of pauses(…))`. */
export async function* pauses(seconds: number, { first, longest }: PauseBounds): AsyncGenerator<void> {
  const deadline = Date.now() + seconds * 1000;
  for (let length = first; ; length = Math.min(length * 2, longest)) {
    const jittered = length * (0.75 + Math.random() / 2);
    if (Date.now() + jittered > deadline) return;
    await pause(jittered);
    yield;
  }
}
