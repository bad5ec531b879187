/** Rules that look at several members of one object at once. */
import type { z } from "zod";
import { isObject } from "./values.js";

export type Path = readonly (string | number)[];
/** Reports a violation at a path below the object; the empty path is the object itself. */
export type Report = (path: Path, message: string) => void;

export interface Rule<T> {
  /** The members that the rule reads; it does not run while one of them has a violation of its own. */
  readonly reads: readonly string[];
  check(value: T, report: Report): void;
  /** The same rule in JSON Schema, where that can express it. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
}

export function rule<T>(
  reads: readonly (keyof T & string)[],
  check: Rule<T>["check"],
  jsonSchema?: Rule<T>["jsonSchema"],
): Rule<T> {
  return { reads, check, ...(jsonSchema && { jsonSchema }) };
}

/**
 * An object schema with its rules. All rules run in one check, so a violation of one rule does not stop the next
 * one. They also run if other members are invalid, so all violations are reported at once.
 */
export function withRules<S extends z.ZodRawShape>(
  object: z.ZodObject<S>,
  ...rules: readonly Rule<z.output<z.ZodObject<S>>>[]
): z.ZodObject<S> {
  return object
    .superRefine(
      (value, context) => {
        const refused = new Set(context.issues.map(({ path }) => path?.[0]));
        const report: Report = (path, message) => context.addIssue({ code: "custom", path: [...path], message });
        for (const { reads, check } of rules) {
          if (!reads.some((member) => refused.has(member))) check(value, report);
        }
      },
      { when: ({ value }) => isObject(value) },
    )
    .meta(together(rules));
}

/** One schema for what several say. */
function together(rules: readonly Pick<Rule<never>, "jsonSchema">[]): Record<string, unknown> {
  const [schema = {}, ...others] = rules.flatMap(({ jsonSchema }) => (jsonSchema === undefined ? [] : [jsonSchema]));
  // Next to the members of the object, where that repeats none of its own keywords.
  const isSeparate = Object.keys(schema).every((keyword) => keyword === "oneOf" || keyword === "anyOf");
  return isSeparate && others.length === 0 ? schema : { allOf: [schema, ...others] };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The members that an object has in one of several ways. */
export interface Way {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

const isSpecified = { not: { type: "null" } };
/** In the members of an object: not there, or null. */
export const isOmitted = { type: "null" };
const all = (members: readonly string[], schema: object) => Object.fromEntries(members.map((each) => [each, schema]));

/** An object that has these members, in JSON Schema. */
export function has(...members: readonly string[]): Record<string, unknown> {
  return { required: members, properties: all(members, isSpecified) };
}

/** An object with the members of one of these ways, in JSON Schema. */
export function inOneOf(ways: readonly Way[], members = ways.flatMap(membersOf)): Record<string, unknown> {
  const alternatives = ways.map((way) => ({
    required: way.required,
    properties: {
      ...all(way.required, isSpecified),
      ...all(
        members.filter((each) => !membersOf(way).includes(each)),
        isOmitted,
      ),
    },
  }));
  return alternatives.length === 1 ? { ...alternatives[0] } : { anyOf: alternatives };
}

export function membersOf({ required, optional = [] }: Way): readonly string[] {
  return [...required, ...optional];
}

/**
 * An object must have the members of the way that one of its members names, and no others of these. If it omits that member, the way is the first one
 * of which it has a member.
 */
export function membersBy(by: string, ways: Readonly<Record<string, Way>>): Rule<object> {
  const named = Object.entries(ways);
  const members = [...new Set(named.flatMap(([, way]) => membersOf(way)))];
  return {
    reads: [by],
    check(value, report) {
      const specified = value as Record<string, unknown>;
      const isIn = ([, way]: readonly [string, Way]) => membersOf(way).some((member) => isSet(specified[member]));
      const chosen = specified[by] ?? (named.find(isIn) ?? named[0])?.[0];
      const { [String(chosen)]: way = { required: [] } } = ways;
      for (const member of members) {
        const isDue = way.required.includes(member);
        if (isDue && !isSet(specified[member])) report([member], `is required for the ${by} ${chosen}`);
        if (isSet(specified[member]) && !membersOf(way).includes(member))
          report([member], `isn't a member for the ${by} ${chosen}`);
      }
    },
    jsonSchema: {
      anyOf: named.map(([name, way]) => {
        const { properties, ...others } = inOneOf([way], members);
        return { ...others, properties: { [by]: { enum: [name, null] }, ...(properties as object) } };
      }),
    },
  };
}

/** Exactly one of the members is given. */
export function exactlyOne<K extends string>(...members: readonly K[]): Rule<{ [M in K]?: unknown }> {
  const list = members.join(", ");
  return {
    reads: members,
    check(value, report) {
      const specified = members.filter((member) => isSet(value[member]));
      if (specified.length === 0) report([], `must have exactly one of ${list}`);
      if (specified.length > 1) report([], `must have exactly one of ${list}; got ${specified.join(" and ")}`);
    },
    jsonSchema: oneSpecified(members),
  };
}

/** Exactly one of the members is there and not null, in JSON Schema. */
export function oneSpecified(members: readonly string[]): Record<string, unknown> {
  return {
    oneOf: members.map((member) => has(member)),
  };
}

/** No two items of an array have the same value in a member. */
export function unique<L extends string, M extends string>(
  list: L,
  member: M,
): Rule<{ [K in L]: readonly { [K in M]: unknown }[] }> {
  return {
    reads: [list],
    check(value, report) {
      const seen = new Map<unknown, number>();
      for (const [index, item] of value[list].entries()) {
        const key = item[member];
        if (!isSet(key)) continue;
        const first = seen.get(key);
        if (first !== undefined) report([list, index, member], `is the same as in ${list}[${first}]`);
        else seen.set(key, index);
      }
    },
  };
}
