import { styleText } from "node:util";
import { control } from "./screen.js";

/** Emphasis for people; plain text without colors. */
export interface Colors {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

const names = ["bold", "dim", "green", "red", "yellow"] as const;

export function colorsFor(isColored: boolean): Colors {
  const entries = names.map((name) => [name, (text: string) => (isColored ? styled(name, text) : text)]);
  return Object.fromEntries(entries) as unknown as Colors;
}

/** Only the sequences around the text are this command's own. Those in the text are escaped. */
function styled(name: (typeof names)[number], text: string): string {
  const [before = "", after = ""] = styleText(name, "|", { validateStream: false }).split("|");
  return control(before) + text + control(after);
}

/** Whether a stream shows colors: it's a capable terminal, and NO_COLOR isn't set (https://no-color.org). */
export function showsColors(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  return stream.isTTY === true && environment.TERM !== "dumb";
}
