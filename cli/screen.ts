/**
 * All output of commands. Texts of the platform may contain any character, but only this command's own control characters reach a
 * terminal.
 */
import { randomUUID } from "node:crypto";

/** Precedes our own control characters. Random, so that no text of the platform can contain it. */
const mark = `\u0000${randomUUID()}\u0000`;

/** A control sequence of this command, such as one that moves the cursor. */
export function control(sequence: string): string {
  return sequence.replace(/\p{Cc}/gu, (character) => mark + character);
}

/** The text without control and format characters (replaced by spaces), except for line breaks, tabs and our own. */
export function printable(text: string): string {
  const [first = "", ...further] = text.split(mark);
  return clean(first) + further.map((part) => part.slice(0, 1) + clean(part.slice(1))).join("");
}

/** Characters that a terminal obeys, or that hide or reorder others. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

function clean(text: string): string {
  return text.replace(invisible, (character) => (/[\n\t]/.test(character) ? character : " "));
}

/** A JSON document with control and format characters escaped, which JSON itself requires only for some. */
export function jsonText(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation).replace(invisible, (character) =>
    // Line breaks are the only ones outside of strings.
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
