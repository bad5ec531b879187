import { AppPlatformError } from "../errors/appPlatformError.js";
import type { Time } from "./clock.js";
import type { Operation } from "./operation.js";

/** Most tries of one request. */
const tries = 4;
/** Longest pause between two tries, in milliseconds, where the platform names none. */
const longestPause = 10_000;
/** Longest pause that the platform may ask for, in milliseconds. */
const longestAsked = 60_000;

/** How long before the next try, in milliseconds: what the platform asks for, else full jitter below a growing bound. */
function pauseBefore(attempt: number, error: AppPlatformError, random: () => number): number {
  if (error.retryAfterSeconds !== undefined) return Math.min(error.retryAfterSeconds * 1000, longestAsked);
  const first = error.isThrottled ? 1_000 : 100;
  return random() * Math.min(longestPause, first * 2 ** (attempt - 1));
}

/**
 * Tries again while `mayRepeat` says so, at most four times, and never past the operation's time: then the last error
 * is the result.
 */
export async function retrying<T>(
  time: Time,
  { deadline, signal }: Operation,
  mayRepeat: (error: AppPlatformError) => boolean,
  attempt: (count: number) => Promise<T>,
): Promise<T> {
  let mayBeDone = false;
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(count);
    } catch (error) {
      if (error instanceof AppPlatformError) {
        mayBeDone ||= error.mayBeDone || error.repeat === "afterLooking";
        error.mayBeDone = mayBeDone;
      }
      if (!(error instanceof AppPlatformError) || count === tries || signal.aborted || !mayRepeat(error)) throw error;
      const wait = pauseBefore(count, error, time.random);
      if (time.now() + wait >= deadline) throw error;
      await time.pause(wait, signal).catch((reason) => {
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
