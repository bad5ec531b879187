/** What a terminal shows at the end: the last picture of a display that was redrawn again and again. */

// Control sequences: the parameters and the final letter of `ESC [ … letter`, or a whole `ESC ] … ESC \`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that control a terminal
const SEQUENCE = /\u001b\[([\d;?]*)([A-Za-z])|\u001b\][^\u001b\u0007]*(?:\u001b\\|\u0007)/y;

class Screen {
  readonly #lines: string[][] = [[]];
  #row = 0;
  #column = 0;

  write(character: string): void {
    if (character === "\r") this.#column = 0;
    else if (character === "\n") {
      this.#row += 1;
      this.#lines[this.#row] ??= [];
    } else {
      const line = this.#lines[this.#row] as string[];
      while (line.length < this.#column) line.push(" ");
      line[this.#column] = character;
      this.#column += 1;
    }
  }

  /** Moves the cursor up, or erases the rest of the line. Colors and everything else change no text. */
  control(parameters: string, letter: string): void {
    if (letter === "A") this.#row = Math.max(0, this.#row - Number(parameters || 1));
    if (letter === "K") this.#lines[this.#row]?.splice(this.#column);
  }

  get text(): string {
    return this.#lines.map((line) => `${line.join("").trimEnd()}\n`).join("");
  }
}

/** The text on the screen after a program has written `output` to its terminal. */
export function shownText(output: string): string {
  const screen = new Screen();
  for (let at = 0; at < output.length; ) {
    SEQUENCE.lastIndex = at;
    const sequence = SEQUENCE.exec(output);
    if (sequence === null) {
      screen.write(output.charAt(at));
      at += 1;
    } else {
      const [whole, parameters = "", letter = ""] = sequence;
      screen.control(parameters, letter);
      at += whole.length;
    }
  }
  const { text } = screen;
  // The display ends with empty lines, and leaves some between its parts.
  return `${text.trim() === "" ? "" : text.replace(/\n{3,}/g, "\n\n").replace(/^\n+|\n+$/g, "")}\n`;
}
