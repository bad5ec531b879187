/** Text of the program for single values, as Prettier and Biome write it. */

/** A string as a literal: in double quotes unless single ones need fewer escapes, and on several lines if it has several. */
export function stringLiteral(text: string): string {
  return isMultiLine(text) ? `\`${templateText(text)}\`` : quoted(text);
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u2028\u2029\u007f-\u009f]/g, unicodeEscape);
  const count = (quote: string) => text.split(quote).length - 1;
  if (count('"') <= count("'")) return `"${escaped}"`;
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Whether a template shows the text better than a string in one line: it has several lines, and nothing invisible. */
function isMultiLine(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && !/[^\P{C}\n\t]/u.test(text);
}

/** A text as it stands in a template literal. */
export function templateText(text: string): string {
  return text
    .replace(/[`\\]|\$(?=\{)/g, (mark) => `\\${mark}`)
    .replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (mark) => (mark === "\r" ? "\\r" : unicodeEscape(mark)));
}

function unicodeEscape(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
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
    else if (/\p{M}|\p{Cf}/u.test(character)) width += 0;
    else width += isWide(character) ? 2 : 1;
  }
  return width;
}

function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
    character,
  );
}
