import { z } from "zod";
import { factsOfCheck } from "./checks.js";
import { type Facts, factNames } from "./facts.js";
import { type Format, isFormat } from "./formats.js";

/**
 * A zod schema as a plain record, in the form that diff, wire mapping, merge, redaction and the generators walk. Only this
 * file reads zod's internals.
 */
export type Field =
  | StringField
  | IntegerField
  | BooleanField
  | EnumField
  | ObjectField
  | ArrayField
  | RecordField
  | JsonField
  | ServiceField;

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** What every field has: its facts, and whether it must be given. */
export interface FieldBase extends Omit<Facts, "responseOnly" | "typeName"> {
  readonly description: string;
  readonly required: boolean;
  /** `null` is a value: it clears what is set. */
  readonly nullable?: boolean;
}

export interface StringField extends FieldBase {
  readonly type: "string";
  readonly format?: Format;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  /** Source of the regular expression that the string must match. */
  readonly pattern?: string;
}

export interface IntegerField extends FieldBase {
  readonly type: "integer";
  readonly min?: number;
  readonly max?: number;
}

export interface BooleanField extends FieldBase {
  readonly type: "boolean";
}

export interface EnumField extends FieldBase {
  readonly type: "enum";
  /** Name of the union type and const object in the SDK. */
  readonly name: string;
  readonly values: readonly string[];
}

export interface ObjectField extends FieldBase {
  readonly type: "object";
  /** Name of the interface in the SDK, without `Args`. */
  readonly name: string;
  readonly members: Fields;
  /** Members that only responses have. */
  readonly responseOnly?: Fields;
  /** Sentences that state the rules over its members. */
  readonly rules?: readonly string[];
}

export interface ArrayField extends FieldBase {
  readonly type: "array";
  readonly item: Field;
  readonly minItems?: number;
  /** Members, each of which must be unique within the list. */
  readonly unique?: readonly string[];
  /** Sentences that state the rules over its items. */
  readonly rules?: readonly string[];
}

/** Free keys, values of one field. Keys travel untouched. */
export interface RecordField extends FieldBase {
  readonly type: "record";
  readonly value: Field;
}

/** Any JSON; travels untouched. */
export interface JsonField extends FieldBase {
  readonly type: "json";
  readonly shape: "object" | "any";
}

/** A service of this provider: the program passes the resource, the engine carries a selection. */
export interface ServiceField extends FieldBase {
  readonly type: "service";
}

const views = new WeakMap<z.core.$ZodType, Field>();

/**
 * The record of a schema.
 *
 * @throws TypeError for what a definition must not use: an unknown fact, a number that is no integer, or anything that changes
 *   the value (`.default`, `.transform`, `.trim`, `.catch`), since parsed output is never used.
 */
export function viewOf(schema: z.core.$ZodType): Field {
  const cached = views.get(schema);
  if (cached !== undefined) return cached;
  const view = read(schema);
  views.set(schema, view);
  return view;
}

/** The records of the members of an object. */
export function membersOf(shape: z.core.$ZodShape): Fields {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, viewOf(schema)]));
}

function read(schema: z.core.$ZodType): Field {
  const { inner, facts, required, nullable } = unwrap(schema);
  const { typeName, responseOnly, ...rest } = facts;
  const base: FieldBase = { description: "", ...rest, required, ...(nullable ? { nullable } : {}) };
  const def = (inner as z.core.$ZodTypes)._zod.def;
  const checks = (def.checks ?? []).map((check) => ({ ...check._zod.def, ...factsOfCheck(check) }) as CheckDef);
  rejectTransforms(def.type, checks);
  switch (def.type) {
    case "string":
      return { ...base, type: "string", ...stringFacts(def as StringDef, checks) };
    case "number":
      return { ...base, type: "integer", ...integerFacts(def as NumberDef, checks) };
    case "boolean":
      return { ...base, type: "boolean" };
    case "enum":
      return { ...base, type: "enum", name: typeName ?? "", values: Object.values(def.entries).map(String) };
    case "array":
      return { ...base, type: "array", item: viewOf(def.element), ...arrayFacts(checks) };
    case "object": {
      const responses = responseOnly === undefined ? {} : { responseOnly: membersOf(responseOnly as z.core.$ZodShape) };
      const members = membersOf(def.shape);
      return {
        ...base,
        type: "object",
        name: typeName ?? "",
        members: requireSoleMembers(members, rest),
        ...responses,
        ...rulesOf(checks),
      };
    }
    case "record":
      return def.valueType._zod.def.type === "unknown"
        ? { ...base, type: "json", shape: "object" }
        : { ...base, type: "record", value: viewOf(def.valueType) };
    case "unknown":
      return { ...base, type: "json", shape: "any" };
    case "custom":
      if (facts.isService) return { ...base, type: "service" };
  }
  throw new TypeError(`a definition cannot use the zod type ${def.type}`);
}

