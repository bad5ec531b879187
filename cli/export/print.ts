import type { Code, Member, Reference, TextPart } from "./code.js";
import { memberName, stringLiteral, templateText, widthOf } from "./literals.js";

/** Maximum width of a line. */
export const lineWidth = 120;

/** How the references of one file are spelled: `shopDb.host`, `args.databasePassword`. */
export type Spelling = (to: Reference) => string;

/** Where an expression begins. */
interface Position {
  /** Spaces before a line of the statement. */
  readonly indent: number;
  /** Columns that the line has before the expression. */
  readonly column: number;
  /** Columns that follow the expression on its last line, such as a comma. */
  readonly after: number;
}

const step = 2;
const spaces = (count: number) => " ".repeat(count);

/** The text of an expression, in the layout of Prettier and Biome. */
export function printed(code: Code, spell: Spelling, position: Position): string {
  const flat = flatText(code, spell);
  if (flat !== undefined && position.column + widthOf(flat) + position.after <= lineWidth) return flat;
  const { indent } = position;
  if (code.type === "object" && code.members.length > 0) return printedObject(code.members, spell, indent);
  if (code.type === "array" && code.items.length > 0) {
    if (isListOfNumbers(code.items)) return printedNumbers(code.items, spell, indent);
    const inner = { indent: indent + step, column: indent + step, after: 1 };
    const items = code.items.map((item) => `${spaces(inner.indent)}${printed(item, spell, inner)},\n`);
    return `[\n${items.join("")}${spaces(indent)}]`;
  }
  return code.type === "reference" ? brokenCall(spell(code.to), indent) : singleText(code, spell);
}

/** Reads a secret of the stack configuration. */
export function secretCall(key: string): string {
  return `config.requireSecret("${key}")`;
}

/** A call whose line would be too long, with its argument on a line of its own. */
export function brokenCall(text: string, indent: number): string {
  return text.replace(/\((.+)\)$/, (_, argument) => `(\n${spaces(indent + step)}${argument},\n${spaces(indent)})`);
}

/** An object with one member on each line. */
export function printedObject(members: readonly Member[], spell: Spelling, indent: number): string {
  const lines = members.map((member) => `${spaces(indent + step)}${printedMember(member, spell, indent + step)},\n`);
  return `{\n${lines.join("")}${spaces(indent)}}`;
}

function printedMember([name, value]: Member, spell: Spelling, indent: number): string {
  const key = memberName(name);
  if (value.type === "reference" && spell(value.to) === name) return name;
  const column = indent + widthOf(key) + 2;
  const text = printed(value, spell, { indent, column, after: 1 });
  const isString = value.type === "literal" && typeof value.value === "string" && !text.startsWith("`");
  // A long string begins on the next line, unless that saves nothing.
  const isMoved = isString && column + widthOf(text) + 1 > lineWidth && widthOf(key) > step;
  return isMoved ? `${key}:\n${spaces(indent + step)}${text}` : `${key}: ${text}`;
}

/** The expression on one line; nothing if it needs several. */
function flatText(code: Code, spell: Spelling): string | undefined {
  if (code.type === "array") {
    const items = code.items.map((item) => flatText(item, spell));
    return mustBreak(code.items) || items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  if (code.type === "object") {
    const members = code.members.map(([name, value]) => {
      const text = flatText(value, spell);
      if (text === undefined) return undefined;
      return value.type === "reference" && text === name ? name : `${memberName(name)}: ${text}`;
    });
    if (members.includes(undefined)) return undefined;
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  const text = singleText(code, spell);
  return text.includes("\n") ? undefined : text;
}

/** Several items are on lines of their own if each of them has several members. */
function mustBreak(items: readonly Code[]): boolean {
  const sizes = items.map((item) => (item.type === "object" ? item.members.length : 0));
  const lengths = items.map((item) => (item.type === "array" ? item.items.length : 0));
  return items.length > 1 && (sizes.every((size) => size > 1) || lengths.every((length) => length > 1));
}

function singleText(code: Code, spell: Spelling): string {
  switch (code.type) {
    case "literal":
      return typeof code.value === "string" ? stringLiteral(code.value) : numberText(code.value);
    case "reference":
      return spell(code.to);
    case "text":
      return `pulumi.interpolate\`${code.parts.map((part) => partText(part, spell)).join("")}\``;
    case "array":
      return "[]";
    case "object":
      return "{}";
  }
}

/** A number as formatters write it: `1e21`, not `1e+21`. */
function numberText(value: number | boolean | null): string {
  return String(value).replace("e+", "e");
}

function partText(part: TextPart, spell: Spelling): string {
  return typeof part === "string" ? templateText(part) : `\${${spell(part)}}`;
}

function isListOfNumbers(items: readonly Code[]): boolean {
  return items.length > 1 && items.every((item) => item.type === "literal" && typeof item.value === "number");
}

/** Numbers fill their lines. */
function printedNumbers(items: readonly Code[], spell: Spelling, indent: number): string {
  const lines = [""];
  for (const item of items) {
    const text = `${singleText(item, spell)},`;
    const last = lines.at(-1) as string;
    const longer = last === "" ? text : `${last} ${text}`;
    if (indent + step + longer.length > lineWidth) lines.push(text);
    else lines[lines.length - 1] = longer;
  }
  return `[\n${lines.map((line) => `${spaces(indent + step)}${line}\n`).join("")}${spaces(indent)}]`;
}
