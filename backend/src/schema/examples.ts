/** An example for each schema of the OpenAPI document, from the schema itself: what is required, in the first of several ways. */
import type { JsonSchema } from "./json-schema.js";

interface Known extends JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Known;
  readonly prefixItems?: readonly Known[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Known>>;
  readonly anyOf?: readonly Known[];
  readonly oneOf?: readonly Known[];
  readonly allOf?: readonly Known[];
}

const ofFormats: Readonly<Record<string, string>> = {
  uuid: "3f2a1b9c-4d5e-4f60-8a7b-9c0d1e2f3a4b",
  "date-time": "2026-01-02T03:04:05.000Z",
};

const isNull = ({ type }: Known) => type === "null";
const other = (all: readonly Known[] | undefined) => all?.find((each) => !isNull(each));

/** What a schema and its rules demand of an object, where each rule is followed in the first way. */
function demandsOf(rule: Known): Known[] {
  const { allOf = [], anyOf: [first] = [], oneOf: [only] = [] } = rule;
  return [rule, ...[...allOf, first, only].flatMap((each) => (each === undefined ? [] : demandsOf(each)))];
}

function objectOf(schema: Known, rules: readonly Known[], components: Readonly<Record<string, Known>>) {
  const demands = [schema, ...rules].flatMap(demandsOf);
  const required = new Set(demands.flatMap(({ required: each = [] }) => each));
  const members = [...required].flatMap((name): [string, unknown][] => {
    const { [name]: member } = schema.properties ?? {};
    const further = demands.slice(1).flatMap(({ properties: { [name]: of } = {} }) => (of === undefined ? [] : [of]));
    return member === undefined || further.some(isNull) ? [] : [[name, example(member, components, further)]];
  });
  return Object.fromEntries(members);
}

function example(specified: Known, components: Readonly<Record<string, Known>>, rules: readonly Known[] = []): unknown {
  const { [specified.$ref?.split("/").at(-1) ?? ""]: schema = specified } = components as Readonly<
    Record<string, Known>
  >;
  const alternative = schema.type === undefined ? other(schema.anyOf) : undefined;
  if (alternative !== undefined) return example(alternative, components, rules);
  const only = [...rules, schema].find((each) => each.const !== undefined || each.enum !== undefined);
  if (only !== undefined) return only.const ?? only.enum?.[0];
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.default !== undefined && rules.every(({ minItems = 0 }) => minItems === 0)) return schema.default;
  switch ([schema.type ?? "object"].flat()[0]) {
    case "string":
      return ofFormats[schema.format ?? ""] ?? "text";
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return (schema.prefixItems ?? [schema.items ?? {}]).map((item) => example(item, components));
    default:
      return objectOf(schema, rules, components);
  }
}

export function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  return example(schema, components);
}
