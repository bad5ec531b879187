import type { ResourceDefinition } from "../definition/kind.js";
import type { Field } from "../schema/field.js";
import { isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { withoutEmptyOutputs } from "../values/wire.js";

/** A resource before an update. */
interface Before {
  readonly state: Values;
  /** What the program specified. */
  readonly specified: Values;
}

/**
 * The outputs that a preview knows after a create or an update: what the program sets, and what it has always left to the platform. All
 * others are unknown, also inside of objects.
 */
export function previewedOutputs({ args, outputs }: ResourceDefinition, specified: Values, before?: Before): Values {
  const known = Object.entries(args).map(([name, field]) => {
    const value = specified[name];
    if (value !== undefined && value !== null) return [name, previewed(field, value)] as const;
    if (field.local || value === null) return [name, value] as const;
    const isLeftAlone = before !== undefined && before.specified[name] === undefined;
    return [name, isLeftAlone ? before.state[name] : UNKNOWN] as const;
  });
  const others = Object.entries(outputs).map(([name, { returned }]) => {
    return [name, returned === "once" && before !== undefined ? before.state[name] : UNKNOWN] as const;
  });
  return withoutEmptyOutputs(Object.fromEntries([...known, ...others]));
}

function previewed(field: Field, value: Value): Value {
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => previewed(field.item, item));
  if (field.type !== "object" || !isObject(value)) return value;
  const { members, responseOnly = {}, alternatives = [] } = field;
  const choices = alternatives.flat();
  const assigned = Object.keys({ ...members, ...responseOnly }).filter((name) => !choices.includes(name));
  const specified = Object.entries(value).map(([name, inner]) => {
    const member = members[name];
    return [name, member === undefined || inner === undefined ? inner : previewed(member, inner)] as const;
  });
  return { ...Object.fromEntries(assigned.map((name) => [name, UNKNOWN])), ...Object.fromEntries(specified) };
}
