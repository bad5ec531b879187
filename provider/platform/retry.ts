import { AppPlatformError, RequestFailedError } from "../errors/appPlatformError.js";
import { UnreachableError } from "../errors/request.js";
import type { Clock, Operation } from "./operation.js";
import { longestPause, requestedPause } from "./throttle.js";

/** Maximum delay between two attempts, in milliseconds, unless the platform asks for one. */
const maxDelay = 10_000;
/** Maximum delay that the platform may ask for because of an outage, in milliseconds. */
const maxRequestedDelay = 60_000;
/** How long to retry after failures that may be permanent, in milliseconds: status 500, or an invalid response. */
const faultLimit = 15_000;
/** How long to retry before the user sees a message, in milliseconds. */
const quietPeriod = 2_000;
/** Time to leave for the last attempt: this share of the operation, up to a maximum in milliseconds. */
const reserve = { share: 0.2, most: 1_000 };

/**
 * Delay before the next attempt, in milliseconds: full jitter below a growing limit, at least as long as the platform asks for. Nothing
 * if the next attempt would be too late, and 0 if all requests to the platform are held back anyway.
 *
 * @param left Time until the last attempt.
 */
function delayAfter(attempt: number, error: AppPlatformError, left: number, random: () => number): number | undefined {
  const pause = requestedPause(error);
  if (pause !== undefined) return left <= 0 || pause > longestPause ? undefined : 0;
  const requested = error instanceof RequestFailedError ? (error.failure.retryAfterSeconds ?? 0) : 0;
  const waited = Math.min(requested * 1000, maxRequestedDelay);
  if (waited > left || left <= 0) return undefined;
  const drawn = random() * Math.min(maxDelay, 100 * 2 ** (attempt - 1));
  return Math.max(waited, Math.min(drawn, left));
}

/**
 * Retries while `mayRepeat` allows it: until the operation's time limit if the platform doesn't respond, otherwise for a short time. Then
 * throws the last error.
 */
export async function retrying<T>(
  { clock, reach }: { readonly clock: Clock; readonly reach: Reach },
  operation: Pick<Operation, "deadline" | "waiting">,
  mayRepeat: (error: AppPlatformError) => boolean,
  attempt: (count: number) => Promise<T>,
): Promise<T> {
  const allTime = operation.deadline - clock.elapsed();
  const lastStart = lastStartOf(operation.deadline, allTime);
  let isUncertain = false;
  let awaySince: number | undefined;
  let faultySince: number | undefined;
  for (let count = 1; ; count += 1) {
    const began = clock.elapsed();
    try {
      return await attempt(count);
    } catch (thrown) {
      if (!(thrown instanceof AppPlatformError)) throw thrown;
      const error: AppPlatformError = isUncertain && !thrown.mayBeDone ? thrown.afterUncertainAttempt() : thrown;
      isUncertain = error.mayBeDone;
      if (!mayRepeat(error) || operation.waiting.aborted) throw error;
      const now = clock.elapsed();
      let end = lastStart;
      if (error.away === undefined) {
        awaySince = undefined;
        faultySince ??= now;
        end = Math.min(end, faultySince + faultLimit);
      } else {
        faultySince = undefined;
        awaySince ??= began;
        reach.failed(awaySince);
        end = Math.min(end, reach.limit(error));
      }
      const delay = delayAfter(count, error, end - now, clock.random);
      if (delay === undefined) throw error;
      const requested = requestedPause(error);
      const pause = requested ?? 0;
      if (error.away !== undefined && awaySince !== undefined && now - awaySince + pause >= quietPeriod)
        reach.notify(error.away, pause > 0 ? { pause } : { limit: end - now });
      if (requested !== undefined) continue;
      await clock.sleep(delay, operation.waiting).catch((reason) => {
        throw reason instanceof AppPlatformError ? reason : error;
      });
    }
  }
}

/** When the last attempt of an operation must begin, which has this much time left. */
export function lastStartOf(deadline: number, left: number): number {
  return deadline - Math.min(reserve.most, left * reserve.share);
}

/** How long to retry at an address that has never responded to this process, in milliseconds: it may be wrong. */
const unknownAddressLimit = 30_000;

/** How long to go without a failure, in milliseconds, before the next one is another outage. */
const recovery = 60_000;

/** Whether a platform responds, by all requests to its address. */
export interface Reach {
  responded(): void;
  /** A request found the platform away; its first attempt began at this time of the clock's `elapsed`. */
  failed(since: number): void;
  /** Until when to wait for the platform after this error, by the clock's `elapsed`. */
  limit(error: AppPlatformError): number;
  /** Tells the user, once in each outage, how long the platform asks to wait, or how long requests are retried, in milliseconds. */
  notify(away: string, how: { readonly pause: number } | { readonly limit: number }): void;
}

export function reachOf(origin: string, clock: Clock, show: (text: string) => void): Reach {
  let hasResponded = false;
  let reportedUntil = Number.NEGATIVE_INFINITY;
  let awaySince: number | undefined;
  return {
    responded() {
      hasResponded = true;
      awaySince = undefined;
    },
    failed(since) {
      awaySince ??= since;
      if (clock.elapsed() <= reportedUntil) reportedUntil = clock.elapsed() + recovery;
    },
    limit: (error) =>
      hasResponded || !(error instanceof UnreachableError)
        ? Number.POSITIVE_INFINITY
        : (awaySince ?? clock.elapsed()) + unknownAddressLimit,
    notify(away, how) {
      if (clock.elapsed() <= reportedUntil) return;
      reportedUntil = clock.elapsed() + recovery;
      const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;
      const then =
        "pause" in how
          ? `It asks to wait ${seconds(how.pause)}, and all requests do`
          : `Requests are retried for up to ${seconds(how.limit)}`;
      show(`Waiting for ${origin}: ${away}. ${then}.`);
    },
  };
}
