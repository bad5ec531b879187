import type { AppPlatformError } from "../errors/appPlatformError.js";
import { UnreachableError } from "../errors/request.js";
import type { Clock } from "./clock.js";

/** How long requests are retried at an address that has not responded to this process yet, in milliseconds: it may be wrong. */
const unknownAddressLimit = 30_000;

/** Whether a platform responds, as all requests of a client have seen it. */
export interface Reach {
  responded(): void;
  /** A request, whose first attempt began at this time by the clock's `elapsed`, found the platform away. */
  failed(since: number): void;
  /** Until when it is worthwhile to wait for the platform after this error, by the clock's `elapsed`. */
  limit(error: AppPlatformError): number;
  /** Tells the user once in each outage that requests are retried for so long, in milliseconds. */
  tell(away: string, milliseconds: number): void;
}

export function reachOf(origin: string, clock: Clock, show: (text: string) => void): Reach {
  let hasResponded = false;
  let isTold = false;
  let awaySince: number | undefined;
  return {
    responded() {
      hasResponded = true;
      isTold = false;
      awaySince = undefined;
    },
    failed(since) {
      awaySince ??= since;
    },
    limit: (error) =>
      hasResponded || !(error instanceof UnreachableError)
        ? Number.POSITIVE_INFINITY
        : (awaySince ?? clock.elapsed()) + unknownAddressLimit,
    tell(away, milliseconds) {
      if (isTold) return;
      isTold = true;
      const seconds = Math.ceil(milliseconds / 1000);
      show(`Waiting for ${origin}: ${away}. Requests are retried for up to ${seconds} s.`);
    },
  };
}
