import type { Code, Reference } from "./code.js";
import { memberName, stringLiteral, templateText } from "./literals.js";

/** How the references of one file are spelled: `shopDb.host`, `args.databasePassword`. */
export type Spelling = (to: Reference) => string;

/** The text of an expression, with each member and each of several items on a line of its own, as `pulumi import` prints it. */
export function printed(code: Code, spell: Spelling, indent = ""): string {
  const inner = `${indent}  `;
  const block = (lines: readonly string[]) => `\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent}`;
  switch (code.type) {
    case "literal":
      return typeof code.value === "string" ? stringLiteral(code.value) : String(code.value);
    case "reference":
      return spell(code.to);
    case "text": {
      const parts = code.parts.map((part) => (typeof part === "string" ? templateText(part) : `\${${spell(part)}}`));
      return `pulumi.interpolate\`${parts.join("")}\``;
    }
    case "array":
      if (code.items.length > 1) return `[${block(code.items.map((item) => printed(item, spell, inner)))}]`;
      return `[${code.items.map((item) => printed(item, spell, indent)).join("")}]`;
    case "object": {
      if (code.members.length === 0) return "{}";
      const members = code.members.map(([name, value]) => {
        const text = printed(value, spell, inner);
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
