import type { z } from "zod";
import { comparableValue, isAtOrBelow, isSameId, keyOf, pathText, withValueAt } from "../schema/equality.js";
import { conditionText, isIgnored, isMet } from "../schema/facts.js";
import {
  type Field,
  type Found,
  holdsSecret,
  isSecretMember,
  itemsOf,
  mapWithin,
  type ObjectField,
  type PathStep,
  pathTo,
  valueAt,
  valueAtPath,
  walk,
} from "../schema/field.js";
import { isAbsent, isObject, sameJson, show, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { atLeast } from "../schema/schemas.js";
import { type ArgumentSchemas, type Purpose, withDefaults } from "../schema/view.js";
import {
  correctionAdvice,
  describe,
  exampleAdvice,
  insteadOf,
  meantArgument,
  moveAdvice,
  omitAdvice,
} from "./advice.js";
import { nearestName, otherNames } from "./nearestName.js";

/** An invalid argument. */
export interface Issue {
  /** Path, as programs write it: `ports[1].internalPort`. */
  readonly path: string;
  /** The requirement, as the end of a sentence: `must be an integer from 1 to 32000`. */
  readonly expected: string;
  /** The program's value, unless `expected` contains it. */
  readonly got?: string;
  /** What to write, as the rest of a sentence: ``write `memory: 512` ``. */
  readonly advice?: string;
}

export interface Validated {
  /** Whose reference page lists the arguments. */
  readonly kind?: string;
  readonly body: ObjectField;
  readonly schemas: ArgumentSchemas;
}

/** All invalid arguments. An unknown value is never invalid, and a rule that reads one doesn't run. */
export function validate({ kind, body, schemas }: Validated, args: unknown, purpose: Purpose): Issue[] {
  const specified = omitNulls(body, args as Value);
  const locations = walk(body, specified);
  const all = locations.flatMap(disallowed);
  // What is inside of an invalid value changes with it anyway.
  const outermost = all.filter(({ path }) => !all.some((each) => path !== each.path && isAtOrBelow(path, each.path)));
  const ignored = Object.keys(body.members).filter((name) =>
    isIgnored(body.members[name] as Field, specified as Values),
  );
  const found = allIssues(schemas(purpose), withStandIns(body, specified)).flatMap((issue) => {
    const path = issue.path.map((step) => (step === standIn ? proto : step));
    return issuesOf({ ...issue, path }, locations, kind);
  });
  const others = [...found, ...locations.flatMap(repeatedValues)].filter(
    ({ path }) => ![...outermost.map((each) => each.path), ...ignored].some((each) => isAtOrBelow(path, each)),
  );
  const seen = new Set<string>();
  const issues: FoundIssue[] = [...others, ...outermost].filter(({ path }) => !seen.has(path) && seen.add(path));
  const meant = issues.flatMap(({ means }) => means ?? []);
  return issues
    .filter((issue) => !meant.some((each) => isAnsweredBy(issue, each)))
    .map(({ means: _, ...issue }) => issue);
}

/** An issue, with the path of the argument that an unknown one means. */
interface FoundIssue extends Issue {
  readonly means?: string;
}

/** Whether an argument is only missing since it has another name in the program. */
function isAnsweredBy({ path, expected, got }: Issue, meant: string): boolean {
  if (path === meant) return expected.startsWith("is required");
  return got === "none of them" && meant.startsWith(path === "" ? "" : `${path}.`);
}

/** All issues of zod. A fraction keeps zod from running rules, so it parses again without the fraction. */
function allIssues(schema: z.ZodType, args: Value): readonly z.core.$ZodIssue[] {
  const first = schema.safeParse(args, { reportInput: true }).error?.issues ?? [];
  const stopping = first.filter((issue) => issue.code === "invalid_type" && issue.expected === "int");
  if (stopping.length === 0) return first;
  const others = stopping.reduce((values, { path }) => withValueAt(values, path as PathStep[], UNKNOWN), args);
  return [...first, ...(schema.safeParse(others, { reportInput: true }).error?.issues ?? [])];
}

/** The value at a path, also within free-form JSON, whose values have no fields of their own. */
function locationAt(locations: readonly Found[], path: readonly PathStep[]): Found | undefined {
  const nearest = locations.findLast((each) => sameJson(each.path, path.slice(0, each.path.length)));
  if (nearest === undefined || nearest.path.length === path.length) return nearest;
  if (nearest.field.type !== "json") return undefined;
  return { ...nearest, path, value: valueAtPath(nearest.value, path.slice(nearest.path.length)) };
}

function issuesOf(issue: z.core.$ZodIssue, locations: readonly Found[], kind: string | undefined): FoundIssue[] {
  const { input } = issue;
  if (input === UNKNOWN) return [];
  const path = pathText(issue.path);
  const location = locationAt(locations, issue.path as PathStep[]);
  if (location === undefined) return [];
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.filter((name) => path !== "" || !name.startsWith("__"));
    return names.map((name) => unknownArgument(name, location, kind));
  }
  if (issue.code === "invalid_key") {
    return [{ path: pathText(issue.path.slice(0, -1)), expected: "must not have an empty key" }];
  }
  const { field, secret } = location;
  const params = issue.code === "custom" ? issue.params : undefined;
  const name = typeof issue.path.at(-1) === "string" ? String(issue.path.at(-1)) : "";
  if (params !== undefined) {
    const { value } = location;
    const isGotShown = params.got !== false && !(isAbsent(value) && params.got === undefined);
    const got = secret || params.got === undefined ? gotInPlaceOf(field, value, secret) : params.got;
    const choices: readonly string[] = params.choices ?? [];
    const choice =
      choices.length === 0 ? undefined : `set ${choices.map((each) => `\`${pathTo(path, each)}\``).join(" or ")}`;
    const advice = params.advice ?? choice ?? (isAbsent(value) ? exampleAdvice(name, field) : undefined);
    return [{ path, expected: params.expected, ...(isGotShown && { got }), ...(advice && { advice }) }];
  }
  if (isAbsent(input)) {
    const advice = exampleAdvice(name, field);
    return [
      advice === undefined
        ? { path, expected: `is required: ${describe(field)}` }
        : { path, expected: "is required", advice },
    ];
  }
  const advice = correctionAdvice(name, field, input, secret);
  const got = gotInPlaceOf(field, input, secret);
  return [{ path, expected: expectedBy(issue, field), got, ...(advice && { advice }) }];
}

/** An invalid value. Of one in place of something that holds secrets, only its type is shown: it may be one of them. */
function gotInPlaceOf(field: Field, value: unknown, secret: boolean): string {
  const isScalar = !isAbsent(value) && !isObject(value) && !Array.isArray(value);
  if (!isScalar || !(secret || holdsSecret(field))) return show(value, false);
  if (!secret && typeof value === "boolean") return show(value, false);
  const isTypeWrong = !secret || ["string", "array", "object", "record"].includes(field.type);
  return isTypeWrong && !(secret && typeof value === "string") ? `a ${typeof value}` : show(value, true);
}

function unknownArgument(
  name: string,
  { field, value, path: parent, around }: Found,
  kind: string | undefined,
): FoundIssue {
  const path = pathText([...parent, name]);
  if (field.type !== "object") return { path, expected: "isn't an argument; there are none here" };
  const places = around.map((each, length) => ({ field: each, path: pathText(parent.slice(0, length)) }));
  const move = moveAdvice(name, field, places);
  const members = Object.keys(field.members);
  const near = nearestName(name, members, move === undefined ? "alike" : "same");
  if (near !== undefined) {
    const meant = meantArgument(near, isObject(value) ? value[name] : undefined, field);
    return { path, expected: `isn't an argument; did you mean ${meant}?`, means: pathText([...parent, near]) };
  }
  const instead = parent.length === 0 ? insteadOf(name, members) : undefined;
  const advice = instead ?? move ?? moveAdvice(name, field, places, otherNames(name));
  if (advice !== undefined) return { path, expected: "isn't an argument", advice };
  if (members.length === 0) return { path, expected: "isn't an argument; there are none here" };
  return {
    path,
    expected: "isn't an argument: the platform has no such setting",
    advice: omitAdvice(name, members, kind),
  };
}

