/** Writes shapes as JSON Schema; shapes with a name go to the components of the OpenAPI document. */
import { formatRule } from "./formats.js";
import type { MemberNode, Node, ObjectNode, TextNode } from "./schema.js";

export type JsonSchema = Record<string, unknown>;

/** `request` marks as required what a caller must send, `response` what the server always sends. */
export type Direction = "request" | "response";

export function jsonSchema(node: Node, direction: Direction, components: Record<string, JsonSchema>): JsonSchema {
  if (node.name === undefined) return inline(node, direction, components);
  const name = direction === "request" ? `${node.name}Request` : node.name;
  // Reserved before it is filled, so that the order of the document is the order of first use.
  if (!Object.hasOwn(components, name)) {
    components[name] = {};
    components[name] = inline({ ...node, nullable: false }, direction, components);
  }
  const reference = { $ref: `#/components/schemas/${name}` };
  return node.nullable ? { anyOf: [reference, { type: "null" }] } : reference;
}

function inline(node: Node, direction: Direction, components: Record<string, JsonSchema>): JsonSchema {
  const described = node.description === undefined ? {} : { description: node.description };
  const schema = { ...body(node, direction, components), ...described };
  if (!node.nullable) return schema;
  const withNull: JsonSchema = { ...schema, type: [(schema as JsonSchema).type, "null"] };
  if (node.kind === "text" && node.values !== undefined) withNull.enum = [...node.values, null];
  return withNull;
}

function body(node: Node, direction: Direction, components: Record<string, JsonSchema>): JsonSchema {
  switch (node.kind) {
    case "text":
      return textSchema(node);
    case "integer":
    case "number":
      return { type: node.kind, minimum: node.minimum, maximum: node.maximum };
    case "boolean":
      return { type: "boolean" };
    case "any":
      return {};
    case "array":
      return {
        type: "array",
        items: jsonSchema(node.items, direction, components),
        ...(node.minimumItems > 0 ? { minItems: node.minimumItems } : {}),
      };
    case "map":
      return { type: "object", additionalProperties: jsonSchema(node.values, direction, components) };
    case "object":
      return objectSchema(node, direction, components);
  }
}

function textSchema(node: TextNode): JsonSchema {
  if (node.values !== undefined) return { type: "string", enum: node.values };
  const format = node.format === undefined ? undefined : formatRule(node.format);
  return {
    type: "string",
    ...(node.minimumLength > 0 && format?.jsonSchema === undefined ? { minLength: node.minimumLength } : {}),
    // Trimmed before it is measured, so that a blank text is an empty one.
    ...(node.trimmed && node.minimumLength > 0 ? { pattern: "\\S" } : {}),
    ...(node.maximumLength === undefined ? {} : { maxLength: node.maximumLength }),
    ...(node.maximumBytes === undefined ? {} : { maxLength: node.maximumBytes }),
    ...(format?.jsonSchema === undefined ? {} : { format: format.jsonSchema }),
    ...(format === undefined || format.jsonSchema !== undefined ? {} : { description: `It ${format.message}.` }),
  };
}

function isRequired(member: MemberNode, direction: Direction): boolean {
  return member.presence === "required" || (direction === "response" && member.presence !== "kept");
}

function objectSchema(node: ObjectNode, direction: Direction, components: Record<string, JsonSchema>): JsonSchema {
  const members = Object.entries(node.members);
  const properties = members.map(([key, member]) => {
    const property = jsonSchema(member.schema, direction, components);
    return [key, member.presence === "default" ? { ...property, default: member.default } : property];
  });
  const required = members.filter(([, member]) => isRequired(member, direction)).map(([key]) => key);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    ...(direction === "request" ? Object.assign({}, ...node.rules.map((rule) => rule.jsonSchema ?? {})) : {}),
  };
}
