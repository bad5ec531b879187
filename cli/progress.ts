/** Says what takes longer than two seconds, with the time that it has taken. */
export interface Progress {
  /** Runs the work and, if it takes long, says so on standard error until it ends. */
  during<T>(text: string, work: () => Promise<T>): Promise<T>;
}

/** The part of a stream such as `process.stderr` that progress uses. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How long work may take without a word, in milliseconds. */
const silence = 2_000;
const clearLine = "\r\u001b[2K";

export const quiet: Progress = { during: (_text, work) => work() };

/** On a terminal, one line that is rewritten every second; elsewhere a new line every 15 seconds. */
export function progressOn(screen: Screen): Progress {
  return {
    async during(text, work) {
      const started = Date.now();
      let isShown = false;
      const show = () => {
        isShown = true;
        const line = `${text} (${Math.round((Date.now() - started) / 1000)} s)`;
        // A wrapped line cannot be rewritten.
        screen.write(screen.isTTY ? clearLine + line.slice(0, (screen.columns || 80) - 1) : `${line}\n`);
      };
      let timer = setTimeout(() => {
        show();
        timer = setInterval(show, screen.isTTY ? 1_000 : 15_000);
      }, silence);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        if (isShown && screen.isTTY) screen.write(clearLine);
      }
    },
  };
}
