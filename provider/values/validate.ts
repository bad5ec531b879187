import type { z } from "zod";
import { type ArgumentSchemas, type Purpose, withDefaults } from "../schema/argumentSchemas.js";
import { atLeast } from "../schema/checks.js";
import { holds, inWords } from "../schema/condition.js";
import type { ArrayField, Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import { comparableValue, keyOf } from "../schema/normalForm.js";
import { holdsSecret, isSecretMember } from "../schema/secrecy.js";
import { show } from "../schema/show.js";
import { UNKNOWN } from "../schema/unknown.js";
import { describe } from "./describe.js";
import { nearestName } from "./nearestName.js";
import { omitNulls } from "./omitNulls.js";
import { pathText } from "./pathText.js";
import { withoutStandIns, withStandIns } from "./protoMember.js";

/** One wrong argument. */
export interface Issue {
  /** Path with the names that programs use, such as `ports[1].internalPort`. */
  readonly path: string;
  /** What must hold, as the end of a sentence: `must be an integer from 1 to 32000`. */
  readonly expected: string;
  /** What the program gives; omitted if `expected` says it. */
  readonly got?: string;
}

/** What validation needs to know about a kind. */
export interface Validated {
  readonly body: ObjectField;
  readonly schemas: ArgumentSchemas;
}

/**
 * Everything that is wrong with a kind's arguments, as far as their values are known: an unknown value is never wrong, and a
 * rule that reads one does not run.
 */
export function validate({ body, schemas }: Validated, args: unknown, purpose: Purpose): Issue[] {
  const given = omitNulls(body, args as Value);
  const disallowed = disallowedMembers(body, given);
  const ignored = Object.entries(body.members).flatMap(([name, { ignoredWhen }]) =>
    ignoredWhen !== undefined && holds(ignoredWhen, given as Values) === true ? [{ path: name }] : [],
  );
  const found = allIssues(schemas(purpose), withStandIns(body, given));
  const issues = found.flatMap((issue) => issuesOf({ ...issue, path: withoutStandIns(issue.path) }, body, given));
  const others = [...issues, ...repeatedValues(body, given)].filter(
    ({ path }) => ![...disallowed, ...ignored].some((each) => isAtOrBelow(path, each.path)),
  );
  return firstOfEachPath([...others, ...disallowed]);
}

/** All issues that zod finds. Where a fraction stops zod from running rules, it parses again without the fraction. */
function allIssues(schema: z.ZodType, args: Value): readonly z.core.$ZodIssue[] {
  const first = schema.safeParse(args, { reportInput: true }).error?.issues ?? [];
  const stopping = first.filter((issue) => issue.code === "invalid_type" && issue.expected === "int");
  if (stopping.length === 0) return first;
  const others = stopping.reduce((values, { path }) => replaced(values, path, UNKNOWN), args);
  return [...first, ...(schema.safeParse(others, { reportInput: true }).error?.issues ?? [])];
}

/** The values with one value replaced. */
function replaced(values: Value, [step, ...rest]: readonly PropertyKey[], by: Value): Value {
  if (step === undefined) return by;
  if (Array.isArray(values)) return values.map((item, index) => (index === step ? replaced(item, rest, by) : item));
  if (!isObject(values)) return values;
  return { ...values, [step]: replaced(values[String(step)] ?? null, rest, by) };
}

/** Translates an issue of zod; nothing if the value is unknown. */
function issuesOf(issue: z.core.$ZodIssue, body: ObjectField, args: unknown): Issue[] {
  const { input } = issue;
  if (input === UNKNOWN) return [];
  const { field, secret } = fieldAt(body, args, issue.path);
  const path = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    const members = field?.type === "object" ? Object.keys(field.members) : [];
    const names = issue.keys.filter((name) => path !== "" || !name.startsWith("__"));
    return names.map((name) => unknownArgument(pathText([...issue.path, name]), name, members));
  }
  if (field === undefined) return [];
  const params = issue.code === "custom" ? issue.params : undefined;
  if (params !== undefined) {
    const got = secret || params.got === undefined ? show(input, secret || holdsSecret(field)) : params.got;
    return [{ path, expected: params.expected, got }];
  }
  if (isAbsent(input)) return [{ path, expected: `is required: ${describe(field)}` }];
  return [{ path, expected: expectedBy(issue, field), got: show(input, secret || holdsSecret(field)) }];
}

