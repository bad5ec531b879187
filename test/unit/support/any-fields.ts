import type { ArrayField, Field, Fields, ObjectField } from "../../support/provider.js";

/** Fields that no kind has, for tests of what each fact of a field does by itself. */
type Facts<T extends Field> = Partial<Omit<T, "type" | "description">>;

const base = { description: "", required: false };

const fieldOf =
  <T extends "string" | "integer" | "boolean">(type: T) =>
  (facts: Facts<Extract<Field, { type: T }>> = {}) =>
    ({ ...base, ...facts, type }) as Field;
export const [text, integer, flag] = [fieldOf("string"), fieldOf("integer"), fieldOf("boolean")];
export const json = (facts: Facts<Extract<Field, { type: "json" }>> = {}): Field => ({
  ...{ ...base, shape: "any" },
  ...facts,
  type: "json",
});
export const record = (value: Field, facts: Facts<Extract<Field, { type: "record" }>> = {}): Field => ({
  ...base,
  ...facts,
  type: "record",
  value,
});
export const array = (item: Field, facts: Facts<ArrayField> = {}): ArrayField => ({
  ...base,
  ...facts,
  type: "array",
  item,
});
export const object = (members: Fields, facts: Facts<ObjectField> = {}): ObjectField => ({
  ...base,
  name: "",
  ...facts,
  type: "object",
  members,
});
