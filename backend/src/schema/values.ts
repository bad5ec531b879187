/** The values other than strings that the API accepts. */
import { z } from "zod";
import { maximumItems } from "../limits.js";
import { messageOf } from "./messages.js";
import { withMapValues } from "./secrets.js";

const largestInteger = 2_147_483_647;

/**
 * Not `z.int()`: when it fails, zod skips the rules of the object around it, and all violations must be reported at once.
 */
const wholeNumber = z
  .number({
    error: ({ code, input }) => (code === "invalid_type" && input !== undefined ? "must be an integer" : undefined),
  })
  .refine(Number.isInteger, "must be an integer")
  .meta({ type: "integer" });

export function integer(minimum = -largestInteger - 1, maximum = largestInteger) {
  return wholeNumber.min(minimum).max(maximum);
}

/** Responses show an omitted member as null, so null is accepted too: a response can be sent back. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullable().default(null);
}

/**
 * A member that responses omit if it is not set, such as one of several alternatives. Clients send null for members that they
 * don't set, so null counts as omitted.
 */
export function omittable<T extends z.ZodType>(schema: T) {
  // Parsing a parsed value again returns the same.
  const specified = schema.nullish().transform((value): unknown => value ?? undefined);
  return specified.pipe(schema.optional() as z.ZodType<z.output<T> | undefined>);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A deeper value would exhaust the stack when it is written as JSON again. */
const deepestValue = 64;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** A JSON value of any shape, stored as sent. */
export const freeJson = z
  .unknown()
  .refine((value) => isShallow(value, deepestValue), `must not be nested deeper than ${deepestValue} levels`);

/** An object with any members, all of one schema. Not `z.record()`, which drops a member called `__proto__`. */
export function map<T extends z.ZodType>(values: T) {
  const { $schema: _, ...additionalProperties } = z.toJSONSchema(values);
  const schema = z
    .custom<Record<string, z.output<T>>>(isObject, { error: "must be an object", abort: false })
    .superRefine((specified, context) => {
      if (!isObject(specified)) return;
      const entries = Object.entries(specified);
      if (entries.length > maximumItems) {
        context.addIssue(`must have at most ${maximumItems} members; it has ${entries.length}`);
        return;
      }
      for (const [key, value] of entries) {
        const { error } = values.safeParse(value, { error: messageOf });
        for (const { path, message } of error?.issues ?? []) {
          context.addIssue({ code: "custom", path: [key, ...path], message });
        }
      }
    })
    .meta({ type: "object", additionalProperties });
  return withMapValues(schema, values);
}
