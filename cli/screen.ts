/**
 * What every command writes with. Texts of the platform may contain any character; only the control characters of this command
 * itself reach a terminal.
 */
import { randomUUID } from "node:crypto";

/** Comes before our own control characters. It is another one in each run, so that no text of the platform can contain it. */
const mark = `\u0000${randomUUID()}\u0000`;

/** A sequence of this command's own, such as one that moves the cursor, for a text that a screen writes. */
export function control(sequence: string): string {
  return sequence.replace(/\p{Cc}/gu, (character) => mark + character);
}

/** The text as it may be written: control and format characters become spaces, except for line breaks, tabs and our own. */
export function printable(text: string): string {
  const [first = "", ...further] = text.split(mark);
  return clean(first) + further.map((part) => part.slice(0, 1) + clean(part.slice(1))).join("");
}

/** Characters that a terminal obeys, or that hide or reorder others. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

function clean(text: string): string {
  return text.replace(invisible, (character) => (/[\n\t]/.test(character) ? character : " "));
}

/** A JSON document, in which escapes stand for control and format characters: JSON itself demands that only of some. */
export function jsonText(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation).replace(invisible, (character) =>
    // The only one that is not inside of a text.
    character === "\n" ? character : escaped(character),
  );
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Where a command writes. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
}

/** Standard output and standard error. */
export interface Screens {
  readonly output: Screen;
  readonly error: Screen;
}

/** A screen that shows what is printable. */
export function screenOn(stream: Screen): Screen {
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    write: (text) => stream.write(printable(text)),
  };
}