interface StringDef {
  readonly format?: string;
}

interface NumberDef {
  readonly format?: string;
}

/** What may be in a check's definition: zod's own words, and ours. */
interface CheckDef {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly says?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly unique?: readonly string[];
  readonly format?: string;
  readonly pattern?: RegExp;
}

/** The schema inside `.optional()` and `.nullable()`, with the facts of all layers: those of the outermost win. */
function unwrap(schema: z.core.$ZodType) {
  let inner = schema as z.core.$ZodTypes;
  let facts: Facts = {};
  let required = true;
  let nullable = false;
  for (;;) {
    facts = { ...factsOf(inner), ...facts };
    if (inner._zod.def.type === "optional") required = false;
    else if (inner._zod.def.type === "nullable") nullable = true;
    else return { inner, facts, required, nullable };
    inner = inner._zod.def.innerType as z.core.$ZodTypes;
  }
}

function factsOf(schema: z.core.$ZodType): Facts {
  const facts = z.globalRegistry.get(schema) ?? {};
  for (const name of Object.keys(facts)) {
    if (!factNames.has(name)) throw new TypeError(`a definition states a fact that does not exist: ${name}`);
  }
  return facts as Facts;
}

const transforms: readonly string[] = ["default", "prefault", "transform", "pipe", "catch"];

function rejectTransforms(type: string, checks: readonly CheckDef[]): void {
  const found = transforms.includes(type)
    ? `.${type}`
    : checks.some(({ check }) => check === "overwrite") && "a change of the value";
  if (found) throw new TypeError(`a definition cannot use ${found}: parsed output is never used`);
}

function stringFacts({ format }: StringDef, checks: readonly CheckDef[]) {
  const facts: { format?: Format; minLength?: number; maxLength?: number; maxBytes?: number; pattern?: string } = {};
  if (format !== undefined) {
    if (!isFormat(format)) throw new TypeError(`a definition uses the format ${format}, which has no description`);
    facts.format = format;
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

function integerFacts({ format }: NumberDef, checks: readonly CheckDef[]) {
  if (format !== "safeint") throw new TypeError("a definition's numbers are integers: use z.int()");
  const facts: { min?: number; max?: number } = {};
  for (const { check, value } of checks) {
    if (check === "greater_than" && value !== undefined) facts.min = value;
    if (check === "less_than" && value !== undefined) facts.max = value;
  }
  return facts;
}

function arrayFacts(checks: readonly CheckDef[]) {
  const minItems = checks.find(({ check }) => check === "min_length")?.minimum;
  const unique = checks.flatMap(({ unique: names = [] }) => names);
  return {
    ...(minItems === undefined ? {} : { minItems }),
    ...(unique.length === 0 ? {} : { unique }),
    ...rulesOf(checks),
  };
}

function rulesOf(checks: readonly CheckDef[]): { readonly rules?: readonly string[] } {
  const rules = checks.flatMap(({ says }) => says ?? []);
  return rules.length === 0 ? {} : { rules };
}

/** A member that is a group of its own must be given where its group is used. */
function requireSoleMembers(members: Fields, { alternatives = [] }: Facts): Fields {
  const alone = alternatives.filter(({ length }) => length === 1).flat();
  return Object.fromEntries(
    Object.entries(members).map(([name, field]) => [name, alone.includes(name) ? { ...field, required: true } : field]),
  );
}
