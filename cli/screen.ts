/**
 * All output of commands. Texts of the platform may contain any character, but only this command's own control characters reach a
 * terminal. What reads standard output instead gets values as they are.
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
  return clean(first) + further.map((each) => each.slice(0, 1) + clean(each.slice(1))).join("");
}

function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) =>
    /[\n\t]/.test(character) ? character : " ",
  );
}

/** Characters that nobody sees, that look like a space, or that reorder others. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** The text with an escape for each character that people who read it can't see, as in JSON and JavaScript. Line breaks stay. */
export function withEscapes(text: string): string {
  return text.replace(invisible, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    if (character === "\n") return character;
    return shortEscapes[character] ?? units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}

const shortEscapes: Readonly<Record<string, string>> = { "\r": "\\r", "\t": "\\t" };

/** A JSON document with control and format characters escaped, which JSON itself requires only for some. */
export function jsonText(value: unknown, indentation?: number): string {
  // Line breaks are the only ones outside of strings.
  return withEscapes(JSON.stringify(value, null, indentation));
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

/**
 * A screen that shows what is printable.
 *
 * @param isData Whether only people at a terminal read it. Into a file or a pipe, texts are written as they are.
 */
export function screenOn(stream: Screen, isData = false): Screen {
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
    write: (text) => stream.write(isData && stream.isTTY !== true ? text.replaceAll(mark, "") : printable(text)),
  };
}
