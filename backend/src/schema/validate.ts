/**
 * Checks a request body against a shape and gives back a copy of it with defaults filled in and unknown members
 * left out. Every violation is reported, with the path of its field in wire spelling.
 */
import { formatRule } from "./formats.js";
import type { References } from "./references.js";
import type { ArrayNode, MapNode, Node, NumberNode, ObjectNode, Schema, TextNode } from "./schema.js";

export interface Violation {
  readonly field: string;
  readonly message: string;
}

/** A deeper value could not be written as JSON again without running out of stack. */
const deepestValue = 64;

const loneSurrogate = /\p{Surrogate}/u;

interface Validation {
  readonly references: References;
  readonly violations: Violation[];
}

export function validate<T>(
  schema: Schema<T>,
  body: unknown,
  references: References,
): { value: T; violations: readonly Violation[] } {
  const validation: Validation = { references, violations: [] };
  const value = read(schema, body, "", validation) as T;
  return { value, violations: validation.violations };
}

function join(path: string, below: string): string {
  if (path === "" || below === "") return path + below;
  return below.startsWith("[") ? path + below : `${path}.${below}`;
}

function read(node: Node, value: unknown, path: string, validation: Validation): unknown {
  const refuse = (message: string): undefined => {
    const allowsNull = node.nullable && message.startsWith("must be ");
    validation.violations.push({ field: path, message: allowsNull ? `${message} or null` : message });
    return undefined;
  };
  if (value === null && node.nullable) return null;
  switch (node.kind) {
    case "text":
      return typeof value === "string" ? readText(node, value, refuse, validation) : refuse("must be a string");
    case "integer":
    case "number":
      return readNumber(node, value, refuse);
    case "boolean":
      return typeof value === "boolean" ? value : refuse("must be true or false");
    case "array":
      return Array.isArray(value) ? readArray(node, value, path, validation) : refuse("must be an array");
    case "map":
      return isObject(value) ? readMap(node, value, path, validation) : refuse("must be an object");
    case "any":
      return isShallow(value, deepestValue) ? value : refuse(`must not be nested deeper than ${deepestValue} levels`);
    case "object":
      return isObject(value) ? readObject(node, value, path, validation) : refuse("must be an object");
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

function readText(node: TextNode, given: string, refuse: (message: string) => undefined, validation: Validation) {
  const value = node.trimmed ? given.trim() : given;
  if (loneSurrogate.test(value)) return refuse("must be well-formed Unicode text");
  if (node.values !== undefined) {
    return node.values.includes(value) ? value : refuse(`must be one of ${node.values.join(", ")}`);
  }
  if (value.length < node.minimumLength) return refuse("must not be empty");
  if (node.maximumLength !== undefined && [...value].length > node.maximumLength) {
    return refuse(`must be at most ${node.maximumLength} characters long`);
  }
  if (node.maximumBytes !== undefined && Buffer.byteLength(value) > node.maximumBytes) {
    return refuse(`must be at most ${node.maximumBytes} bytes long`);
  }
  if (node.format !== undefined && !formatRule(node.format).accepts(value)) {
    return refuse(formatRule(node.format).message);
  }
  const result = node.format === "uuid" ? value.toLowerCase() : value;
  if (node.refersTo !== undefined && !validation.references.exists(node.refersTo, result)) {
    return refuse("names nothing that exists in this organization");
  }
  return result;
}

function readNumber(node: NumberNode, value: unknown, refuse: (message: string) => undefined) {
  if (typeof value !== "number") return refuse(`must be ${node.kind === "integer" ? "an integer" : "a number"}`);
  if (node.kind === "integer" && !Number.isInteger(value)) return refuse("must be an integer");
  if (value < node.minimum) return refuse(`must be at least ${node.minimum}`);
  if (value > node.maximum) return refuse(`must be at most ${node.maximum}`);
  return value;
}

function readArray(node: ArrayNode, value: unknown[], path: string, validation: Validation) {
  if (value.length < node.minimumItems) {
    const message = node.minimumItems === 1 ? "must not be empty" : `must have at least ${node.minimumItems} items`;
    validation.violations.push({ field: path, message });
  }
  return value.map((item, index) => read(node.items, item, join(path, `[${index}]`), validation));
}

function readMap(node: MapNode, value: Record<string, unknown>, path: string, validation: Validation) {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, read(node.values, item, join(path, key), validation)]),
  );
}

function readObject(node: ObjectNode, value: Record<string, unknown>, path: string, validation: Validation) {
  const result: Record<string, unknown> = {};
  const refused = new Set<string>();
  for (const [key, member] of Object.entries(node.members)) {
    const before = validation.violations.length;
    const field = join(path, key);
    if (Object.hasOwn(value, key)) result[key] = read(member.schema, value[key], field, validation);
    else if (member.presence === "required") validation.violations.push({ field, message: "is required" });
    else if (member.presence === "default") result[key] = structuredClone(member.default);
    else if (member.presence === "optional") result[key] = null;
    if (validation.violations.length > before) refused.add(key);
  }
  for (const rule of node.rules) {
    if (rule.reads.some((member) => refused.has(member))) continue;
    const report = (below: string, message: string) =>
      validation.violations.push({ field: join(path, below), message });
    rule.check(result, report, validation.references);
  }
  return result;
}
