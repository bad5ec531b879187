import { holds, inWords } from "./condition.js";
import type { Field, Fields, Json, ListField, ObjectField, TextField } from "./fields.js";
import { formats } from "./formats.js";
import { isAbsent, isObject } from "./json.js";
import { hasUnknown, UNKNOWN } from "./unknown.js";

/** One wrong argument. */
export interface Issue {
  /** Path as the program spells it, such as `ports[1].internalPort`. */
  readonly path: string;
  readonly found: string;
  readonly allowed: string;
}

export interface Circumstances {
  /** A new resource: documented defaults stand for what is left out when rules are checked. */
  readonly creating: boolean;
  /** Required arguments may be left out, since something else provides them. */
  readonly partial?: boolean;
}

/**
 * All that is wrong with a kind's arguments, as far as the known values tell. A value that is unknown is never wrong, and
 * a rule that reads one is skipped.
 */
export function validate(body: ObjectField, args: unknown, circumstances: Circumstances): Issue[] {
  const issues: Issue[] = [];
  const walk = (field: Field, value: unknown, path: string, secret: boolean): void => {
    if (value === UNKNOWN) return;
    const wrong = (allowed: string, found = show(value, secret || holdsSecret(field))) =>
      issues.push({ path, found, allowed });
    switch (field.type) {
      case "text": {
        const allowed = wrongText(field, value);
        if (allowed !== undefined) wrong(allowed);
        return;
      }
      case "integer": {
        const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field;
        if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) wrong(integerBounds(field));
        return;
      }
      case "boolean":
        if (typeof value !== "boolean") wrong("true or false");
        return;
      case "choice":
        if (!field.values.includes(value as string)) wrong(oneOf(field.values));
        return;
      case "object":
        if (isObject(value)) walkObject(field, value, path, secret);
        else wrong("an object");
        return;
      case "list":
        if (Array.isArray(value)) walkList(field, value, path, secret);
        else wrong("a list");
        return;
      case "map":
        if (!isObject(value)) wrong("an object");
        else for (const [key, each] of Object.entries(value)) walk(field.value, each, join(path, key), secret);
        return;
      case "json":
        if (field.shape === "object" && !isObject(value)) wrong("an object");
        return;
      case "service":
        if (!isObject(value) || typeof value.kind !== "string" || isAbsent(value.id)) {
          wrong("a resource of this provider that can be deployed, or { service: resource, ... }");
        }
        return;
    }
  };

  const walkObject = (field: ObjectField, value: Record<string, unknown>, path: string, secret: boolean): void => {
    const members = field.members;
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(members, name) || (path === "" && name.startsWith("__"))) continue;
      const near = nearest(name, Object.keys(members));
      issues.push({
        path: join(path, name),
        found: "an argument that does not exist",
        allowed: near === undefined ? oneOf(Object.keys(members)) : `${near}, if that is what you mean`,
      });
    }
    const { unused, broken } = checkAlternatives(field, value);
    issues.push(...broken.map((issue) => ({ ...issue, path: join(path, issue.path) })));
    for (const [name, member] of Object.entries(members)) {
      const given = value[name];
      const here = join(path, name);
      if (isAbsent(given)) {
        if (given === null && member.nullable) continue;
        if (member.required && !unused.has(name) && !(circumstances.partial && path === "")) {
          issues.push({ path: here, found: "nothing", allowed: describe(member) });
        }
        continue;
      }
      const hidden =
        secret || member.secret === true || (member.secretWhen !== undefined && value[member.secretWhen] !== false);
      if (
        given !== UNKNOWN &&
        member.onlyWhen !== undefined &&
        holds(member.onlyWhen, withDefaults(members, value)) === false
      ) {
        issues.push({
          path: here,
          found: show(given, hidden),
          allowed: `nothing here, or make sure that ${inWords(member.onlyWhen)}`,
        });
      } else walk(member, given, here, hidden);
    }
    for (const rule of field.rules ?? []) {
      // Of a clone, the source decides what is left out.
      const isWhole = (circumstances.creating && !circumstances.partial) || path !== "";
      const known = isWhole ? withDefaults(members, value) : value;
      const read = Object.fromEntries(rule.reads.map((name) => [name, known[name] as Json | undefined]));
      if (hasUnknown(read)) continue;
      const breach = rule.check(read);
      if (breach !== undefined) issues.push({ ...breach, path: join(path, breach.at) });
    }
  };

  const walkList = (field: ListField, value: readonly unknown[], path: string, secret: boolean): void => {
    for (const [index, item] of value.entries()) walk(field.item, item, `${path}[${index}]`, secret);
    if (value.length < (field.minItems ?? 0)) {
      issues.push({ path, found: `${value.length} items`, allowed: `at least ${field.minItems}` });
    }
    for (const name of field.unique ?? []) {
      const seen = new Map<unknown, number>();
      for (const [index, item] of value.entries()) {
        const key = isObject(item) ? item[name] : undefined;
        if (isAbsent(key) || key === UNKNOWN) continue;
        const first = seen.get(key);
        if (first === undefined) seen.set(key, index);
        else {
          issues.push({
            path: `${path}[${index}].${name}`,
            found: `${show(key, secret)}, as in item ${first}`,
            allowed: "a value that no other item has",
          });
        }
      }
    }
    if (hasUnknown(value) || value.some(isAbsent)) return;
    for (const rule of field.rules ?? []) {
      const breach = rule.check(value as Json[]);
      if (breach !== undefined) issues.push({ ...breach, path: `${path}${breach.at}` });
    }
  };

  walk(body, args, "", false);
  return issues;
}

