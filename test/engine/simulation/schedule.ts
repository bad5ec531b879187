import { type Chance, chanceOf } from "../../chance.js";

/** What is to happen at a moment of virtual time. */
interface Event {
  readonly at: number;
  /** Orders what happens at one moment: by chance, then by age. */
  readonly tie: number;
  readonly sequence: number;
  /** Nobody waits for it: a limit of time, which is without effect once its work is done. */
  readonly isLimit: boolean;
  readonly work: () => void | Promise<void>;
}

/** Virtual time: it moves only when everything that can happen at this moment has happened. */
export interface Schedule {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Does `work` after a while; gives what calls it off. */
  after(milliseconds: number, work: () => void | Promise<void>, isLimit?: boolean): () => void;
  /** Does `work` before the event that comes `count` events from now, whatever it is. */
  beforeEvent(count: number, work: () => void | Promise<void>): () => void;
  /** Lets time pass until the work has ended. */
  until<T>(work: Promise<T>): Promise<T>;
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
  /** Lets time pass until nothing is on its way any more. */
  quiet(): Promise<void>;
}

/** Ends a history that has no end of its own. */
const mostEvents = 100_000;

export function scheduleOf(seed: number, start: number): Schedule {
  const ties: Chance = chanceOf("ties", seed);
  let now = start;
  let sequence = 0;
  let count = 0;
  const queue: Event[] = [];
  const watched = new Map<number, { readonly at: number; readonly work: () => void | Promise<void> }>();

  const isBefore = (one: Event, other: Event) =>
    one.at !== other.at
      ? one.at < other.at
      : one.tie !== other.tie
        ? one.tie < other.tie
        : one.sequence < other.sequence;

  const insert = (event: Event) => {
    let low = 0;
    let high = queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(queue[middle] as Event, event)) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, event);
  };

  const next = async () => {
    const event = queue.shift() as Event;
    count += 1;
    if (count > mostEvents) throw new Error(`the history has no end: ${mostEvents} events`);
    now = Math.max(now, event.at);
    if (!event.isLimit) {
      for (const [key, { at, work }] of watched) {
        if (at > count) continue;
        watched.delete(key);
        await work();
        await settled();
      }
    }
    await event.work();
    await settled();
  };

  const schedule: Schedule = {
    now: () => now,
    pass: (milliseconds) => schedule.until(new Promise((resolve) => void schedule.after(milliseconds, resolve))),
    after(milliseconds, work, isLimit = false) {
      const event = {
        at: now + Math.max(0, Math.ceil(milliseconds)),
        tie: ties.integer(0, 1_000_000),
        sequence: sequence++,
        isLimit,
        work,
      };
      insert(event);
      return () => {
        const index = queue.indexOf(event);
        if (index >= 0) queue.splice(index, 1);
      };
    },
    beforeEvent(distance, work) {
      const key = sequence++;
      watched.set(key, { at: count + distance, work });
      return () => watched.delete(key);
    },
    async until(work) {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      work.then(over, over);
      await settled();
      while (!isOver) {
        if (queue.length === 0) throw new Error("something waits for what never comes");
        await next();
      }
      return work;
    },
    async quiet() {
      await settled();
      while (queue.some(({ isLimit }) => !isLimit)) await next();
      queue.length = 0;
    },
  };
  return schedule;
}

/** All that promises lead to now has happened when the loop comes round again. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
