import { z } from "zod";
import { type Facts, factNames } from "./facts.js";
import { type Field, type FieldBase, type Fields, type JsonShape, wireName } from "./field.js";
import { type Format, textFormats } from "./formats.js";
import { isObject, mapMembers } from "./json.js";
import { type CheckFacts, factsOfCheck, type Rule, rule } from "./schemas.js";

const views = new WeakMap<z.core.$ZodType, Field>();

/**
 * The field of a zod schema. Only this file reads zod's internals.
 *
 * @throws TypeError for what a definition must not use: an unknown fact, a number that isn't an integer, or anything that changes the
 * value (`.default`, `.transform`, `.trim`, `.catch`), since parsed output is never used.
 */
export function viewOf(schema: z.core.$ZodType): Field {
  const cached = views.get(schema);
  if (cached !== undefined) return cached;
  const view = read(schema);
  views.set(schema, view);
  return view;
}

export function membersOf(shape: z.core.$ZodShape): Fields {
  const members = Object.entries(shape).map(([name, schema]) => [name, viewOf(schema)] as const);
  return Object.fromEntries(
    members.map(([name, field]) => {
      const named = { ...field, wire: wireName(name, field) };
      const { secret } = field;
      const [, sibling] = members.find(([other]) => typeof secret === "object" && other === secret.if) ?? [];
      if (typeof secret !== "object" || sibling === undefined) return [name, named];
      if (sibling.type !== "boolean") return [name, { ...named, secret: true, usualWith: secret.if }];
      return [name, sibling.required ? { ...named, secret: { ...secret, isRequired: true } } : named];
    }),
  );
}

function read(schema: z.core.$ZodType): Field {
  const { inner, facts, required, nullable } = unwrap(schema);
  const { typeName, ...rest } = facts;
  const responseOnly = rest.response?.only;
  const base: FieldBase = { description: "", ...rest, required, ...(nullable ? { nullable } : {}) };
  const def = (inner as z.core.$ZodTypes)._zod.def;
  const checks = (def.checks ?? []).map((check) => ({ ...check._zod.def, ...factsOfCheck(check) }) as CheckDef);
  const { format } = def as { readonly format?: string };
  rejectTransforms(def.type, checks);
  switch (def.type) {
    case "string":
      return { ...base, type: "string", ...stringFacts(format, checks) };
    case "number":
      return { ...base, type: "integer", ...integerFacts(format, checks) };
    case "boolean":
      return { ...base, type: "boolean" };
    case "enum":
      return { ...base, type: "enum", name: typeName ?? "", values: Object.values(def.entries).map(String) };
    case "array":
      return { ...base, type: "array", item: viewOf(def.element), ...arrayFacts(checks) };
    case "object": {
      if (def.catchall?._zod.def.type === "unknown") return { ...base, type: "json", shape: "members" };
      const members = requireUsed(def.shape, membersOf(def.shape), rest);
      const responses = responseOnly === undefined ? {} : { responseOnly: membersOf(responseOnly as z.core.$ZodShape) };
      return { ...base, type: "object", name: typeName ?? "", members, ...responses, ...rulesOf(checks) };
    }
    case "record":
      return def.valueType._zod.def.type === "unknown"
        ? { ...base, type: "json", shape: "object" }
        : { ...base, type: "record", value: viewOf(def.valueType) };
    case "union":
      return { ...base, type: "json", shape: shapeOfUnion(def.options), ...wordsOf(def.options) };
    case "unknown":
      return { ...base, type: "json", shape: "any" };
    case "custom":
      return { ...base, type: "service" };
  }
  throw new TypeError(`a definition can't use the zod type ${def.type}`);
}

const unions: Readonly<Record<string, JsonShape>> = {
  "string,boolean,record": "setting",
  "string,boolean,number,record": "advancedSetting",
  "boolean,literal": "flagOrWord",
};

function shapeOfUnion(options: readonly z.core.$ZodType[]): JsonShape {
  const types = options.map((each) => each._zod.def.type).join();
  const shape = unions[types];
  if (shape === undefined) throw new TypeError(`a definition can't use a union of ${types}`);
  return shape;
}

function wordsOf(options: readonly z.core.$ZodType[]): { readonly words?: readonly string[] } {
  const words = (options as readonly z.core.$ZodTypes[]).flatMap(({ _zod: { def } }) =>
    def.type === "literal" ? def.values.map(String) : [],
  );
  return words.length === 0 ? {} : { words };
}

/** A check's definition: zod's own properties, and ours. */
interface CheckDef extends CheckFacts {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly format?: string;
  readonly pattern?: RegExp;
}

/** The schema inside `.optional()` and `.nullable()`, with the facts of all layers. Facts of outer layers take precedence. */
function unwrap(schema: z.core.$ZodType) {
  let inner = schema as z.core.$ZodTypes;
  let facts: Facts = {};
  let required = true;
  let nullable = false;
  for (;;) {
    facts = joined(factsOf(inner), facts);
    if (inner._zod.def.type === "optional") required = false;
    else if (inner._zod.def.type === "nullable") nullable = true;
    else return { inner, facts, required, nullable };
    inner = inner._zod.def.innerType as z.core.$ZodTypes;
  }
}

