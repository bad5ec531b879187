import type { Field } from "../../provider/schema/field.js";
import { at, type Value, type Values } from "../../provider/schema/json.js";
import { camelCase, type Identifiers } from "./identifiers.js";

/** An ID that several arguments have, such as that of a registry. */
export interface SharedId {
  readonly variable: string;
  readonly value: string;
  /** Its name on the platform, if responses show it. */
  readonly label?: string;
}

export interface SharedIds {
  /** The constants that the program has in any case, by their names. */
  readonly fixed: ReadonlyMap<string, SharedId>;
  /** Counts an ID at a place. */
  found(id: string, base: string, label: string | undefined): void;
  /** The IDs that were found more than once, once all are found. */
  settle(identifiers: Identifiers): readonly SharedId[];
  /** The shared ID with this value. */
  of(id: string): SharedId | undefined;
}

export function newSharedIds(constants: readonly SharedId[] = []): SharedIds {
  const counts = new Map<string, { count: number; readonly base: string; readonly label: string | undefined }>();
  const shared = new Map<string, SharedId>();
  return {
    fixed: new Map(constants.map((each) => [each.variable, each])),
    found(id, base, label) {
      const known = counts.get(id);
      if (known === undefined) counts.set(id, { count: 1, base, label });
      else known.count += 1;
    },
    settle(identifiers) {
      const several = [...counts].filter(([, { count }]) => count > 1);
      for (const [value, { base, label }] of several) {
        const isOnly = several.filter(([, other]) => other.base === base).length === 1;
        const variable = identifiers.name(isOnly ? [base] : [label ?? "", base], ["id"]);
        shared.set(value, { variable, value, ...(label === undefined ? {} : { label }) });
      }
      return [...shared.values()];
    },
    of: (id) => shared.get(id),
  };
}

/** What an ID in an argument is called: `registryId`; `labelsGroupId` for the `id` in an item of `labelsGroups`. */
export function idName(member: string, parent: string): string {
  return member === "id" ? camelCase([parent.replace(/s$/, ""), "id"]) : member;
}

/** The name of the resource with an ID, which responses contain next to it. */
export function labelOfId(member: string, { response }: Field, siblings: Values): string | undefined {
  const beside: Value | undefined =
    response?.path === undefined
      ? siblings[member === "id" ? "name" : member.replace(/Id$/, "Name")]
      : at(siblings, response.path.replace(/\.id$/, ".name"));
  return typeof beside === "string" && beside.trim() !== "" ? beside : undefined;
}
