import { type Colors, colorsFor, showsColors } from "./colors.js";
import { jsonText, type Screens } from "./screen.js";

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
  readonly environment: NodeJS.ProcessEnv;
  /** Called before each write: a line of progress makes room for it. */
  readonly beforeWrite?: () => void;
}

export function outputTo(
  screens: Screens,
  { json, quiet, environment, beforeWrite = () => undefined }: OutputOptions,
): Output {
  return {
    isJson: json,
    isTerminal: !json && screens.output.isTTY === true,
    colors: colorsFor(!json && showsColors(screens.output, environment)),
    result(value, text) {
      const shown = json ? jsonText(value, 2) : text().replace(/\n$/, "");
      if (shown === "") return;
      beforeWrite();
      screens.output.write(`${shown}\n`);
    },
    note(text) {
      if (quiet) return;
      beforeWrite();
      screens.error.write(`${text}\n`);
    },
  };
}

/**
 * A reader that has seen enough, such as `head`, ends the command without a word.
 *
 * @param onFailed Called when output is lost, such as on a full disk.
 */
export function endWithReader(onFailed: (reason: string) => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      onFailed(error.message.replace(/, write$/, ""));
    });
  }
}
