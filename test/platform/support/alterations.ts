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

type Holder = Record<string, unknown>;

/** Every object and list in a value, from the outside in. */
const holdersIn = (value: unknown): Holder[] =>
  typeof value === "object" && value !== null ? [value as Holder, ...Object.values(value).flatMap(holdersIn)] : [];

/** The body with these changes. A member that is added has one of the names. */
export function altered<T>(body: T, alterations: readonly Alteration[], names: readonly string[] = ["more", "id"]): T {
  const copy = structuredClone(body);
  for (const { place, how, value: specified } of alterations) {
    const holders = holdersIn(copy);
    const members = holders.flatMap((holder) => Object.keys(holder).map((key) => ({ holder, key })));
    const { holder, key } = members[place % Math.max(1, members.length)] ?? { holder: {} as Holder, key: "" };
    const { [key]: inner } = holder;
    // A copy, since a later change may be made inside of it.
    const value = structuredClone(specified);
    const added = { [names[place % names.length] ?? ""]: value };
    if (how === "replace") holder[key] = value;
    else if (how === "repeat" && Array.isArray(inner)) holder[key] = [...inner, ...inner];
    else if (how === "add") Object.assign(holders[place % holders.length] ?? {}, added);
    else delete holder[key];
  }
  return copy;
}