function expectedBy(issue: z.core.$ZodIssue, field: Field): string {
  if (issue.code === "too_small" && issue.origin === "array") {
    return `must have at least ${issue.minimum} ${issue.minimum === 1 ? "item" : "items"}`;
  }
  if (issue.code === "too_small" && issue.origin === "string") return atLeast(Number(issue.minimum));
  return `must be ${describe(field)}`;
}

/** A member that is set although its siblings don't allow it. */
function disallowed({ field, value, siblings, path, around, secret }: Found): Issue[] {
  const allowed = field.when?.allowed;
  const object = around.at(-1);
  if (allowed === undefined || object?.type !== "object" || isAbsent(value) || value === UNKNOWN) return [];
  if (isMet(allowed, withDefaults(object.members, siblings)) !== false) return [];
  const expected = `must be omitted unless ${conditionText(allowed)}`;
  return [{ path: pathText(path), expected, got: show(value, secret) }];
}

/** Members of array items that repeat a value that must be unique. */
function repeatedValues({ field, value: items, path, secret }: Found): Issue[] {
  const issues: Issue[] = [];
  if (field.type !== "array" || !Array.isArray(items)) return issues;
  const { item: form } = field;
  for (const name of itemsOf(field).unique ?? []) {
    const member = form.type === "object" ? form.members[name] : form;
    const firsts = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const value = keyOf(item, name) as Value | undefined;
      if (member === undefined || isAbsent(value) || value === UNKNOWN) continue;
      const compared = comparableValue(member, value);
      const first = firsts.get(compared);
      if (first === undefined) {
        firsts.set(compared, index);
        continue;
      }
      const location = form.type === "object" ? [...path, index, name] : [...path, index];
      const isSecret = secret || isSecretMember(member, isObject(item) ? item : {});
      const got = `${show(value, isSecret)}, as in item ${first}`;
      issues.push({ path: pathText(location), expected: "must be unique in the list", got });
    }
  }
  return issues;
}

