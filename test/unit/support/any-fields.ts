import type { ArrayField, Field, Fields, ObjectField } from "../../support/provider.js";

/** Fields that no kind has, for tests of what each fact of a field does by itself. */
type Facts<T extends Field> = Partial<Omit<T, "type" | "description">>;

const base = { description: "", required: false };

const fieldOf =
  <T extends "string" | "integer" | "boolean">(type: T) =>
  (facts: Facts<Extract<Field, { type: T }>> = {}) =>
    ({ ...base, ...facts, type }) as Field;
export const [text, integer, flag] = [fieldOf("string"), fieldOf("integer"), fieldOf("boolean")];
type Of<T extends Field["type"]> = Extract<Field, { type: T }>;
export const json = (facts: Facts<Of<"json">> = {}): Field => ({ ...base, shape: "any", ...facts, type: "json" });
export const record = (value: Field, facts: Facts<Of<"record">> = {}): Field => {
  return { ...base, ...facts, type: "record", value };
};
export const array = (item: Field, facts: Facts<ArrayField> = {}): ArrayField => {
  return { ...base, ...facts, type: "array", item };
};
export const object = (members: Fields, facts: Facts<ObjectField> = {}): ObjectField => {
  return { ...base, name: "", ...facts, type: "object", members };
};
