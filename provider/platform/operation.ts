import type { AppPlatformError } from "../errors/appPlatformError.js";
import type { Time } from "./clock.js";

/** One operation of the engine on one resource: all its requests and pauses end with its time, or when it is interrupted. */
export interface Operation {
  /** When its time is over, in milliseconds since the epoch. */
  readonly deadline: number;
  /** How long it may take, in seconds. */
  readonly seconds: number;
  /** Aborts when its time is over, or it is interrupted. */
  readonly signal: AbortSignal;
}

/** Begins operations. */
export interface Operations {
  /** A new one, with the whole time that one may take. */
  begin(): Operation;
  /** One that has only this part of the time that `operation` has left. */
  part(operation: Operation, share: number): Operation;
}

export function operationsOf(time: Time, interruption: AbortSignal, longest: number): Operations {
  const lasting = (milliseconds: number): Operation => ({
    deadline: time.now() + milliseconds,
    seconds: milliseconds / 1000,
    signal: AbortSignal.any([interruption, time.timeout(milliseconds)]),
  });
  return {
    begin: () => lasting(longest),
    part: ({ deadline }, share) => lasting(Math.max(1, Math.floor((deadline - time.now()) * share))),
  };
}

/** The result of work that others share, unless the operation's own time is over before. */
export async function within<T>({ signal }: Operation, work: Promise<T>, ended: () => AppPlatformError): Promise<T> {
  let stop = () => {};
  const end = new Promise<never>((_, reject) => {
    stop = () => reject(ended());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
