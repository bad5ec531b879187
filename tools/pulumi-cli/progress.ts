/** Tells a person what takes long, and for how long it has. */
export interface Progress {
  /** Shows the text, with the time it takes, until the returned function is called. */
  begin(text: string): () => void;
}

/** What progress needs of a stream such as `process.stderr`. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = "\r\u001b[2K";

/** 83000 becomes `1:23`. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** One line that is rewritten every second on a terminal; elsewhere, as in a log, a new line now and then. */
export function progressOn(screen: Screen): Progress {
  return {
    begin(text) {
      const started = Date.now();
      const show = () => {
        const line = `${text} … ${clock(Date.now() - started)}`;
        // A line that wraps could not be rewritten.
        screen.write(screen.isTTY ? CLEAR_LINE + line.slice(0, (screen.columns || 80) - 1) : `${line}\n`);
      };
      show();
      const timer = setInterval(show, screen.isTTY ? 1_000 : 15_000);
      return () => {
        clearInterval(timer);
        if (screen.isTTY) screen.write(CLEAR_LINE);
      };
    },
  };
}