/** The facts of two layers, with groups of facts joined. */
function joined(inner: Facts, outer: Facts): Facts {
  const names = ["whenOmitted", "response", "when"] as const;
  const groups = names.filter((name) => isObject(inner[name]) && isObject(outer[name]));
  return {
    ...{ ...inner, ...outer },
    ...Object.fromEntries(groups.map((name) => [name, { ...(inner[name] as object), ...(outer[name] as object) }])),
  };
}

function factsOf(schema: z.core.$ZodType): Facts {
  const facts = z.globalRegistry.get(schema) ?? {};
  for (const name of Object.keys(facts)) {
    if (!factNames.has(name)) throw new TypeError(`a definition states an unknown fact: ${name}`);
  }
  return facts as Facts;
}

const transforms: readonly string[] = ["default", "prefault", "transform", "pipe", "catch"];

function rejectTransforms(type: string, checks: readonly CheckDef[]): void {
  const found = transforms.includes(type)
    ? `.${type}`
    : checks.some(({ check }) => check === "overwrite") && "a check that changes the value";
  if (found) throw new TypeError(`a definition can't use ${found}: parsed output is never used`);
}

function stringFacts(format: string | undefined, checks: readonly CheckDef[]) {
  const facts: { format?: Format; minLength?: number; maxLength?: number; maxBytes?: number; pattern?: string } = {};
  if (format !== undefined) {
    if (!Object.hasOwn(textFormats, format))
      throw new TypeError(`a definition uses the format ${format}, which has no description`);
    facts.format = format as Format;
  }
  for (const { check, minimum, maximum, minLength, maxLength, maxBytes, format: form, pattern } of checks) {
    if (form === "regex" && pattern !== undefined) facts.pattern = pattern.source;
    if (check === "min_length" && minimum !== undefined) facts.minLength = minimum;
    if (check === "max_length" && maximum !== undefined) facts.maxLength = maximum;
    if (minLength !== undefined) facts.minLength = minLength;
    if (maxLength !== undefined) facts.maxLength = maxLength;
    if (maxBytes !== undefined) facts.maxBytes = maxBytes;
  }
  return facts;
}

function integerFacts(format: string | undefined, checks: readonly CheckDef[]) {
  if (format !== "safeint") throw new TypeError("a definition's numbers must be integers: use z.int()");
  const facts: { min?: number; max?: number } = {};
  for (const { check, value } of checks) {
    if (check === "greater_than" && value !== undefined) facts.min = value;
    if (check === "less_than" && value !== undefined) facts.max = value;
  }
  return facts;
}

function arrayFacts(checks: readonly CheckDef[]) {
  const minItems = checks.find(({ check }) => check === "min_length")?.minimum;
  return { ...(minItems === undefined ? {} : { minItems }), ...rulesOf(checks) };
}

function rulesOf(checks: readonly CheckDef[]): { readonly rules?: readonly string[] } {
  const rules = checks.flatMap(({ description }) => description ?? []);
  return rules.length === 0 ? {} : { rules };
}

/** Members of alternatives are required in the group in use, unless they're optional there. */
function requireUsed(shape: z.core.$ZodShape, members: Fields, { alternatives = [] }: Facts): Fields {
  const isOwnOptional = (name: string) => !unwrap((shape[name] as z.core.$ZodOptional)._zod.def.innerType).required;
  const used = alternatives.flat().filter((name) => !isOwnOptional(name));
  return Object.fromEntries(
    Object.entries(members).map(([name, field]) => {
      const others = alternatives.filter((names) => !names.includes(name)).flat();
      return [name, used.includes(name) ? { ...field, required: true, excludedBy: others } : field];
    }),
  );
}

/** What arguments are used for. Rules only see documented defaults that the platform will apply. */
export type Purpose = "create" | "update" | "clone";

export type ArgumentSchemas = (purpose: Purpose) => z.ZodType;

/**
 * The schemas of a kind's arguments, by purpose.
 *
 * @param parent Arguments with the resource's place. A clone only requires these; its source supplies the others.
 */
export function argumentSchemas(
  shape: Readonly<Record<string, z.ZodType>>,
  rules: readonly Rule[],
  parent: readonly string[],
): ArgumentSchemas {
  const members = membersOf(shape);
  const complete = (values: Record<string, unknown>) => withDefaults(members, values);
  const build = (purpose: Purpose) => {
    const isNeeded = (name: string) => purpose !== "clone" || parent.includes(name);
    return z
      .strictObject(mapMembers(shape, (schema, name) => (isNeeded(name) ? schema : schema.optional())))
      .check(...rules.map((each) => rule(each, purpose === "create" ? complete : undefined)));
  };
  const built = new Map<Purpose, z.ZodType>();
  return (purpose) => {
    const schema = built.get(purpose) ?? build(purpose);
    built.set(purpose, schema);
    return schema;
  };
}

/** The values, with the documented defaults of omitted members. */
export function withDefaults(members: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const complete = { ...values };
  for (const [name, member] of Object.entries(members)) {
    if (member.default !== undefined) complete[name] ??= member.default;
  }
  return complete;
}
