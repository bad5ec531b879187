import type { AppPlatformError } from "../errors/appPlatformError.js";
import type { Clock } from "./clock.js";

/** One operation of the engine on one resource: its time limit, or a shutdown, ends all its requests and waits. */
export interface Operation {
  /** When its time limit has passed, in milliseconds since the epoch. */
  readonly deadline: number;
  /** How long it may take, in seconds. */
  readonly seconds: number;
  /** Aborts when its time limit has passed, or on shutdown. */
  readonly signal: AbortSignal;
}

/** Starts operations. */
export interface Operations {
  /** A new operation with the full time limit. */
  begin(): Operation;
  /** One that has this share of the time that `operation` has left. */
  part(operation: Operation, share: number): Operation;
}

export function operationsOf(clock: Clock, shutdown: AbortSignal, maxMilliseconds: number): Operations {
  const lasting = (milliseconds: number): Operation => ({
    deadline: clock.now() + milliseconds,
    seconds: milliseconds / 1000,
    signal: AbortSignal.any([shutdown, clock.timeout(milliseconds)]),
  });
  return {
    begin: () => lasting(maxMilliseconds),
    part: ({ deadline }, share) => lasting(Math.max(1, Math.floor((deadline - clock.now()) * share))),
  };
}

/** The result of work that several operations share, unless this operation ends before. */
export async function within<T>({ signal }: Operation, work: Promise<T>, endOf: () => AppPlatformError): Promise<T> {
  let stop = () => {};
  const end = new Promise<never>((_, reject) => {
    stop = () => reject(endOf());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
