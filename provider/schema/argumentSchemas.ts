import { z } from "zod";
import { type Rule, rule } from "./checks.js";
import { conditionText, isMet } from "./facts.js";
import type { Fields } from "./field.js";
import { isAbsent } from "./json.js";
import { membersOf } from "./view.js";

/** What arguments are used for. Rules see documented defaults only where the platform will apply them. */
export type Purpose = "create" | "update" | "clone";

/** The schemas of a kind's arguments, by purpose. */
export type ArgumentSchemas = (purpose: Purpose) => z.ZodType;

/**
 * The schemas of a kind's arguments.
 *
 * @param place Arguments that say where the resource is. A clone requires only these; its source supplies the others.
 */
export function argumentSchemas(
  shape: Readonly<Record<string, z.ZodType>>,
  rules: readonly Rule[],
  place: readonly string[],
): ArgumentSchemas {
  const complete = (values: Record<string, unknown>) => withDefaults(membersOf(shape), values);
  const build = {
    create: () => z.strictObject(shape).check(...rules.map((each) => rule(each, complete))),
    update: () => z.strictObject(shape).check(...rules.map((each) => rule(each))),
    clone: () => z.strictObject(optionalBut(place, shape)).check(...rules.map((each) => rule(each))),
  };
  const built = new Map<Purpose, z.ZodType>();
  return (purpose) => {
    const schema = built.get(purpose) ?? build[purpose]();
    built.set(purpose, schema);
    return schema;
  };
}

function optionalBut(names: readonly string[], shape: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, names.includes(name) ? schema : schema.optional()]),
  );
}

/** The rules that members state about themselves: by the values of others, they are required. */
export function requiredWhere(members: Fields): Rule[] {
  return Object.entries(members).flatMap(([name, { when: { required } = {} }]) => {
    if (required === undefined) return [];
    const says = conditionText(required).replace(/(\w+) is /g, "`$1` is ");
    const violation = { path: [name], expected: `is required, since ${conditionText(required)}`, got: "nothing" };
    return {
      reads: [...Object.keys(required), name],
      says: `\`${name}\` is required where ${says}.`,
      check: (values) => (isMet(required, values) === true && isAbsent(values[name]) ? violation : undefined),
    };
  });
}

/** The values, with the documented default of each omitted member. */
export function withDefaults(members: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const complete = { ...values };
  for (const [name, member] of Object.entries(members)) {
    if (member.default !== undefined) complete[name] ??= member.default;
  }
  return complete;
}
