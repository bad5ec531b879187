/** Reads the instructions of a Containerfile, as far as ours uses them. */
import { readFileSync } from "node:fs";

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export function instructionsOf(file: string): Instruction[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [{ name, text }];
  });
}

/** The words of an instruction in the JSON form, which starts a program without a shell. */
export function wordsOf({ text }: Instruction): string[] {
  return JSON.parse(text.slice(text.indexOf("[")));
}
