/** What a page shows of the platform: read once, and again whenever it may have changed. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Events } from "../../../src/dashboard/contract.js";
import { AskError, read } from "./ask.js";
import { generation, onEvent } from "./live.js";

export interface Reading<T> {
  readonly value: Signal<T | undefined>;
  readonly failure: Signal<AskError | undefined>;
  /** When the value was read, in milliseconds of `performance.now()`. */
  readonly at: Signal<number>;
  again(): void;
}

/** Events come in bursts, and each would read the same. */
const pauseBetween = 150;

/** Calls `run` at once, then at most once a pause, however often it is asked for. */
function spaced(run: () => Promise<void>): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let stopped = false;
  async function start() {
    asked = false;
    await run();
    timer = setTimeout(() => {
      timer = undefined;
      busy = false;
      if (asked && !stopped) ask();
    }, pauseBetween);
  }
  let busy = false;
  function ask() {
    asked = true;
    if (busy) return;
    busy = true;
    void start();
  }
  return {
    ask,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export function useReading<T>(path: string, events: readonly (keyof Events)[] = []): Reading<T> {
  const value = useSignal<T | undefined>(undefined);
  const failure = useSignal<AskError | undefined>(undefined);
  const at = useSignal(0);
  const reader = useMemo(() => {
    let current = true;
    // A tab that nobody looks at keeps what it shows: the stream that opens once somebody does has everything read again.
    const isKept = () => !current || (document.hidden && value.value !== undefined);
    const { ask, stop } = spaced(async () => {
      if (isKept()) return;
      try {
        const next = await read<T>(path);
        if (isKept()) return;
        at.value = performance.now();
        value.value = next;
        failure.value = undefined;
      } catch (error) {
        if (isKept()) return;
        failure.value = error instanceof AskError ? error : new AskError(String(error), 0);
      }
    });
    return {
      ask,
      end: () => {
        current = false;
        stop();
      },
    };
  }, [path, value, failure, at]);
  useEffect(() => {
    value.value = undefined;
    failure.value = undefined;
    const ends = [generation.subscribe(reader.ask), ...events.map((name) => onEvent(name, reader.ask))];
    return () => {
      for (const end of ends) end();
      reader.end();
    };
  }, [reader]);
  return { value, failure, at, again: reader.ask };
}
