import { z } from "zod";
import { type Rule, rule } from "./checks.js";
import type { Fields } from "./field.js";
import { isAbsent, isObject, UNKNOWN } from "./json.js";
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

/** The values, with the documented default of each omitted member. */
export function withDefaults(members: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const complete = { ...values };
  for (const [name, member] of Object.entries(members)) {
    if (member.default !== undefined) complete[name] ??= member.default;
  }
  return complete;
}

type Shape = Readonly<Record<string, z.ZodType>>;
type Infer<S extends Shape> = z.infer<z.ZodObject<S, z.core.$strict>>;
type Names<G extends readonly Shape[]> = Extract<{ [I in keyof G]: keyof G[I] }[number], string>;
type Variant<G extends readonly Shape[], Used extends Shape> = Infer<Used> & {
  [K in Exclude<Names<G>, keyof Used>]?: undefined;
};

/** The plain type of an object in which exactly one group of members is used. */
type OneOf<S extends Shape, G extends readonly Shape[]> = ([keyof S] extends [never] ? unknown : Infer<S>) &
  { [I in keyof G]: Variant<G, G[I]> }[number];

/**
 * An object in which exactly one group of members is used: `oneOf({ shared }, { image }, { docker })`.
 *
 * A group is used if one of its members is given. The others are then required, unless they are optional.
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
      const got = wrongChoice(alternatives, value as Record<string, unknown>);
      const expected = `must have exactly one of ${alternatives.map((names) => names.join(", ")).join(" | ")}`;
      if (got !== undefined) context.addIssue({ code: "custom", path: [], params: { expected, got } });
      for (const name of missing(required, value as Record<string, unknown>))
        context.addIssue({ code: "custom", path: [name], params: { expected: "is required", got: "nothing" } });
    },
    { when: ({ value }) => isObject(value) },
  );
  return z.strictObject(shape).check(check).meta({ alternatives }) as unknown as z.ZodType<OneOf<S, G>>;
}

/** Required members that are omitted beside others of their group. */
function missing(
  required: readonly (readonly string[])[],
  value: Readonly<Record<string, unknown>>,
): readonly string[] {
  const absent = required.map((names) => names.filter((name) => isAbsent(value[name])));
  return absent.filter((names, index) => names.length < (required[index]?.length ?? 0)).flat();
}

/** What is given instead of exactly one group; nothing if the choice is valid or not known yet. */
function wrongChoice(
  alternatives: readonly (readonly string[])[],
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  const given = (names: readonly string[]) => names.filter((name) => !isAbsent(value[name]));
  const used = alternatives.filter((names) => given(names).length > 0);
  if (used.length === 0) return "none of them";
  // An unknown value may turn out to be omitted.
  const known = used.filter((names) => given(names).some((name) => value[name] !== UNKNOWN));
  return used.length > 1 && known.length > 1 ? used.flatMap(given).join(" and ") : undefined;
}
