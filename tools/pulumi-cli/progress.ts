/** Says what takes longer than two seconds, and how long it has taken. */
export interface Progress {
  /** Shows the text and the elapsed time until the returned function is called. */
  begin(text: string): () => void;
}

/** The part of a stream such as `process.stderr` that progress uses. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = "\r\u001b[2K";
const SILENCE_MS = 2_000;

/** For CI: nobody watches. */
export const quiet: Progress = { begin: () => () => undefined };

/** 83000 becomes `1:23`. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** On a terminal, one line that is rewritten every second; elsewhere, for example in a log, a new line every 15 seconds. */
export function progressOn(screen: Screen): Progress {
  return {
    begin(text) {
      const started = Date.now();
      let isShown = false;
      const show = () => {
        isShown = true;
        const line = `${text} … ${clock(Date.now() - started)}`;
        // A wrapped line cannot be rewritten.
        screen.write(screen.isTTY ? CLEAR_LINE + line.slice(0, (screen.columns || 80) - 1) : `${line}\n`);
      };
      let timer = setTimeout(() => {
        show();
        timer = setInterval(show, screen.isTTY ? 1_000 : 15_000);
      }, SILENCE_MS);
      return () => {
        clearTimeout(timer);
        if (isShown && screen.isTTY) screen.write(CLEAR_LINE);
      };
    },
  };
}
