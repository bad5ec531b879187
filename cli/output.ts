import { type Colors, colorsFor, showsColors } from "./colors.js";
import { jsonText, type Screens } from "./screen.js";

/** Writes a command's result to standard output, as text or, with `--json`, as one JSON document. */
export interface Output {
  readonly isJson: boolean;
  /** Whether standard output is a terminal, whose lines may be rewritten. */
  readonly isTerminal: boolean;
  /** Emphasis in the result; plain text without colors. */
  readonly colors: Colors;
  /** The result. `text` isn't called for JSON. */
  result(json: unknown, text: () => string): void;
  /** A message on standard error; omitted with `--quiet`. */
  note(text: string): void;
}

interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly environment: NodeJS.ProcessEnv;
  /** Called before each write, so that a line of progress makes room. */
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
 * When a reader such as `head` has seen enough, ends the command silently.
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
