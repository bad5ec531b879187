import type { ArrayField, Field, Fields, ObjectField } from "../provider.js";

/** Fields that no kind has, for tests of what each fact of a field does by itself. */

type Facts<T extends Field> = Partial<Omit<T, "type" | "description">>;

const base = { description: "", required: false };

export const text = (facts: Facts<Extract<Field, { type: "string" }>> = {}): Field => ({
  ...base,
  ...facts,
  type: "string",
});
export const integer = (facts: Facts<Extract<Field, { type: "integer" }>> = {}): Field => ({
  ...base,
  ...facts,
  type: "integer",
});
export const flag = (facts: Facts<Extract<Field, { type: "boolean" }>> = {}): Field => ({
  ...base,
  ...facts,
  type: "boolean",
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
