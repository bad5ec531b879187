import { z } from "zod";
import { type Condition, conditionText, isMet } from "./facts.js";
import { type Format, textFormats } from "./formats.js";
import { hasUnknown, isAbsent, isObject, signature, UNKNOWN, type Value, type Values } from "./json.js";

/** A broken rule; `path` is relative to the object or array that the rule checks. */
export interface Violation {
  readonly path: readonly (string | number)[];
  /** The requirement, as the end of a sentence: `must be at most maxRunningNodes (3)`. */
  readonly expected: string;
  /** The program's values, if more than one matters; false if `expected` contains them. */
  readonly got?: string | false;
  /** What to do, as the rest of a sentence. */
  readonly advice?: string;
}

/** A rule over members of an object. It runs once all members that it reads are known. */
export interface Rule {
  readonly reads: readonly string[];
  /** The rule in words, for the documentation. */
  readonly description: string;
  readonly check: (values: Readonly<Record<string, Value | undefined>>) => Violation | undefined;
}

/** The rule that a member is required because of its siblings. */
export function requiredIf(name: string, condition: Condition): Rule {
  const description = conditionText(condition).replace(/(\w+) is /g, "`$1` is ");
  const violation = { path: [name], expected: `is required, since ${conditionText(condition)}` };
  return {
    reads: [...Object.keys(condition), name],
    description: `\`${name}\` is required if ${description}.`,
    check: (values) => (isMet(condition, values) === true && isAbsent(values[name]) ? violation : undefined),
  };
}

/** The facts of a check, for the generators and the engine. */
export interface CheckFacts {
  /** The rule in a sentence. */
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
}

const factsByCheck = new WeakMap<object, CheckFacts>();

export function factsOfCheck(check: object): CheckFacts {
  return factsByCheck.get(check) ?? {};
}

/**
 * A zod check that runs as soon as the values that it reads are known, even if others are invalid.
 *
 * @param isReady Whether the value can be checked yet.
 */
function checkOf<T>(
  isReady: (value: unknown) => boolean,
  violations: (value: T) => readonly (Violation | undefined)[],
  facts: CheckFacts = {},
): z.core.$ZodCheck<unknown> {
  const check = z.superRefine<unknown>(
    (value, context) => {
      for (const { path, ...params } of violations(value as T).filter((each) => each !== undefined)) {
        context.addIssue({ code: "custom", path: [...path], params });
      }
    },
    { when: ({ value }) => isReady(value) },
  );
  factsByCheck.set(check, facts);
  return check;
}

/** Checks a rule over members of an object: `z.strictObject({…}).check(rule({…}))`. */
export function rule({ reads, description, check }: Rule, complete = (values: Record<string, unknown>) => values) {
  const read = (value: Values) => {
    const values = complete(value);
    return Object.fromEntries(reads.map((name) => [name, values[name] as Value | undefined]));
  };
  const isReady = (value: unknown) => isObject(value) && !hasUnknown(read(value));
  return checkOf<Values>(isReady, (value) => [check(read(value))], { description });
}

interface ListRule extends Pick<Rule, "description"> {
  readonly check: (items: readonly Value[]) => Violation | undefined;
}

/** Checks a rule over the items of an array, once the whole array is known. */
export function listRule({ description, check }: ListRule) {
  const isReady = (value: unknown) => Array.isArray(value) && !hasUnknown(value) && !value.some(isAbsent);
  return checkOf<readonly Value[]>(isReady, (value) => [check(value)], { description });
}

function textCheck(facts: CheckFacts, problemOf: (text: string) => string | undefined) {
  const violation = (expected: string | undefined) => (expected === undefined ? undefined : { path: [], expected });
  return checkOf<string>(
    (value) => typeof value === "string",
    (text) => [violation(problemOf(text))],
    facts,
  );
}

/** Rejects half of a surrogate pair, which UTF-8 can't encode. */
const wellFormed = textCheck({}, (text) => (text.isWellFormed() ? undefined : "must be well-formed Unicode"));

/** Maximum depth of free-form JSON on the platform. */
const deepest = 64;

/** Rejects what is nested too deep, and values that JSON can't express and that would be changed silently. */
const freeJson = checkOf<Values>(isObject, (value) => [
  isWithin(value, deepest + 1) ? undefined : { path: [], expected: `must not be nested deeper than ${deepest} levels` },
  ...notJson(value, []),
]);

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

