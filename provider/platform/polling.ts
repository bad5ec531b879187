import type { Dependencies } from "./dependencies.js";

/** Bounds of growing intervals, in milliseconds. */
interface IntervalBounds {
  readonly first: number;
  readonly longest: number;
}

/** Waits growing intervals with jitter until the time limit has passed: `for await (const _ of pollIntervals(…))`. */
export async function* pollIntervals(
  { clock, shutdown }: Pick<Dependencies, "clock" | "shutdown">,
  seconds: number,
  { first, longest }: IntervalBounds,
): AsyncGenerator<void> {
  const deadline = clock.elapsed() + seconds * 1000;
  for (let interval = first; ; interval = Math.min(interval * 2, longest)) {
    const jittered = interval * (0.75 + clock.random() / 2);
    if (clock.elapsed() + jittered > deadline) return;
    await clock.sleep(jittered, shutdown);
    yield;
  }
}
