import { type Fields, optional, text } from "../../schema/fields.js";

export const created = {
  createdAt: optional(text("When it was made, ISO 8601.")),
  updatedAt: optional(text("When it was changed last, ISO 8601.")),
} satisfies Fields;
