import { styleText } from "node:util";
import { control, jsonText, type Screens } from "./screen.js";

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

/** Emphasis for people; plain text without colors. */
export interface Colors {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

const names = ["bold", "dim", "green", "red", "yellow"] as const;

function colorsFor(isColored: boolean): Colors {
  const entries = names.map((name) => [name, (text: string) => (isColored ? styled(name, text) : text)]);
  return Object.fromEntries(entries) as unknown as Colors;
}

/** Only the sequences around the text are this command's own. Those in the text are escaped. */
function styled(name: (typeof names)[number], text: string): string {
  const [before = "", after = ""] = styleText(name, "|", { validateStream: false }).split("|");
  return control(before) + text + control(after);
}

/** Whether a stream shows colors: it's a capable terminal, and NO_COLOR isn't set (https://no-color.org). */
function showsColors(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  return stream.isTTY === true && environment.TERM !== "dumb";
}
