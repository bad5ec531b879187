/**
 * Two clocks: `now` stamps what happens and is always the time of day; the progress clock moves deployments
 * and deletions on. Start times are stored as its readings, so progress survives a restart.
 */
export type Speed = "instant" | "manual" | number;

export function isSpeed(value: unknown): value is Speed {
  return (
    value === "instant" || value === "manual" || (typeof value === "number" && Number.isFinite(value) && value > 0)
  );
}

/** What the clocks of the machine say, in milliseconds. */
export interface Time {
  /** The time of day, which somebody may set back or forward at any moment. */
  ofDay(): number;
  /** A time that only moves forward, from an unknown start. */
  steady(): number;
}

export const systemTime: Time = { ofDay: Date.now, steady: () => performance.now() };

export interface Clock {
  readonly speed: Speed;
  now(): Date;
  /** The reading of the progress clock, in milliseconds. */
  reading(): number;
  /** Seconds of progress since a reading; infinite if everything is instant. */
  elapsedSeconds(since: number): number;
}

/** Returns the reading of the progress clock. */
export interface ClockHand {
  get(): number;
}

/** How many seconds of progress a second of the progress clock is. */
export function factorOf(speed: Speed): number {
  if (speed === "instant") return Number.POSITIVE_INFINITY;
  return speed === "manual" ? 1 : speed;
}

/** A hand that starts at a reading and advances steadily, even if somebody changes the time of day. */
export function runningHand(start: number, { steady }: Time): ClockHand {
  const since = steady();
  return { get: () => start + (steady() - since) };
}

export function createClock(speed: Speed, hand: ClockHand, { ofDay }: Time = systemTime): Clock {
  return {
    speed,
    now: () => new Date(ofDay()),
    reading: hand.get,
    elapsedSeconds(since) {
      if (speed === "instant") return Number.POSITIVE_INFINITY;
      return (Math.max(0, hand.get() - since) / 1000) * factorOf(speed);
    },
  };
}
