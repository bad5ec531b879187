import { z } from "zod";
import { type Condition, conditionText, isMet } from "./facts.js";
import { hasUnknown, isAbsent, isObject, type Value } from "./json.js";

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

/** A rule over the items of an array. It runs once the whole array is known. */
export interface ListRule {
  readonly description: string;
  readonly check: (items: readonly Value[]) => Violation | undefined;
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

interface CheckOptions<T> {
  readonly facts: CheckFacts;
  /** Whether the value can be checked yet. */
  readonly isReady: (value: unknown) => value is T;
  readonly violations: (value: T) => readonly Violation[];
}

/** A zod check that runs as soon as the values that it reads are known, even if others are invalid. */
function checkOf<T>({ facts, isReady, violations }: CheckOptions<T>): z.core.$ZodCheck<unknown> {
  const check = z.superRefine<unknown>(
    (value, context) => {
      for (const { path, ...params } of violations(value as T)) {
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
  const read = (value: Record<string, unknown>) => {
    const values = complete(value);
    return Object.fromEntries(reads.map((name) => [name, values[name] as Value | undefined]));
  };
  return checkOf<Record<string, unknown>>({
    facts: { description: description },
    isReady: (value): value is Record<string, unknown> => isObject(value) && !hasUnknown(read(value)),
    violations: (value) => [check(read(value))].filter((violation) => violation !== undefined),
  });
}

export function listRule({ description, check }: ListRule) {
  return checkOf<readonly Value[]>({
    facts: { description: description },
    isReady: (value): value is readonly Value[] => Array.isArray(value) && !hasUnknown(value) && !value.some(isAbsent),
    violations: (value) => [check(value)].filter((violation) => violation !== undefined),
  });
}

/** A check of a text. */
function textCheck(facts: CheckFacts, problemOf: (text: string) => string | undefined) {
  return checkOf<string>({
    facts,
    isReady: (value) => typeof value === "string",
    violations(text) {
      const expected = problemOf(text);
      return expected === undefined ? [] : [{ path: [], expected }];
    },
  });
}

/** Rejects half of a surrogate pair, which UTF-8 can't encode. */
export const wellFormed = textCheck({}, (text) => (text.isWellFormed() ? undefined : "must be well-formed Unicode"));

/** Limits how deep free-form JSON is nested. */
export function maxDepth(levels: number) {
  return checkOf<object>({
    facts: {},
    isReady: (value): value is object => isObject(value),
    violations: (value) =>
      Object.values(value).every((member) => isWithin(member, levels))
        ? []
        : [{ path: [], expected: `must not be nested deeper than ${levels} levels` }],
  });
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

/** Rejects values that JSON can't express, and that would be changed silently. */
export function jsonOnly() {
  return checkOf<object>({
    facts: {},
    isReady: (value): value is object => isObject(value),
    violations: (value) => notJson(value, []),
  });
}

/** The key with which Pulumi's protocol marks an asset. */
const signature = "4dabf18193072939515e22adb298388d";

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
