import type { Value } from "../../provider/schema/json.js";
import { withEscapes } from "../screen.js";

/** A value that the program gets from elsewhere in the program. */
export type Reference =
  /** A service that the program declares, or an output of it. */
  | { readonly of: "service"; readonly variable: string; readonly output?: string }
  /** A secret of the stack configuration. A value that everybody can read on the platform must not be marked as secret. */
  | { readonly of: "secret"; readonly variable: string; readonly isReadable?: true }
  /** A constant of the program. */
  | { readonly of: "constant"; readonly variable: string }
  /** The ID to adopt, as an argument of the program. */
  | { readonly of: "adoptId"; readonly variable: string };

/** An expression of the program, without the format of references, which depends on the file. */
export type Code =
  | { readonly type: "literal"; readonly value: string | number | boolean | null }
  | { readonly type: "reference"; readonly to: Reference }
  /** A text with references inside. */
  | { readonly type: "text"; readonly segments: readonly TextSegment[] }
  | { readonly type: "array"; readonly items: readonly Code[] }
  | { readonly type: "object"; readonly members: readonly Member[] };

export type TextSegment = string | Reference;
export type Member = readonly [name: string, value: Code];

export const object = (members: readonly Member[]): Code => ({ type: "object", members });
export const literal = (value: string | number | boolean | null): Code => ({ type: "literal", value });
export const reference = (to: Reference): Code => ({ type: "reference", to });

/** The name of a list item or an object's member. */
export type NameOf = (within: Value, key: string | number) => string | undefined;

/** The code of a plain JSON value, with another code for its texts. */
export function codeOfJson(
  value: Value | undefined,
  ofText: (text: string, name: string) => Code,
  nameOf: NameOf = () => undefined,
  name = "",
): Code {
  if (typeof value === "string") return ofText(value, name);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => codeOfJson(item, ofText, nameOf, nameOf(value, index) ?? name));
    return { type: "array", items };
  }
  if (typeof value === "object" && value !== null) {
    return object(
      Object.entries(value).map(([key, inner]) => [key, codeOfJson(inner, ofText, nameOf, nameOf(value, key) ?? key)]),
    );
  }
  return literal(value ?? null);
}

/** All references in an expression. */
export function referencesIn(code: Code): Reference[] {
  switch (code.type) {
    case "reference":
      return [code.to];
    case "text":
      return code.segments.filter((segment) => typeof segment !== "string");
    case "array":
      return code.items.flatMap(referencesIn);
    case "object":
      return code.members.flatMap(([, value]) => referencesIn(value));
    default:
      return [];
  }
}

/** Whether the expression needs `pulumi.interpolate`. */
export function hasText(code: Code): boolean {
  if (code.type === "array") return code.items.some(hasText);
  if (code.type === "object") return code.members.some(([, value]) => hasText(value));
  return code.type === "text";
}

/** Text of the program for single values. What nobody sees is an escape: people review what runs. */

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

/** How the references of one file are written: `shopDb.host`, `args.databasePassword`. */
export type ReferenceFormat = (to: Reference) => string;

/** The text of an expression, with each member and each of several items on a line of its own, as `pulumi import` prints it. */
export function printed(code: Code, format: ReferenceFormat, indent = ""): string {
  const inner = `${indent}  `;
  const block = (lines: readonly string[]) => `\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent}`;
  switch (code.type) {
    case "literal":
      return typeof code.value === "string" ? stringLiteral(code.value) : String(code.value);
    case "reference":
      return format(code.to);
    case "text": {
      const segments = code.segments.map((segment) =>
        typeof segment === "string" ? templateText(segment) : `\${${format(segment)}}`,
      );
      return `pulumi.interpolate\`${segments.join("")}\``;
    }
    case "array":
      if (code.items.length > 1) return `[${block(code.items.map((item) => printed(item, format, inner)))}]`;
      return `[${code.items.map((item) => printed(item, format, indent)).join("")}]`;
    case "object": {
      if (code.members.length === 0) return "{}";
      const members = code.members.map(([name, value]) => {
        const text = printed(value, format, inner);
        return value.type === "reference" && text === name ? name : `${memberName(name)}: ${text}`;
      });
      return `{${block(members)}}`;
    }
  }
}

/** Reads a secret of the stack configuration. */
export function secretCall(key: string): string {
  return `config.requireSecret("${key}")`;
}
