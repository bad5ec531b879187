import { type Colors, colorsFor, showsColors } from "./colors.js";

/** Where a command writes its result: standard output, as text for people or as one JSON document with `--json`. */
export interface Output {
  readonly isJson: boolean;
  /** Whether standard output is a terminal, whose lines may be rewritten. */
  readonly isTerminal: boolean;
  /** Emphasis in the result; plain text where standard output shows no colors. */
  readonly colors: Colors;
  /** The result of the command. `text` is called only where people read. */
  result(json: unknown, text: () => string): void;
  /** A message beside the result, on standard error; omitted with `--quiet`. */
  note(text: string): void;
}

interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Called before each write: a line of progress makes room for it. */
  readonly beforeWrite?: () => void;
}

export function outputTo({ json, quiet, beforeWrite = () => undefined }: OutputOptions): Output {
  return {
    isJson: json,
    isTerminal: !json && process.stdout.isTTY === true,
    colors: colorsFor(!json && showsColors(process.stdout)),
    result(value, text) {
      const shown = json ? JSON.stringify(value, null, 2) : text().replace(/\n$/, "");
      if (shown === "") return;
      beforeWrite();
      process.stdout.write(`${shown}\n`);
    },
    note(text) {
      if (quiet) return;
      beforeWrite();
      process.stderr.write(`${text}\n`);
    },
  };
}

/** A reader that has seen enough, such as `head`, ends the command without a word. */
export function endQuietlyWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
}
