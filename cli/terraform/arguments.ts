import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { type Field, type Fields, type ObjectField, pathTo, wireName } from "../../provider/schema/field.js";
import { isAbsent, isObject, mapMembers, setMember, type Value, type Values } from "../../provider/schema/json.js";
import type { Renamed } from "./counterparts.js";

/** A resource of Terraform's as the arguments and outputs of a kind. */
export interface Translated {
  readonly values: Values;
  /** Attributes with a value that the kind has no argument for, as Terraform writes them. */
  readonly left: readonly string[];
  /** Members that Terraform doesn't have, and that were guessed. */
  readonly guessed: readonly string[];
}

/** Translates the attributes of a resource, by the definition of the kind that is its counterpart. */
export function translate(definition: ResourceDefinition, attributes: Values, renamed: Renamed = {}): Translated {
  const left: string[] = [];
  const guessed: string[] = [];
  const origin = new Map(Object.entries(renamed).map(([from, to]) => [to, from]));
  const assigned = Object.entries(renamed).reduce(
    (values, [from, to]) => moved(values, from.split("."), to),
    attributes,
  );
  const values = membersOf({ ...definition.args, ...definition.outputs }, [], assigned, {
    path: "",
    left: (path) => left.push(origin.get(path) ?? path),
    guessed: (path) => guessed.push(path),
  });
  return { values, left, guessed };
}

interface Report {
  /** Where the value is, as Terraform writes it. */
  readonly path: string;
  left(path: string): void;
  guessed(path: string): void;
}

/** @param choices Members of which one excludes others. */
function membersOf(fields: Fields, choices: readonly string[], values: Values, report: Report): Values {
  const found: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.local) continue;
    const specified = values[wireName(name, {})];
    const here = { ...report, path: pathTo(report.path, wireName(name, {})) };
    const value = !isAbsent(specified)
      ? translated(field, specified, here)
      : choices.includes(name)
        ? undefined
        : onlyValue(field, name, values, here);
    if (value !== undefined) setMember(found, name, value);
  }
  const known = new Set(Object.keys(fields).map((name) => wireName(name, {})));
  for (const [name, value] of Object.entries(values))
    if (!known.has(name) && !isEmpty(value)) report.left(pathTo(report.path, name));
  return found;
}

/** Whether the attribute isn't set, or has Terraform's value for that. */
function isEmpty(value: Value | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isAbsent(value) || value === "" || value === false || (isObject(value) && Object.values(value).every(isEmpty));
}

function translated(field: Field, value: Value, report: Report): Value | undefined {
  if (["json", "record", "object"].includes(field.type) && typeof value === "string") {
    const parsed = jsonIn(value);
    return parsed === undefined ? undefined : translated(field, parsed, report);
  }
  if (field.type === "object" && isObject(value))
    return membersOf(field.members, (field.alternatives ?? []).flat(), withAlternative(field, value), report);
  if (field.type === "record" && isObject(value))
    return mapMembers(value, (each) => (isAbsent(each) ? undefined : translated(field.value, each, report)));
  if (field.type !== "array") return value;
  const { item } = field;
  const items = isObject(value) && item.type === "object" ? itemsOf(item, value, report) : value;
  if (!Array.isArray(items)) return value;
  return items.flatMap((each, index): Value[] => {
    const inner = translated(item, asItem(item, each), { ...report, path: `${report.path}[${index}]` });
    return inner === undefined ? [] : [inner];
  });
}

/** An object whose `type` names one of the members here, with the others inside of that. */
function withAlternative({ alternatives = [] }: ObjectField, value: Values): Values {
  const { type, ...members } = value;
  const named = alternatives.flat().find((name) => wireName(name, {}) === String(type).toLowerCase());
  return named === undefined ? value : { [wireName(named, {})]: members };
}

/** The items of a list that Terraform has as a map: each has its key as `key` or `name`. */
function itemsOf({ members }: ObjectField, values: Values, report: Report): Value[] {
  const key = ["key", "name"].find((name) => name in members);
  if (key === undefined) {
    if (!isEmpty(values)) report.left(report.path);
    return [];
  }
  return Object.entries(values).map(([name, value]) =>
    isObject(value) ? { [key]: name, ...value } : { [key]: name, value: value ?? null },
  );
}

/** An item that Terraform has as an ID alone. */
function asItem(field: Field, value: Value): Value {
  return field.type === "object" && typeof value === "string" && "id" in field.members ? { id: value } : value;
}

function jsonIn(text: string): Value | undefined {
  try {
    const value = JSON.parse(text) as Value;
    return isObject(value) && Object.keys(value).length === 0 ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The value of a required member that Terraform lacks: the only possible one, or an empty one. */
function onlyValue(field: Field, name: string, siblings: Values, report: Report): Value | undefined {
  if (!field.required) return undefined;
  switch (field.type) {
    case "enum":
      if (field.values.length === 1) return field.values[0];
      return name === "provider" ? providerOf(field.values, siblings.url, report) : undefined;
    case "array":
      return (field.minItems ?? 0) > 0 ? undefined : [];
    case "string":
      return field.format === undefined && !field.minLength && !field.identifies && !field.secret ? "" : undefined;
    case "object":
      return field.alternatives === undefined ? membersOf(field.members, [], {}, report) : undefined;
    default:
      return field.type === "boolean" ? false : undefined;
  }
}

/** The service that hosts a git repository. Of those that people host themselves, GitLab is the usual one. */
function providerOf(services: readonly string[], url: Value | undefined, report: Report): string | undefined {
  const host = /^(?:[a-z+]+:\/\/)?(?:[^/@]*@)?([^/:]+)/i.exec(String(url))?.[1]?.toUpperCase() ?? "";
  const found = services.find((each) => host.includes(each));
  if (found === undefined) report.guessed(report.path);
  return found ?? services.at(-1);
}

/** The attributes with what is at a path moved to another one. */
function moved(values: Values, [step = "", ...rest]: readonly string[], to: string): Values {
  if (step.endsWith("[]")) {
    const [list, inner] = [values[step.slice(0, -2)], to.slice(to.indexOf(".") + 1)];
    if (!Array.isArray(list)) return values;
    return { ...values, [step.slice(0, -2)]: list.map((item) => (isObject(item) ? moved(item, rest, inner) : item)) };
  }
  const [value, others] = taken(values, [step, ...rest]);
  return value === undefined ? values : assignedAt(others, to.split("."), value);
}

/** What is at a path, and the values without it. */
function taken(values: Values, [step = "", ...rest]: readonly string[]): [Value | undefined, Values] {
  const value = values[step];
  if (rest.length === 0) {
    const { [step]: _, ...others } = values;
    return [isAbsent(value) ? undefined : value, others];
  }
  if (!isObject(value)) return [undefined, values];
  const [found, inner] = taken(value, rest);
  return [found, { ...values, [step]: inner }];
}

function assignedAt(values: Values, [step = "", ...rest]: readonly string[], value: Value): Values {
  if (rest.length === 0) return { ...values, [step]: value };
  const inner = values[step];
  return { ...values, [step]: assignedAt(isObject(inner) ? inner : {}, rest, value) };
}
