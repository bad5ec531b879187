/** Every place in the arguments of a kind where a value stands or could stand, found by its definition. */
import { type Field, isObject, type Value, type Values } from "../../support/provider.js";
import { withValue } from "../../unit/support/argument-places.js";
import { edgeValues } from "./edge-values.js";

export interface Place {
  readonly steps: readonly (string | number)[];
  readonly field: Field;
  /** What contains it. */
  readonly parent: Field;
  readonly value: Value | undefined;
}

export function placesIn(field: Field, value: Value | undefined, steps: readonly (string | number)[] = []): Place[] {
  const inner = (step: string | number, member: Field, each: Value | undefined): Place[] => [
    { steps: [...steps, step], field: member, parent: field, value: each },
    ...placesIn(member, each, [...steps, step]),
  ];
  if (field.type === "object" && isObject(value)) {
    return Object.entries(field.members).flatMap(([name, member]) => inner(name, member, value[name]));
  }
  if (field.type === "array" && Array.isArray(value)) {
    return value.flatMap((item, index) => inner(index, field.item, item));
  }
  if (field.type === "record" && isObject(value)) {
    return Object.entries(value).flatMap(([key, each]) => inner(key, field.value, each));
  }
  return [];
}

/** One change of the arguments: which place, and which of its edge values. */
export type Edit = readonly [place: number, edge: number];

/** The arguments with an edge value at each of these places. */
export function edited(body: Field, args: Values, edits: readonly Edit[], isLeft: (name: string) => boolean): Values {
  return edits.reduce<Values>((values, [pick, edge]) => {
    const places = placesIn(body, values).filter(({ steps }) => !isLeft(String(steps[0])));
    const place = places[pick % places.length];
    if (place === undefined) return values;
    const edges = edgeValues(place.field, place.value);
    const value = edges[edge % edges.length];
    // An array has no holes.
    const isItem = typeof place.steps.at(-1) === "number";
    return withValue(values, place.steps, isItem ? (value ?? null) : value) as Values;
  }, args);
}
