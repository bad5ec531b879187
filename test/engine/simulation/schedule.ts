import { chanceOf } from "../../support/chance.js";

type Work = () => void | Promise<void>;

/** What is to happen at a moment of virtual time. */
interface Event {
  readonly at: number;
  /** Orders what happens at one moment: by chance, then by age. */
  readonly tie: number;
  readonly sequence: number;
  /** Nobody waits for it: a limit of time, which is without effect once its work is done. */
  readonly isLimit: boolean;
  readonly work: Work;
}

/** Virtual time: it moves only when everything that can happen at this moment has happened. */
export type Schedule = ReturnType<typeof scheduleOf>;

/** Ends a history that has no end of its own. */
const mostEvents = 100_000;

const isBefore = (one: Event, other: Event) =>
  (one.at - other.at || one.tie - other.tie || one.sequence - other.sequence) < 0;

export function scheduleOf(seed: number, start: number) {
  const ties = chanceOf("ties", seed);
  let now = start;
  let sequence = 0;
  let count = 0;
  const queue: Event[] = [];
  const watched = new Map<number, { readonly at: number; readonly work: Work }>();

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

  /** Does `work` after a while; gives what calls it off. */
  const after = (milliseconds: number, work: Work, isLimit = false) => {
    const at = now + Math.max(0, Math.ceil(milliseconds));
    const event = { at, tie: ties.integer(0, 1_000_000), sequence: sequence++, isLimit, work };
    const later = queue.findIndex((each) => isBefore(event, each));
    queue.splice(later < 0 ? queue.length : later, 0, event);
    return () => {
      const index = queue.indexOf(event);
      if (index >= 0) queue.splice(index, 1);
    };
  };

  /** Lets time pass until the work has ended. */
  const until = async <T>(work: Promise<T>): Promise<T> => {
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
  };

  return {
    after,
    until,
    /** Milliseconds since the epoch. */
    now: () => now,
    /** Lets so many milliseconds pass. */
    pass: (milliseconds: number) => until(new Promise<void>((resolve) => void after(milliseconds, resolve))),
    /** Does `work` before the event that comes `distance` events from now, whatever it is. */
    beforeEvent(distance: number, work: Work) {
      const key = sequence++;
      watched.set(key, { at: count + distance, work });
      return () => watched.delete(key);
    },
    /** Lets time pass until nothing is on its way any more. */
    async quiet(): Promise<void> {
      await settled();
      while (queue.some(({ isLimit }) => !isLimit)) await next();
      queue.length = 0;
    },
  };
}

/** All that promises lead to now has happened when the loop comes round again. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
