import type { z } from "zod";
import type { Platform } from "../platform.js";
import { invalid } from "../problem.js";
import { validate } from "../schema/validate.js";

/** The validated body of a local request; an omitted one counts as `{}`. */
export function readLocalBody<T>(platform: Platform, schema: z.ZodType<T>, body: unknown): T {
  const validated = validate(schema, body ?? {}, platform.references);
  if (validated.violations !== undefined) throw invalid(validated.violations);
  return validated.value;
}
