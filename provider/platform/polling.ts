import type { Surroundings } from "./environment.js";

/** Bounds of growing pauses, in milliseconds. */
export interface PauseBounds {
  readonly first: number;
  readonly longest: number;
}

/** Waits a growing while with jitter, again and again, until the time is over: `for await (const _ of pauses(…))`. */
export async function* pauses(
  { time, interruption }: Pick<Surroundings, "time" | "interruption">,
  seconds: number,
  { first, longest }: PauseBounds,
): AsyncGenerator<void> {
  const deadline = time.now() + seconds * 1000;
  for (let length = first; ; length = Math.min(length * 2, longest)) {
    const jittered = length * (0.75 + time.random() / 2);
    if (time.now() + jittered > deadline) return;
    await time.pause(jittered, interruption);
    yield;
  }
}
