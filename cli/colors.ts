import { styleText } from "node:util";

/** Emphasis for people; plain text where colors are off. */
export interface Colors {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

const names = ["bold", "dim", "green", "red", "yellow"] as const;

export function colorsFor(isColored: boolean): Colors {
  const entries = names.map((name) => [name, (text: string) => (isColored ? styleText(name, text) : text)]);
  return Object.fromEntries(entries) as unknown as Colors;
}

/** Whether a stream shows colors: it is a terminal that can, and nobody asked for none (https://no-color.org). */
export function showsColors(stream: { readonly isTTY?: boolean }, environment = process.env): boolean {
  if (environment.NO_COLOR) return false;
  return stream.isTTY === true && environment.TERM !== "dumb";
}