function notJson(value: unknown, path: Violation["path"]): readonly Violation[] {
  if (typeof value === "number" && !Number.isFinite(value)) {
    return [{ path, expected: "must be a finite number", got: String(value) }];
  }
  if (typeof value !== "object" || value === null) return [];
  if (signature in value) return [{ path, expected: "must be JSON", got: "an asset" }];
  return Object.entries(value).flatMap(([name, inner]) =>
    notJson(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Limits the length of a string without surrounding whitespace, in characters. */
export function trimmedLength(minLength: number, maxLength: number) {
  return textCheck({ minLength, maxLength }, (text) => {
    const { length } = [...text.trim()];
    return length < minLength ? atLeast(minLength) : atMost(length, maxLength, "characters");
  });
}

export function maxCharacters(maxLength: number) {
  return textCheck({ maxLength }, (text) => atMost([...text].length, maxLength, "characters"));
}

/** Limits the size of a string in UTF-8, in bytes. */
export function maxBytes(bytes: number) {
  return textCheck({ maxBytes: bytes }, (text) => atMost(Buffer.byteLength(text), bytes, "bytes"));
}

function atMost(length: number, most: number, unit: string): string | undefined {
  return length > most ? `must have at most ${most} ${unit}` : undefined;
}

/** The minimum length of a string, in words. */
export function atLeast(length: number): string {
  return length === 1 ? "must not be empty" : `must have at least ${length} characters`;
}

const inFormat = (name: Format) => z.stringFormat(name, textFormats[name].accepts);

export const uuid = inFormat("guid");
export const uri = inFormat("uri");
export const url = inFormat("url");
export const httpsUrl = inFormat("httpsUrl");
/** The URL of a Helm repository. */
export const chartUrl = inFormat("chartUrl");
export const gitUrl = inFormat("gitUrl");
export const cron = inFormat("cron");
export const timezone = inFormat("timezone");
export const domain = inFormat("domain");
export const email = inFormat("email");
export const apiPath = inFormat("apiPath");
export const featureName = inFormat("featureName");
/** A reference to a service that may have public ports. */
export const exposedService = inFormat("exposedService");
/** A variable, or one that the platform has created for a database. */
export const variableReference = inFormat("variableReference");
/** A reference to something that may have variables. */
export const variableScope = inFormat("variableScope");
export const imageName = inFormat("imageName");

/** Any string, including the empty one. Surrounding whitespace isn't a difference. */
export const freeText = z.string().check(wellFormed);

/** A string that isn't empty. Surrounding whitespace isn't a difference. */
export const text = freeText.min(1);

/** Any string in which every character counts, such as an argument of a command. */
export const verbatimText = freeText.meta({ compared: "verbatim" });

/** The content of a file, or a path in one: not empty, and every character counts. */
export const verbatim = text.meta({ compared: "verbatim" });

export const flag = z.boolean();

/** One of these words, with this type name in the SDK. */
export function choice<const Words extends readonly string[]>(typeName: string, words: Words) {
  return z.enum(words).meta({ typeName });
}

/** A list that may be omitted. */
export function optionalList<Item extends z.ZodType>(item: Item) {
  return z.array(item).optional();
}

/** An object with exactly these members, with this type name in the SDK. */
export function object<const Shape extends z.ZodRawShape>(typeName: string, description: string, members: Shape) {
  return z.strictObject(members).meta({ typeName, description });
}

/** A member that only responses have. */
export const responseText = z.string().optional();
export const responseNumber = z.int().optional();

/** The largest integer that the platform stores. */
export const largestInteger = 2_147_483_647;

export function integer(min: number, max = largestInteger) {
  return z.int().min(min).max(max);
}

/** An object with any members, sent unchanged. */
export const freeObject = z.record(z.string(), z.unknown()).check(freeJson);

/** An object with any members, each of which is sent, compared and changed by itself. */
export const openObject = z.looseObject({}).check(freeJson);

/** A setting whose type depends on the platform: a string, a boolean, an integer or an object, sent unchanged. */
export const advancedSetting = z.union([freeText, z.boolean(), z.int(), freeObject]);

/** The same without integers. */
export const setting = z.union([freeText, z.boolean(), freeObject]);

type Shape = Readonly<Record<string, z.ZodType>>;
type Infer<S extends Shape> = z.infer<z.ZodObject<S, z.core.$strict>>;
type Names<G extends readonly Shape[]> = Extract<{ [I in keyof G]: keyof G[I] }[number], string>;
type Variant<G extends readonly Shape[], Used extends Shape> = Infer<Used> & {
  [K in Exclude<Names<G>, keyof Used>]?: undefined;
};

/** The plain type of an object with exactly one group of members. */
type OneOf<S extends Shape, G extends readonly Shape[]> = ([keyof S] extends [never] ? unknown : Infer<S>) &
  { [I in keyof G]: Variant<G, G[I]> }[number];

/**
 * An object of which exactly one group of members is used: `oneOf({ shared }, { image }, { docker })`.
 *
 * A group is used if one of its members is set. The others are then required, unless they're optional.
 */
export function oneOf<const S extends Shape, const G extends readonly Shape[]>(
  shared: S,
  ...groups: G
): z.ZodType<OneOf<S, G>> {
  const alternatives = groups.map((group) => Object.keys(group));
  const choices = Object.entries(Object.assign({}, ...groups) as Shape);
  const required = groups.map((group) => Object.keys(group).filter((name) => !group[name]?.isOptional()));
  const shape = { ...shared, ...Object.fromEntries(choices.map(([name, schema]) => [name, z.optional(schema)])) };
  const check = z.superRefine<unknown>(
    (value, context) => {
      const isSet = (name: string) => !isAbsent((value as Record<string, unknown>)[name]);
      const used = alternatives.filter((names) => names.some(isSet));
      const got = wrongChoice(used, value as Record<string, unknown>);
      const expected = `must have exactly one of ${alternatives.map((names) => names.join(", ")).join(" | ")}`;
      const choices = got === "none of them" ? alternatives.map(([first = ""]) => first) : [];
      if (got !== undefined) context.addIssue({ code: "custom", path: [], params: { expected, got, choices } });
      const missing = required.flatMap((names) => (names.some(isSet) ? names.filter((name) => !isSet(name)) : []));
      for (const name of missing)
        context.addIssue({ code: "custom", path: [name], params: { expected: "is required" } });
    },
    { when: ({ value }) => isObject(value) },
  );
  return z.strictObject(shape).check(check).meta({ alternatives }) as unknown as z.ZodType<OneOf<S, G>>;
}

/** Describes a choice of no group or several; nothing if the choice is valid or not known yet. */
function wrongChoice(
  used: readonly (readonly string[])[],
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  if (used.length < 2) return used.length === 0 ? "none of them" : undefined;
  const specified = used.map((names) => names.filter((name) => !isAbsent(value[name])));
  // An unknown value may turn out to be omitted.
  const known = specified.filter((names) => names.some((name) => value[name] !== UNKNOWN));
  return known.length > 1 ? specified.flat().join(" and ") : undefined;
}
