/**
 * Two clocks: `now` stamps what happens and is always the time of day; the progress clock moves deployments
 * and deletions on. Its readings are kept with what has begun, so that progress outlives a restart.
 */
export type Speed = "instant" | "manual" | number;

export interface Clock {
  readonly speed: Speed;
  now(): Date;
  /** What the progress clock shows, in milliseconds. */
  reading(): number;
  /** The seconds of progress since a reading: without end when everything is instant. */
  elapsedSeconds(since: number): number;
}

/** Where a manual clock keeps what it shows. */
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
      // A data file may come from a run whose clock was ahead of this one.
      const seconds = Math.max(0, reading() - since) / 1000;
      return speed === "manual" ? seconds : seconds * speed;
    },
  };
}
