/** Text of the program for single values, as Prettier and Biome write it. What nobody sees is an escape: people review what runs. */
import { withEscapes } from "../screen.js";

/** A string as a literal: in double quotes unless single ones need fewer escapes, and on several lines if it has several. */
export function stringLiteral(text: string): string {
  return isMultiLine(text) ? `\`${templateText(text)}\`` : quoted(text);
}

function quoted(text: string): string {
  const escaped = withEscapes(JSON.stringify(text).slice(1, -1));
  const count = (quote: string) => text.split(quote).length - 1;
  if (count('"') <= count("'")) return `"${escaped}"`;
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Whether a template shows the text better than a string in one line: it has several lines, and nothing invisible but tabs. */
function isMultiLine(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const shown = text.replaceAll("\t", " ");
  return lines.length > 1 && withEscapes(shown) === shown;
}

/** A text as it stands in a template literal. */
export function templateText(text: string): string {
  return withEscapes(text.replace(/[`\\]|\$(?=\{)/g, (mark) => `\\${mark}`));
}

/** A text as the rest of a line of comment. */
export function commentText(text: string): string {
  return withEscapes(text.replace(/\s+/g, " ").trim());
}

/** The name of a member in an object literal. */
export function memberName(name: string): string {
  // As a plain member, it would set the prototype.
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** How many columns a line of text takes in an editor. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character <= "\u007e") width += 1;
    else if (/[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u.test(character)) width += 0;
    else width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Characters that take two columns (Unicode's East Asian Width). */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d7f}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d356}\u{1d360}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
