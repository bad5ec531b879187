import type { JsonField, JsonShape } from "../../provider/schema/field.js";

const types: Readonly<Record<JsonShape, string>> = {
  object: "{ [key: string]: unknown }",
  setting: "string | boolean | { [key: string]: unknown }",
  advancedSetting: "string | boolean | number | { [key: string]: unknown }",
  any: "unknown",
};

/** The type of a JSON value in TypeScript. */
export function jsonType({ shape }: JsonField): string {
  return types[shape];
}
