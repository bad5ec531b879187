import { ThrottledError } from "../errors/request.js";
import type { Clock } from "./operation.js";

/**
 * How long a platform may ask to wait because of too many requests, in milliseconds, before it grants another one. Until then, the time
 * limits of operations stand still.
 */
export const longestPause = 15 * 60_000;
/** Maximum pause that backoff chooses, in milliseconds. */
const longestBackoff = 10_000;
/** With so many requests at once, they're no longer held back. */
const manyRequests = 64;

/**
 * Holds back all requests to one address while the platform asks to wait. After the pause, few requests are sent at first, and more with
 * each success and each second, so that they aren't refused again together.
 */
export interface Throttle {
  /** A clock whose `elapsed` stands still during pauses that the platform asks for because of too many requests. */
  readonly clock: Clock;
  /**
   * A function for all attempts of a request: it waits until the next one may be sent, and fails with the signal's reason as soon as that
   * aborts. Requests that wait are sent in the order in which they were first made.
   */
  newRequest(isRead: boolean): (waiting: () => AbortSignal) => Promise<Ended>;
}

/** To be called when an attempt has ended, with its error if there is one. */
type Ended = (error?: unknown) => void;

/** For how many milliseconds a platform that limits requests asks to wait; 0 if it doesn't say how long. Nothing if it doesn't limit them. */
export function requestedPause(error: unknown): number | undefined {
  return error instanceof ThrottledError ? (error.failure.retryAfterSeconds ?? 0) * 1000 : undefined;
}

interface Waiting {
  readonly number: number;
  readonly admit: (ended: Ended) => void;
  readonly isRead: boolean;
}

/** From the first refusal on, until requests are no longer held back. */
interface Restriction {
  /** Until when no request is sent, by the real clock. */
  until: number;
  pauses: number;
  /** Number of pauses since the platform last granted a request, for backoff. */
  fruitless: number;
  running: number;
  granted: number;
  /** When the platform last granted one. */
  grantedAt: number;
  /** Whether reads were refused, too. Otherwise, only pauses hold them back, and they don't show what the platform grants. */
  hasRefusedReads: boolean;
}

export function throttleOf(real: Clock): Throttle {
  let restriction: Restriction | undefined;
  /** Ordered by number. */
  const queue: Waiting[] = [];
  let requests = 0;
  let isPumping = false;
  /** For how long time stood still: in milliseconds, without the last time. */
  let stood = 0;
  let last = { from: 0, to: 0 };
  const elapsed = () => {
    const now = real.elapsed();
    return now - stood - (Math.min(Math.max(now, last.from), last.to) - last.from);
  };
  const standStill = (from: number, to: number) => {
    if (from > last.to) {
      stood += last.to - last.from;
      last = { from, to: Math.max(from, to) };
    } else last.to = Math.max(last.to, to);
  };

  /** How many requests may run at once; below 1 during a pause. */
  const capacity = ({ until, granted }: Restriction) => {
    const seconds = Math.floor((real.elapsed() - until) / 1000);
    return seconds < 0 ? 0 : granted + 2 ** seconds;
  };
  const isRestricted = (isRead: boolean) => restriction?.hasRefusedReads || !isRead;
  const mayBeSent = (isRead: boolean) => {
    if (restriction !== undefined && capacity(restriction) >= manyRequests) restriction = undefined;
    if (restriction === undefined) return true;
    return restriction.running < capacity(restriction) || (!isRestricted(isRead) && capacity(restriction) > 0);
  };
  const admit = () => {
    for (const one of [...queue]) {
      if (!mayBeSent(one.isRead)) continue;
      queue.splice(queue.indexOf(one), 1);
      one.admit(begin(one.isRead));
    }
  };
  const pump = async () => {
    if (isPumping) return;
    isPumping = true;
    while (queue.length > 0) {
      const left = (restriction?.until ?? 0) - real.elapsed();
      await real.sleep(left > 0 ? left : 1000 + (left % 1000));
      admit();
    }
    isPumping = false;
  };

  const refused = (requested: number, isRead: boolean) => {
    const now = real.elapsed();
    if (requested > longestPause) return;
    const none = { pauses: 0, fruitless: 0, running: 0, granted: 0, hasRefusedReads: false };
    restriction ??= { ...none, until: now, grantedAt: now };
    restriction.hasRefusedReads ||= isRead;
    const isNew = now >= restriction.until;
    if (isNew) {
      restriction.pauses += 1;
      restriction.fruitless += 1;
      restriction.granted = 0;
    }
    if (requested === 0 && !isNew) return;
    const backoff = real.random() * Math.min(longestBackoff, 500 * 2 ** restriction.fruitless);
    restriction.until = Math.max(restriction.until, now + (requested || backoff));
    if (requested > 0) standStill(now, Math.min(restriction.until, restriction.grantedAt + longestPause));
  };
  const begin = (isRead: boolean): Ended => {
    const own = restriction !== undefined && isRestricted(isRead) ? restriction : undefined;
    const pauses = own?.pauses;
    if (own !== undefined) own.running += 1;
    return (error) => {
      if (own !== undefined) own.running -= 1;
      const requested = error === undefined ? undefined : requestedPause(error);
      if (requested !== undefined) refused(requested, isRead);
      else if (error === undefined && restriction !== undefined && isRestricted(isRead)) {
        restriction.grantedAt = real.elapsed();
        // Not one that was sent before the pause.
        if (restriction === own && pauses === restriction.pauses) {
          restriction.granted += 1;
          restriction.fruitless = 0;
        }
      }
      if (queue.length > 0) admit();
    };
  };

  return {
    clock: {
      ...real,
      elapsed,
      after(milliseconds, call) {
        const due = elapsed() + milliseconds;
        let cancel = () => {};
        const wait = (time: number) => {
          cancel = real.after(time, () => {
            const left = due - elapsed();
            if (left > 0) wait(left + Math.max(0, last.to - real.elapsed()));
            else call();
          });
        };
        wait(milliseconds);
        return () => cancel();
      },
    },
    newRequest(isRead) {
      requests += 1;
      const number = requests;
      return async (waiting) => {
        if (mayBeSent(isRead) && queue.every((each) => each.isRead !== isRead)) return begin(isRead);
        const signal = waiting();
        signal.throwIfAborted();
        return new Promise((resolve, reject) => {
          const one: Waiting = {
            ...{ number, isRead },
            admit(ended) {
              signal.removeEventListener("abort", stop);
              resolve(ended);
            },
          };
          const stop = () => {
            queue.splice(queue.indexOf(one), 1);
            reject(signal.reason);
          };
          signal.addEventListener("abort", stop, { once: true });
          queue.splice(queue.findLastIndex((each) => each.number < number) + 1, 0, one);
          void pump();
        });
      };
    },
  };
}
