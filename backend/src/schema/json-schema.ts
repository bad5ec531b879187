/** Writes schemas as JSON Schema; those with an id go to the components of the OpenAPI document. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** `input` marks as required what a caller must send, `output` what the server always sends. */
export type Direction = "input" | "output";

const prefix = "#/components/schemas/";

/** A schema used in both directions becomes two components, because each direction requires different members. */
function componentName(id: string, direction: Direction): string {
  return direction === "output" || id.endsWith("Request") ? id : `${id}Request`;
}

function simplify(schema: z.core.JSONSchema.BaseSchema, direction: Direction): void {
  // Unknown members are ignored in requests, and responses may gain new ones.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // Rules restrict requests; responses show omitted members as null.
  if (direction === "output") {
    delete schema.oneOf;
    delete schema.allOf;
    if (schema.type === "object") delete schema.anyOf;
  }
  // The format implies the pattern.
  if (schema.format === "uuid") delete schema.pattern;
  // Null stands for an omitted member; it is not a default worth documenting.
  if (schema.default === null) delete schema.default;
}

interface Written extends JsonSchema {
  $defs?: Record<string, JsonSchema>;
}

/** The schemas as they were written before: a document has many of them several times. */
const known = { input: new WeakMap<z.ZodType, Written>(), output: new WeakMap<z.ZodType, Written>() };

export function jsonSchema(
  schema: z.ZodType,
  direction: Direction,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const whole = known[direction].get(schema) ?? write(schema, direction);
  known[direction].set(schema, whole);
  const { $defs: definitions = {}, ...result } = whole;
  for (const [id, definition] of Object.entries(definitions)) {
    const name = componentName(id, direction);
    if (!isDeepStrictEqual(components[name] ?? definition, definition))
      throw new Error(`Two schemas are called ${name} in the OpenAPI document.`);
    components[name] = definition;
  }
  return result;
}

function write(schema: z.ZodType, direction: Direction): Written {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io: direction,
    // Custom schemas define their JSON Schema in their metadata.
    unrepresentable: "any",
    override: ({ jsonSchema: each }) => simplify(each, direction),
  });
  const text = JSON.stringify(written).replaceAll(
    /"\$ref":"#\/\$defs\/(\w+)"/g,
    (_match, id: string) => `"$ref":"${prefix}${componentName(id, direction)}"`,
  );
  return JSON.parse(text) as Written;
}
