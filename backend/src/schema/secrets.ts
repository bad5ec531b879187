/** Which members of requests and responses are secret. Schemas mark them, and everything that shows bodies reads the marks. */
import type { z } from "zod";

/** Secret in every case, or unless another member of the same object is false. */
export type Secrecy = "always" | { readonly unless: string };

const secrecies = new WeakMap<z.core.$ZodType, Secrecy>();
const mapValues = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema, marked as that of a secret. */
export function secret<T extends z.ZodType>(schema: T): T {
  return marked(schema, "always");
}

/** The schema of a value that is secret unless the member `flag` beside it is false. */
export function secretUnlessFalse<T extends z.ZodType>(schema: T, flag: string): T {
  return marked(schema, { unless: flag });
}

function marked<T extends z.ZodType>(schema: T, secrecy: Secrecy): T {
  // A copy: the same schema is used for members that are not secret.
  const copy = schema.clone() as T;
  secrecies.set(copy, secrecy);
  return copy;
}

export function secrecyOf(schema: z.core.$ZodType): Secrecy | undefined {
  return secrecies.get(schema);
}

/** Remembers the schema of the values of a map, which zod does not know. */
export function withMapValues<T extends z.ZodType>(schema: T, values: z.ZodType): T {
  mapValues.set(schema, values);
  return schema;
}

export function mapValuesOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return mapValues.get(schema);
}
