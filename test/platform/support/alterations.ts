/** Random changes of a request body. */
import fc from "fast-check";

export interface Alteration {
  readonly place: number;
  readonly how: "remove" | "replace" | "repeat" | "add";
  readonly value: unknown;
}

/** At most three, with such values in place of others. */
export const alterationsWith = (value: fc.Arbitrary<unknown>) =>
  fc.array(
    fc.record<Alteration>({
      place: fc.nat(),
      how: fc.constantFrom("remove", "replace", "repeat", "add"),
      value,
    }),
    { maxLength: 3 },
  );

type Members = Record<string, unknown>;

/** Every object and list in a value, from the outside in. */
const objectsIn = (value: unknown): Members[] =>
  typeof value === "object" && value !== null ? [value as Members, ...Object.values(value).flatMap(objectsIn)] : [];

/** The body with these changes. A member that is added has one of the names. */
export function altered<T>(body: T, alterations: readonly Alteration[], names: readonly string[] = ["more", "id"]): T {
  const copy = structuredClone(body);
  for (const { place, how, value: specified } of alterations) {
    const objects = objectsIn(copy);
    const members = objects.flatMap((object) => Object.keys(object).map((key) => ({ object, key })));
    const { object, key } = members[place % Math.max(1, members.length)] ?? { object: {} as Members, key: "" };
    const { [key]: inner } = object;
    // A copy, since a later change may be made inside of it.
    const value = structuredClone(specified);
    const added = { [names[place % names.length] ?? ""]: value };
    if (how === "replace") object[key] = value;
    else if (how === "repeat" && Array.isArray(inner)) object[key] = [...inner, ...inner];
    else if (how === "add") Object.assign(objects[place % objects.length] ?? {}, added);
    else delete object[key];
  }
  return copy;
}
