/** The arguments that a program may give, drop and give again, and where they are. */
import type { Content, OptionalArgument } from "../../kinds/simulationRecord.js";
import type { Value, Values } from "../../support/provider.js";
import { type KindName, simulated } from "./kinds.js";

/** Those of one resource: a clone gives only what no other argument contains. */
export function optionsOf({
  kind,
  cloneOf,
}: {
  readonly kind: KindName;
  readonly cloneOf?: string | undefined;
}): readonly OptionalArgument[] {
  const { optional = [] } = simulated(kind);
  return cloneOf === undefined ? optional : optional.filter(({ place }) => !place.includes("."));
}

export const specifiedOnPlatform = ({ value, platformValue = value }: OptionalArgument): Value => platformValue;

export const removedOnPlatform = ({ removed }: OptionalArgument, content: Content): Value =>
  typeof removed === "function" ? removed(content) : removed;

export function valueAt(values: unknown, place: string): unknown {
  return place.split(".").reduce<unknown>((known, name) => (known as Values | undefined | null)?.[name], values);
}

/** The values with another one at a place; what contains the place comes into being where it is missing. */
export function withValueAt(values: Values, place: string, value: Value): Values {
  return placed(values, place.split("."), value) as Values;
}

function placed(known: Value | undefined, [name, ...rest]: readonly string[], value: Value): Value {
  if (name === undefined) return value;
  if (Array.isArray(known)) {
    return known.map((item, index) => (index === Number(name) ? placed(item, rest, value) : item));
  }
  const members = (known ?? {}) as Values;
  return { ...members, [name]: placed(members[name], rest, value) };
}
