import type { Field } from "../../provider/schema/field.js";
import { at, type Value, type Values } from "../../provider/schema/json.js";

/** Names that a constant of the program cannot have: words of the language, and what every module has already. */
const reserved = new Set(
  `abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do
  else enum eval export exports extends false finally for from function get global globalThis if implements import in
  infinity instanceof interface let module nan never new null number object of package private process promise protected
  public pulumi require return set static string super switch symbol this throw true try type typeof undefined unknown var
  void while with yield __dirname __filename console config options args name constructor prototype tostring valueof
  registeroutputs getdata urn`.split(/\s+/),
);

const maximumLength = 40;

/** Unique names in the program. Names that differ only in case count as equal, since they're also names of files. */
export interface Identifiers {
  /**
   * A name of these words, in camelCase.
   *
   * @param other Words to add if the name is taken or not possible.
   */
  name(words: readonly string[], other: readonly string[]): string;
}

export function newIdentifiers(taken: readonly string[]): Identifiers {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return {
    name(words, other) {
      const isFree = (name: string) => !reserved.has(name.toLowerCase()) && !used.has(name.toLowerCase());
      // A name of digits, or in another script, needs a word before it.
      const base = /^[a-z]/.test(camelCase(words)) ? camelCase(words) : camelCase([...other, ...words]);
      let name = isFree(base) ? base : camelCase([...words, ...other]);
      for (let number = 2; !isFree(name) || !/^[a-z]/.test(name); number += 1) name = `${base}${number}`;
      used.add(name.toLowerCase());
      return name;
    },
  };
}

/** Words of any text as one name in camelCase, of ASCII letters and digits. */
export function camelCase(texts: readonly string[]): string {
  const plain = texts
    .join(" ")
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replaceAll("ß", "ss");
  const words = plain.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const name = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join("");
  return name.slice(0, maximumLength);
}

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
  finish(identifiers: Identifiers): readonly SharedId[];
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
    finish(identifiers) {
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
  const sibling: Value | undefined =
    response?.path === undefined
      ? siblings[member === "id" ? "name" : member.replace(/Id$/, "Name")]
      : at(siblings, response.path.replace(/\.id$/, ".name"));
  return typeof sibling === "string" && sibling.trim() !== "" ? sibling : undefined;
}