/** Members that another alternative makes unneeded, and what is wrong with the choice among alternatives. */
function checkAlternatives(
  field: ObjectField,
  value: Record<string, unknown>,
): { unused: Set<string>; broken: Issue[] } {
  const alternatives = field.alternatives ?? [];
  if (alternatives.length === 0) return { unused: new Set(), broken: [] };
  const unused = new Set(alternatives.flat());
  const used = alternatives.filter((names) => names.some((name) => !isAbsent(value[name])));
  const known = used.filter((names) => names.some((name) => !isAbsent(value[name]) && value[name] !== UNKNOWN));
  const spelled = alternatives.map((names) => names.join(", ")).join(" | ");
  if (used.length === 0)
    return { unused, broken: [{ path: "", found: "none of them", allowed: `exactly one of ${spelled}` }] };
  // What is not known yet may turn out to be nothing.
  if (used.length === 1 || known.length < 2) return { unused, broken: [] };
  const names = used.flatMap((each) => each.filter((name) => !isAbsent(value[name])));
  return { unused, broken: [{ path: "", found: names.join(" and "), allowed: `exactly one of ${spelled}` }] };
}

/** The values, with the documented default of each member that is left out. */
function withDefaults(members: Fields, value: Record<string, unknown>): Record<string, unknown> {
  const filled = { ...value };
  for (const [name, member] of Object.entries(members)) {
    if (isAbsent(filled[name]) && member.default !== undefined) filled[name] = member.default;
  }
  return filled;
}

function wrongText(field: TextField, value: unknown): string | undefined {
  if (typeof value !== "string") return describe(field);
  const text = field.ignoresCase ? value.trim() : value;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = field;
  if (text.length < minLength) return minLength === 1 ? "a text that is not empty" : `at least ${minLength} characters`;
  if (text.length > maxLength) return `at most ${maxLength} characters`;
  if (Buffer.byteLength(text) > maxBytes) return `at most ${maxBytes} bytes`;
  return field.format !== undefined && !formats[field.format].fits(text) ? formats[field.format].allowed : undefined;
}

function integerBounds({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `an integer from ${min} to ${max}`;
  if (min !== undefined) return `an integer of at least ${min}`;
  return max === undefined ? "an integer" : `an integer of at most ${max}`;
}

/** What a field accepts, in words. */
export function describe(field: Field): string {
  switch (field.type) {
    case "text":
      return field.format === undefined ? "a text" : formats[field.format].allowed;
    case "integer":
      return integerBounds(field);
    case "boolean":
      return "true or false";
    case "choice":
      return oneOf(field.values);
    case "object":
    case "map":
      return "an object";
    case "json":
      return field.shape === "object" ? "an object" : "any value";
    case "list":
      return "a list";
    case "service":
      return "a resource of this provider that can be deployed";
  }
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? (words[0] as string) : `one of ${words.join(", ")}`;
}

function join(path: string, name: string): string {
  if (name === "") return path;
  return path === "" || name.startsWith("[") ? `${path}${name}` : `${path}.${name}`;
}

/** Whether a secret belongs somewhere in the field: what is given in its place may be one too. */
function holdsSecret(field: Field): boolean {
  if (field.type === "list") return holdsSecret(field.item);
  if (field.type === "map") return holdsSecret(field.value);
  if (field.type !== "object") return false;
  return Object.values(field.members).some(
    (member) => member.secret === true || member.secretWhen !== undefined || holdsSecret(member),
  );
}

const longest = 60;

/** A value for an error text: short, one line, never a secret. */
export function show(value: unknown, secret: boolean): string {
  if (secret) return "a secret value";
  if (isAbsent(value)) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  const safe = text.replace(/\/\/[^/@\s"]+@/g, "//***@");
  return safe.length > longest ? `${safe.slice(0, longest)}… (${String(value).length} characters)` : safe;
}

/** The member that a misspelled name most likely means: the same but for case and underscores, or one edit away. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const plain = (word: string) => word.replace(/_/g, "").toLowerCase();
  return (
    names.find((each) => plain(each) === plain(name)) ?? names.find((each) => isOneEditAway(plain(each), plain(name)))
  );
}

function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}
