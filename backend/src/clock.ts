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

export interface Clock {
  readonly speed: Speed;
  now(): Date;
  /** The reading of the progress clock, in milliseconds. */
  reading(): number;
  /** Seconds of progress since a reading; infinite if everything is instant. */
  elapsedSeconds(since: number): number;
}

/** Stores the reading of a manual clock. */
export interface ClockHand {
  get(): number;
}

export function createClock(speed: Speed, hand: ClockHand, timeOfDay: () => number = Date.now): Clock {
  const reading = () => (speed === "manual" ? hand.get() : timeOfDay());
  return {
    speed,
    now: () => new Date(timeOfDay()),
    reading,
    elapsedSeconds(since) {
      if (speed === "instant") return Number.POSITIVE_INFINITY;
      // The data file may come from a run whose clock was ahead.
      const seconds = Math.max(0, reading() - since) / 1000;
      return speed === "manual" ? seconds : seconds * speed;
    },
  };
}
