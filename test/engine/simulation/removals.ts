/**
 * The model of what the platform must have of optional arguments: as given; default or cleared once the program has dropped what
 * it gave; never touched if it was never given.
 */
import type { OptionalArgument } from "../../kinds/simulationRecord.js";
import { type EndpointSet, sameJson, type Value, type Values } from "../../support/provider.js";
import { can, simulated } from "./kinds.js";
import { optionsOf, removedOnPlatform, specifiedOnPlatform, valueAt } from "./optional.js";
import type { Declared } from "./program.js";
import type { Ending, Kept, Step } from "./step.js";

/** What the stack knows that the program gave of one resource. */
interface Specified {
  /** By the last create or update. */
  recorded: ReadonlySet<string>;
  /** Since then, without a difference to the platform: a refresh forgets it. */
  unrecorded: ReadonlySet<string>;
}

export function isMentioned({ mentions = {} }: Declared, { place }: OptionalArgument): boolean {
  return mentions[place] === "given";
}

/** Whether the program says what the argument is to be, if only that it is to be nothing. */
const isStated = (declared: Declared, option: OptionalArgument) =>
  isMentioned(declared, option) || (option.isClearedByNull === true && declared.mentions?.[option.place] === "null");
const specifiedNow = (declared: Declared) => optionsOf(declared).filter((option) => isStated(declared, option));
const desiredOf = (declared: Declared, option: OptionalArgument): Value =>
  isMentioned(declared, option) ? specifiedOnPlatform(option) : removedOnPlatform(option, declared);
const places = (options: readonly OptionalArgument[]) => options.map(({ place }) => place);

export function newRemovals(set: EndpointSet) {
  /** By id and place; what is not here is not known for certain. */
  const values = new Map<string, Map<string, Value>>();
  const specified = new Map<string, Specified>();
  const unseen = new Map<string, Set<string>>();
  /** What was created or adopted, and is not in the state yet: what the same name gave of the same resource before does not count. */
  const fresh = new Set<string>();

  const valuesOf = (id: string) => {
    const known = values.get(id) ?? new Map<string, Value>();
    values.set(id, known);
    return known;
  };
  const nameOf = (key: string, id: string) => `${key} ${id}`;
  const previouslySpecified = (key: string, id: string): readonly string[] => {
    const known = fresh.has(nameOf(key, id)) ? undefined : specified.get(nameOf(key, id));
    return known === undefined ? [] : [...known.recorded, ...known.unrecorded];
  };
  const setAll = (id: string, declared: Declared) => {
    for (const option of optionsOf(declared)) valuesOf(id).set(option.place, desiredOf(declared, option));
  };

  const updated = (declared: Declared, id: string) => {
    const before = previouslySpecified(declared.key, id);
    for (const option of optionsOf(declared)) {
      const { place } = option;
      if (isStated(declared, option)) {
        // An argument that the program does not change is not set back where nobody has seen that it is another one.
        if (unseen.get(id)?.has(place)) valuesOf(id).delete(place);
        else valuesOf(id).set(place, desiredOf(declared, option));
      } else if (before.includes(place)) valuesOf(id).set(place, removedOnPlatform(option, declared));
    }
  };

  const created = (declared: Declared, id: string) => {
    const { kind, cloneOf, adoptId } = declared;
    const isExisting = simulated(kind).isSingle === true;
    const isNew = adoptId !== id && cloneOf === undefined && !isExisting;
    // What cannot be read first is saved as a whole: what the program does not give returns to its default, as the warning says.
    const isReset = isExisting && !can(kind, "read", set);
    if (isNew || isReset) setAll(id, declared);
    else for (const option of specifiedNow(declared)) valuesOf(id).set(option.place, desiredOf(declared, option));
  };

  return {
    began({ doing, key, declared, id = declared?.adoptId }: Step): void {
      fresh.delete(nameOf(key, id ?? ""));
      if (declared === undefined || id === undefined || (doing !== "create" && doing !== "update")) return;
      // Until it ends well, nobody knows whether it has arrived.
      for (const place of [...places(specifiedNow(declared)), ...previouslySpecified(declared.key, id)])
        valuesOf(id).delete(place);
    },
    ended({ doing, declared }: Step, ending: Ending): void {
      if (ending.sort !== "done") return;
      const { id } = ending;
      if (declared === undefined || (doing !== "create" && doing !== "update")) return;
      if (doing === "create") fresh.add(nameOf(declared.key, id));
      if (doing === "create") created(declared, id);
      else updated(declared, id);
    },
    /** What a create or update ended with is in the state: a crash before that loses it. */
    kept(declared: Declared, id: string): void {
      fresh.delete(nameOf(declared.key, id));
      specified.set(nameOf(declared.key, id), {
        recorded: new Set(places(specifiedNow(declared))),
        unrecorded: new Set(),
      });
    },
    /** What a refresh read is in the state. */
    refreshed({ key, id }: Pick<Kept, "key" | "id">): void {
      unseen.delete(id);
      const known = specified.get(nameOf(key, id));
      if (known !== undefined) known.unrecorded = new Set();
    },
    /** A run found nothing to do. */
    unchanged(declared: Declared, id: string): void {
      const known = specified.get(nameOf(declared.key, id)) ?? { recorded: new Set(), unrecorded: new Set() };
      const added = places(specifiedNow(declared)).filter((place) => !known.recorded.has(place));
      known.unrecorded = new Set([...known.unrecorded, ...added]);
      specified.set(nameOf(declared.key, id), known);
    },
    madeByConsole: setAll,
    /** The console sets an argument; the value, if it is an optional one. */
    setByConsole(id: string, place: string, value?: Value): void {
      if (value !== undefined) valuesOf(id).set(place, value);
      unseen.set(id, new Set([...(unseen.get(id) ?? []), place]));
    },
    /** What differs from what must be, in words, for what the program does not give. */
    differences(declared: Declared, id: string, config: Values | undefined): string[] {
      const before = previouslySpecified(declared.key, id);
      return optionsOf(declared).flatMap((option) => {
        const { place, platformPlace } = option;
        if (isMentioned(declared, option)) return [];
        const isRemoved = before.includes(place);
        const expected = isRemoved ? removedOnPlatform(option, declared) : values.get(id)?.get(place);
        const have = (valueAt(config, platformPlace) ?? null) as Value;
        if (expected === undefined || sameJson(have, expected)) return [];
        const why = isRemoved ? "the program dropped it" : "the program does not give it";
        return [`${place} is ${JSON.stringify(have)}, not ${JSON.stringify(expected)}, though ${why}`];
      });
    },
    /** Whether the platform may have another value than the state knows. */
    isUnseen: (id: string, place: string) => unseen.get(id)?.has(place) === true,
  };
}
