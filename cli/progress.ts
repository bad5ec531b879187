import { control, type Screen } from "./screen.js";

/** Reports work that takes longer than two seconds, with the time so far. */
export interface Progress {
  /** Reports work until the returned function is called. */
  begin(text: string): () => void;
  /** Reports work on standard error until it ends. */
  during<T>(text: string, work: () => Promise<T>): Promise<T>;
  /** Makes room for another line. On a terminal, the line of progress comes back with the next second. */
  clear(): void;
}

/** How long to wait before the first line, in milliseconds. */
const quietPeriod = 2_000;
/** Time between two lines, in milliseconds. A terminal shows one line that is rewritten. */
const intervals = { terminal: 1_000, lines: 15_000 };
const clearLine = control("\r\u001b[2K");

export const quiet: Progress = {
  begin: () => () => undefined,
  during: (_text, work) => work(),
  clear: () => undefined,
};

interface Work {
  readonly text: string;
  readonly started: number;
  /** Whether something else was written since its last line. Without a terminal, that is enough. */
  isOvertaken: boolean;
}

/** On a terminal, one line with the latest work, rewritten each second; otherwise, a new line from time to time. */
export function progressOn(screen: Screen, now: () => number = Date.now): Progress {
  const running = new Set<Work>();
  let isShown = false;
  const erase = () => {
    if (isShown) screen.write(clearLine);
    isShown = false;
  };
  const show = (work: Work) => {
    const line = `${work.text} (${Math.round((now() - work.started) / 1000)} s)`;
    if (!screen.isTTY) {
      if (!work.isOvertaken) screen.write(`${line}\n`);
      work.isOvertaken = false;
    } else if ([...running].at(-1) === work) {
      // A wrapped line cannot be rewritten.
      screen.write(clearLine + line.slice(0, (screen.columns || 80) - 1));
      isShown = true;
    }
  };
  const begin = (text: string) => {
    const own: Work = { text, started: now(), isOvertaken: false };
    running.add(own);
    let timer = setTimeout(() => {
      show(own);
      timer = setInterval(() => show(own), screen.isTTY ? intervals.terminal : intervals.lines);
    }, quietPeriod);
    return () => {
      clearTimeout(timer);
      running.delete(own);
      erase();
    };
  };
  return {
    begin,
    clear() {
      for (const work of running) work.isOvertaken = true;
      erase();
    },
    async during(text, work) {
      const end = begin(text);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
