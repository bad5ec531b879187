import type { ResourceDefinition } from "../definition/kind.js";
import { withValueAt } from "../schema/equality.js";
import { isIgnored, isMet } from "../schema/facts.js";
import {
  type Field,
  type Fields,
  fieldAt,
  isProbablyMaskedSecret,
  isSecretMember,
  mapInside,
  maskOf,
  type ObjectField,
  type PathStep,
  valueAt,
} from "../schema/field.js";
import {
  clean,
  isAbsent,
  isObject,
  mapMembers,
  omit,
  sameJson,
  UNKNOWN,
  type Value,
  type Values,
} from "../schema/json.js";
import { isSameAsOmitted } from "../values/compare.js";
import { type Issue, validate } from "../values/validate.js";

/** The arguments with which a program adopts or imports an existing resource without changing it. */
export interface SpecifiedArguments {
  /** Without those whose omission means the same. Secrets that the platform masks are `UNKNOWN`. */
  readonly args: Values;
  /** Values that don't fit the definition, so a program can't set them: omitted if possible. */
  readonly violations: readonly UnsupportedValue[];
}

export interface UnsupportedValue extends Issue {
  readonly isOmitted: boolean;
}

/** The arguments for a resource, with its name, without the `shared` ones, which have the same value in the whole environment. */
export function specifiedArguments(
  definition: ResourceDefinition,
  values: Values,
  shared: readonly string[] = [],
): SpecifiedArguments {
  const plain = clean(values) as Values;
  return fitting(definition, membersOf(omit(definition.args, shared), plain, []), plain);
}

function membersOf(members: Fields, values: Values, choices: readonly string[]): Values {
  return mapMembers(members, (field, name) => {
    const value = values[name];
    // A masked `null` was omitted when the response was read.
    const isMasked = !isIgnored(field, values) && isSecretMember(field, values) && (value ?? null) === maskOf(field);
    if (isMasked || isProbablyMaskedSecret(field, values, value)) return UNKNOWN;
    return isSpecified(field, value, values, choices.includes(name)) ? argumentOf(field, value as Value) : undefined;
  });
}

function isSpecified(field: Field, value: Value | undefined, siblings: Values, isChoice: boolean): boolean {
  if (isAbsent(value) || field.local || field.whenOmitted?.isAssigned) return false;
  if (isIgnored(field, siblings)) return false;
  if (field.when?.allowed !== undefined && isMet(field.when.allowed, siblings) === false) return false;
  // Of several alternatives, the one in use must always be set.
  return field.required || isChoice || field.identifies !== undefined || !impliedByOmission(field, value, siblings);
}

/** Whether omitting the member leads to the same value. */
function impliedByOmission(field: Field, value: Value, siblings: Values): boolean {
  if (isSameAsOmitted(field, value)) return true;
  const { by: defaultBy, mayBe, description } = field.whenOmitted ?? {};
  const chosen = defaultBy === undefined ? undefined : siblings[defaultBy.sibling];
  if (typeof chosen === "string" && sameJson(defaultBy?.values[chosen], value)) return true;
  if (mayBe !== undefined && new RegExp(mayBe).test(String(value))) return true;
  if (field.default !== undefined || description !== undefined) return false;
  const isEmpty = Array.isArray(value) ? value.length === 0 : value === "";
  return isEmpty || (field.type === "record" && sameJson(value, {}));
}

function argumentOf(field: Field, value: Value): Value {
  if (field.type === "object" && isObject(value)) {
    return membersOf(field.members, value, (field.alternatives ?? []).flat());
  }
  return field.type === "array" ? mapInside(field, value, (each) => argumentOf(each.field, each.value)) : value;
}

/** The arguments without values that don't fit the definition: the platform may be newer than the provider. */
function fitting(definition: ResourceDefinition, args: Values, values: Values): SpecifiedArguments {
  const violations: UnsupportedValue[] = [];
  let fit = args;
  for (;;) {
    const known = violations.map(({ path }) => path);
    const issue = validate(definition, fit, "update").find(({ path }) => !known.includes(path));
    if (issue === undefined) return { args: fit, violations };
    const steps = stepsOf(issue.path);
    // If the other arguments require the member, an empty value is still a value.
    const isMissing = isAbsent(steps.reduce<Value | undefined>(valueAt, fit));
    if (isMissing && steps.reduce<Value | undefined>(valueAt, values) === "") {
      fit = withValueAt(fit, steps, "") as Values;
      continue;
    }
    // A rule requires a secret that no response contains, so there must be one.
    const field = steps.reduce<Field | undefined>((outer, step) => outer && fieldAt(outer, step), definition.body);
    if (isMissing && field?.secret === true && field.returned === "never") {
      fit = withValueAt(fit, steps, UNKNOWN) as Values;
      continue;
    }
    const omittable = omittablePath(definition.body, steps);
    if (omittable !== undefined) fit = withValueAt(fit, omittable, undefined) as Values;
    violations.push({ ...issue, isOmitted: omittable !== undefined });
  }
}

function stepsOf(path: string): PathStep[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

/** The longest path on the way to a member that a program may omit. */
function omittablePath(body: ObjectField, steps: readonly PathStep[]): readonly PathStep[] | undefined {
  let field: Field | undefined = body;
  let found: readonly PathStep[] | undefined;
  for (const [index, step] of steps.entries()) {
    const alternatives: readonly string[] = field?.type === "object" ? (field.alternatives ?? []).flat() : [];
    field = field && fieldAt(field, step);
    if (field === undefined) return found;
    const isOptional = typeof step === "string" && !field.required && !alternatives.includes(step);
    if (isOptional && !field.inPath) found = steps.slice(0, index + 1);
  }
  return found;
}
