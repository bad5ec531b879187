/** Rules that look at several members of one object at once. */
import type { References } from "./references.js";

/** Reports a violation at a path below the object; "" is the object itself. */
export type Report = (path: string, message: string) => void;

export interface Rule {
  /** The members the rule reads; it is left out while one of them has a violation of its own. */
  readonly reads: readonly string[];
  check(value: Record<string, unknown>, report: Report, references: References): void;
  /** The same rule in JSON Schema, where that can say it. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
}

/** A rule whose function sees the members with their types. */
export function rule<T>(
  reads: readonly (keyof T & string)[],
  check: (value: T, report: Report, references: References) => void,
): Rule {
  return { reads, check: (value, report, references) => check(value as T, report, references) };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Exactly one of the members is given. */
export function exactlyOne(members: readonly string[], what = ""): Rule {
  const list = members.join(", ");
  return {
    reads: members,
    check(value, report) {
      const given = members.filter((member) => isSet(value[member]));
      if (given.length === 0) report("", `needs ${what}exactly one of ${list}`);
      if (given.length > 1) report("", `needs ${what}exactly one of ${list}, but has ${given.join(" and ")}`);
    },
    jsonSchema: { oneOf: members.map((member) => ({ required: [member] })) },
  };
}

/** No two items of an array have the same value in a member. */
export function unique(list: string, member: string): Rule {
  return {
    reads: [list],
    check(value, report) {
      const seen = new Map<unknown, number>();
      for (const [index, item] of ((value[list] ?? []) as Record<string, unknown>[]).entries()) {
        const key = item[member];
        if (!isSet(key)) continue;
        const first = seen.get(key);
        if (first !== undefined) report(`${list}[${index}].${member}`, `is the same as in ${list}[${first}]`);
        else seen.set(key, index);
      }
    },
  };
}
