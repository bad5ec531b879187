import { AppPlatformError } from "../errors/appPlatformError.js";
import type { Clock, Operation, Operations } from "./operation.js";

interface Waits {
  readonly client: Pick<Operations, "begin" | "isOver">;
  readonly clock: Clock;
  readonly shutdown: AbortSignal;
}

/**
 * How long a response may be outdated, in seconds, because of a replica that lags behind. If no ID distinguishes a new deployment from
 * the last one, a final state counts only after this time.
 */
export const outdatedSeconds = 15;

/** How long a list may lack a new resource, in seconds. */
export const lateSeconds = 10;

/**
 * Looks again while something may only be missing because it's new; nothing if the time has passed.
 *
 * @throws The failure of the last look, which doesn't show that it's missing.
 */
export async function retryWhileMissing<T>(
  platform: Waits,
  seconds: number,
  poll: Polling<T>["poll"],
): Promise<T | undefined> {
  const { found, failure } = await pollUntil(platform, { seconds, first: 500, longest: 2_000, poll });
  if (failure !== undefined) throw failure;
  return found;
}

interface Polling<T> {
  /** Maximum time. */
  readonly seconds: number;
  /** Bounds of the intervals, in milliseconds. */
  readonly first: number;
  readonly longest: number;
  /** Whether to look before the first interval. */
  readonly atOnce?: boolean;
  /** Finds it; nothing if it isn't there yet. The operation ends with the time limit. */
  readonly poll: (operation: Operation) => Promise<T | undefined>;
}

interface Polled<T> {
  /** Nothing if the time limit has passed. */
  readonly found?: T;
  /** Why the last look failed, if it did. */
  readonly failure?: AppPlatformError;
}

/**
 * Looks in growing intervals, with jitter, until something is found. A failed look ends this only if the next one would fail too.
 */
export async function pollUntil<T>(
  { client, clock, shutdown }: Waits,
  { seconds, first, longest, atOnce = false, poll }: Polling<T>,
): Promise<Polled<T>> {
  const operation = client.begin({ deadline: clock.elapsed() + seconds * 1000 });
  let last: Polled<T> = {};
  for (let interval = atOnce ? 0 : first; ; interval = Math.min(interval * 2 || first, longest)) {
    if (interval > 0) {
      const jittered = interval * (0.75 + clock.random() / 2);
      if (clock.elapsed() + jittered > operation.deadline) return last;
      await clock.sleep(jittered, shutdown);
    }
    try {
      const found = await poll(operation);
      last = found === undefined ? {} : { found };
    } catch (error) {
      if (!(error instanceof AppPlatformError) || error.repeat === "never") throw error;
      // A look that the time limit cuts off shows nothing, so the result before it counts.
      if (!client.isOver(operation)) last = { failure: error };
    }
    if (last.found !== undefined) return last;
  }
}
