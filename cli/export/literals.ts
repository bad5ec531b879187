/** Text of the program for single values. What nobody sees is an escape: people review what runs. */
import { withEscapes } from "../screen.js";

/** A string as a literal: on several lines if it has several. */
export function stringLiteral(text: string): string {
  return isMultiLine(text) ? `\`${templateText(text)}\`` : quoted(text);
}

function quoted(text: string): string {
  return withEscapes(JSON.stringify(text));
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
