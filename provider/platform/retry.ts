import { AppPlatformError } from "../errors/appPlatformError.js";
import { RequestFailedError } from "../errors/requestFailedError.js";
import { ThrottledError } from "../errors/throttledError.js";
import type { Clock } from "./clock.js";
import type { Operation } from "./operation.js";

/** Maximum number of attempts at one request. */
const maxAttempts = 4;
/** Maximum delay between two attempts, in milliseconds, where the platform asks for none. */
const maxDelay = 10_000;
/** Maximum delay that the platform may ask for, in milliseconds. */
const maxRequestedDelay = 60_000;

/** How long to wait before the next attempt, in milliseconds: what the platform asks for, or full jitter below a growing bound. */
function delayAfter(attempt: number, error: AppPlatformError, random: () => number): number {
  const requested = error instanceof RequestFailedError ? error.failure.retryAfterSeconds : undefined;
  if (requested !== undefined) return Math.min(requested * 1000, maxRequestedDelay);
  const first = error instanceof ThrottledError ? 1_000 : 100;
  return random() * Math.min(maxDelay, first * 2 ** (attempt - 1));
}

/**
 * Tries again while `mayRepeat` allows it, at most four times and within the operation's time limit; then throws the last
 * error.
 */
export async function retrying<T>(
  clock: Clock,
  operation: Pick<Operation, "deadline" | "signal">,
  mayRepeat: (error: AppPlatformError) => boolean,
  attempt: (count: number) => Promise<T>,
): Promise<T> {
  let isUncertain = false;
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(count);
    } catch (thrown) {
      if (!(thrown instanceof AppPlatformError)) throw thrown;
      const error: AppPlatformError = isUncertain && !thrown.mayBeDone ? thrown.afterUncertainAttempt() : thrown;
      isUncertain = error.mayBeDone;
      if (count === maxAttempts || operation.signal.aborted || !mayRepeat(error)) throw error;
      const delay = delayAfter(count, error, clock.random);
      if (clock.elapsed() + delay >= operation.deadline) throw error;
      await clock.sleep(delay, operation.signal).catch((reason) => {
        throw reason instanceof AppPlatformError ? reason : error;
      });
    }
  }
}

/** Seconds to wait, from a `Retry-After` header: a number of seconds, or a date. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