/**
 * IDs of array items that the program sets although no known item has them. The ID of a known one is valid: with it, an update can change
 * the item's key.
 *
 * @param known The state; nothing for a new resource.
 */
export function wrongIds(body: Field, desired: Values, known: Values | undefined): Issue[] {
  return walk(body, desired).flatMap(({ field, value, path, around }) => {
    if (!field.whenOmitted?.isAssigned || around.at(-2)?.type !== "array") return [];
    if (isAbsent(value) || value === UNKNOWN) return [];
    const items = valueAtPath(known, path.slice(0, -2));
    const ids = (Array.isArray(items) ? items : []).map((item) => valueAt(item, path.at(-1) ?? ""));
    if (ids.some((each) => isSameId(each, value))) return [];
    const others = ids.filter((each) => !isAbsent(each)).map(String);
    const expected =
      others.length === 0
        ? "must be omitted: the platform assigns it"
        : `must be omitted, or be an ID that the platform assigned: ${others.join(", ")}`;
    return [{ path: pathText(path), expected, got: show(value, false) }];
  });
}

/** The only name that zod's records drop. */
const proto = "__proto__";
const standIn = `\0${proto}`;

/** The values to validate, with another name for `__proto__`, which is a valid member of a record. */
function withStandIns(body: Field, values: Value): Value {
  return mapWithin(body, values, ({ field, value }) =>
    field.type === "record" && isObject(value) && Object.hasOwn(value, proto)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name === proto ? standIn : name, each]))
      : value,
  );
}

/** The value without members for which `null` means the same as omitting them, at every depth. Free-form JSON is unchanged. */
export function omitNulls(body: Field, values: Value): Value {
  return mapWithin(body, values, ({ field, value }) => (value === null && field.nullable !== true ? undefined : value));
}
