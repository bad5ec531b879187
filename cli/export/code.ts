import type { Value } from "../../provider/schema/json.js";

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

/** An expression of the program, without the spelling of references, which depends on the file. */
export type Code =
  | { readonly type: "literal"; readonly value: string | number | boolean | null }
  | { readonly type: "reference"; readonly to: Reference }
  /** A text with references inside. */
  | { readonly type: "text"; readonly parts: readonly TextPart[] }
  | { readonly type: "array"; readonly items: readonly Code[] }
  | { readonly type: "object"; readonly members: readonly Member[] };

export type TextPart = string | Reference;
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
      return code.parts.filter((part) => typeof part !== "string");
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