function unknownArgument(path: string, name: string, members: readonly string[]): Issue {
  const near = nearestName(name, members);
  const known = members.length === 0 ? "there are none here" : `the arguments here are ${members.join(", ")}`;
  return { path, expected: `is not an argument; ${near === undefined ? known : `did you mean ${near}?`}` };
}

function expectedBy(issue: z.core.$ZodIssue, field: Field): string {
  if (issue.code === "too_small" && issue.origin === "array") {
    return `must have at least ${issue.minimum} ${issue.minimum === 1 ? "item" : "items"}`;
  }
  if (issue.code === "too_small" && issue.origin === "string") return atLeast(Number(issue.minimum));
  return `must be ${describe(field)}`;
}

/** Members that are given although their siblings do not allow them. */
function disallowedMembers(field: Field, value: unknown, path: readonly PropertyKey[] = [], isSecret = false): Issue[] {
  if (field.type === "array" && Array.isArray(value)) {
    return value.flatMap((item, index) => disallowedMembers(field.item, item, [...path, index], isSecret));
  }
  if (field.type !== "object" || !isObject(value)) return [];
  const siblings = withDefaults(field.members, value);
  return Object.entries(field.members).flatMap(([name, member]) => {
    const given = value[name];
    if (isAbsent(given) || given === UNKNOWN) return [];
    const secret = isSecret || isSecretMember(member, value);
    if (member.onlyWhen !== undefined && holds(member.onlyWhen, siblings) === false) {
      const expected = `must be omitted unless ${inWords(member.onlyWhen)}`;
      return [{ path: pathText([...path, name]), expected, got: show(given, secret) }];
    }
    return disallowedMembers(member, given, [...path, name], secret);
  });
}

/** Values that two items of an array share although they must be unique there. */
function repeatedValues(field: Field, value: unknown, path: readonly PropertyKey[] = [], isSecret = false): Issue[] {
  if (field.type === "object" && isObject(value)) {
    return Object.entries(field.members).flatMap(([name, member]) =>
      repeatedValues(member, value[name], [...path, name], isSecret || isSecretMember(member, value)),
    );
  }
  if (field.type !== "array" || !Array.isArray(value)) return [];
  const { item: form, unique = [] } = field;
  return [
    ...unique.flatMap((name) => repetitions(field, value, name, path, isSecret)),
    ...value.flatMap((item, index) => repeatedValues(form, item, [...path, index], isSecret)),
  ];
}

/** The items whose member has the value of an item before. */
function repetitions(
  { item: form }: ArrayField,
  items: readonly unknown[],
  name: string,
  path: readonly PropertyKey[],
  isSecret: boolean,
): Issue[] {
  const member = form.type === "object" ? form.members[name] : form;
  const firsts = new Map<string, number>();
  return items.flatMap((item, index) => {
    const value = keyOf(item, name) as Value | undefined;
    if (member === undefined || isAbsent(value) || value === UNKNOWN) return [];
    const compared = comparableValue(member, value);
    const first = firsts.get(compared);
    if (first === undefined) {
      firsts.set(compared, index);
      return [];
    }
    const place = form.type === "object" ? [...path, index, name] : [...path, index];
    const secret = isSecret || isSecretMember(member, isObject(item) ? item : {});
    const got = `${show(value, secret)}, as in item ${first}`;
    return [{ path: pathText(place), expected: "must be unique in the list", got }];
  });
}

/** The field at a path, and whether the value there is secret. */
function fieldAt(
  body: ObjectField,
  args: unknown,
  path: readonly PropertyKey[],
): { readonly field: Field | undefined; readonly secret: boolean } {
  let field: Field | undefined = body;
  let value = args;
  let secret = false;
  for (const step of path) {
    const inner: Field | undefined = stepInto(field, String(step));
    const siblings = isObject(value) ? value : {};
    secret ||= inner !== undefined && isSecretMember(inner, siblings);
    value = (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step];
    field = inner;
  }
  return { field, secret };
}

function stepInto(field: Field | undefined, step: string): Field | undefined {
  if (field?.type === "object") return field.members[step];
  if (field?.type === "array") return field.item;
  return field?.type === "record" ? field.value : undefined;
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}

function firstOfEachPath(issues: readonly Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ path }) => !seen.has(path) && seen.add(path));
}
