import type { JsonField, JsonShape } from "../../provider/schema/field.js";

const types: Readonly<Record<JsonShape, string>> = {
  object: "{ [key: string]: unknown }",
  members: "{ [key: string]: unknown }",
  setting: "string | boolean | { [key: string]: unknown }",
  advancedSetting: "string | boolean | number | { [key: string]: unknown }",
  flagOrWord: "boolean",
  any: "unknown",
};

/** The type of a JSON value in TypeScript. */
export function jsonType({ shape, words = [] }: JsonField): string {
  return [types[shape], ...words.map((word) => JSON.stringify(word))].join(" | ");
}
