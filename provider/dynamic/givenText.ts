import type { StoredResource } from "../lifecycle/requests.js";
import type { Field, ObjectField } from "../schema/field.js";
import { sameJson, type Value, type Values } from "../schema/json.js";
import { type Given, type GivenMembers, isPerItem, itemMark, placeMark, withSecretKeys } from "../values/given.js";
import {
  GIVEN,
  hintsApart,
  MANAGED,
  NORMALIZED,
  normalizedFrom,
  type ProgramHints,
  secretsIn,
  withoutRevision,
} from "../values/hints.js";
import { revisionOf } from "../values/serviceSelection.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { DECLARED, LOOKUPS, type LookupAddresses, PROVIDER, RESOURCE_NAME, readLookups } from "./properties.js";

/** Precedes a required member that isn't set, such as an argument that an adopted resource doesn't need. */
const notGiven = "!";

/**
 * Writes set members as text, without the required ones: `cpu,ports(@8080(name),@9090)`. Every resource sets these, and the engine writes
 * all states in each step.
 */
export function writeGiven(body: ObjectField, given: GivenMembers): string {
  return write(shorten(body, given) as GivenMembers);
}

export function parseGiven(body: ObjectField, text: string): GivenMembers {
  const [lastText, last] = lastParsed.get(body) ?? [];
  if (last !== undefined && lastText === text) return last;
  const given = complete(body, parse(text)) as GivenMembers;
  lastParsed.set(body, [text, given]);
  return given;
}

/** Reads the text in a state with these values. */
function givenIn(body: ObjectField, text: string, values: Values): GivenMembers {
  const given = parseGiven(body, text);
  return text.includes(placeMark) ? withSecretKeys(body, given, values) : given;
}

/** The last text of each kind and its meaning: resources of a kind often set the same members. */
const lastParsed = new WeakMap<ObjectField, readonly [string, GivenMembers]>();

function write(given: GivenMembers): string {
  return Object.entries(given)
    .map(([name, inner]) => (inner === true ? name : `${name}(${write(inner)})`))
    .join(",");
}

function parse(text: string): GivenMembers {
  const stack: Record<string, Given>[] = [{}];
  for (const [, name = "", mark] of text.matchAll(/([^(),]*)([(),]|$)/g)) {
    const top = stack.at(-1) as Record<string, Given>;
    if (mark === "(") {
      const inner: Record<string, Given> = {};
      top[name] = inner;
      stack.push(inner);
    } else {
      if (name !== "") top[name] = true;
      if (mark === ")") stack.pop();
    }
  }
  return stack[0] as GivenMembers;
}

/** Omits required members about which nothing else is to be said. */
function shorten(field: Field, given: Given): Given {
  return convert(field, given, (object, own) => {
    const { members } = object;
    const short = Object.entries(own).map(([name, inner]): [string, Given] => {
      const member = members[name];
      return [name, member === undefined ? inner : shorten(member, inner)];
    });
    const missing = Object.entries(members).filter(([name]) => isOmitted(object, name) && own[name] === undefined);
    return {
      ...Object.fromEntries(
        short.filter(([name, inner]) => !isOmitted(object, name) || !isImplied(members[name], inner)),
      ),
      ...Object.fromEntries(missing.map(([name]): [string, Given] => [`${notGiven}${name}`, true])),
    };
  });
}

/** Whether the text omits a member that is set. Alternatives aren't omitted, unless all others were added in a later version. */
function isOmitted({ members, alternatives = [] }: ObjectField, name: string): boolean {
  const { required, wasRequired = false } = members[name] ?? {};
  return wasRequired || (required === true && !alternatives.flat().includes(name));
}

function isImplied(field: Field | undefined, short: Given): boolean {
  return field !== undefined && sameJson(short, impliedBy(field));
}

/** What the text of an omitted required member would be. */
function impliedBy(field: Field): Given {
  const hasMembers = field.type === "object" || (field.type === "array" && field.item.type === "object");
  return hasMembers ? {} : true;
}

/** Adds the omitted required members. */
function complete(field: Field, short: Given): Given {
  return convert(field, short, (object, own) => {
    const { members } = object;
    const isGiven = ([name]: [string, Field]) =>
      own[name] !== undefined || (isOmitted(object, name) && own[`${notGiven}${name}`] === undefined);
    const unknown = Object.entries(own).filter(([name]) => members[name] === undefined && !name.startsWith(notGiven));
    const known = Object.entries(members)
      .filter(isGiven)
      .map(([name, member]): [string, Given] => [name, complete(member, own[name] ?? impliedBy(member))]);
    return Object.fromEntries([...known, ...unknown]);
  });
}

/**
 * Converts the members of an object, or those that all items of an array set. Single items aren't converted, since they rarely have
 * required members of their own. An array without items isn't either, since it may be empty.
 */
function convert(
  field: Field,
  given: Given,
  members: (field: ObjectField, given: GivenMembers) => GivenMembers,
): Given {
  if (given === true) return true;
  if (field.type === "object") return members(field, given);
  if (field.type !== "array" || field.item.type !== "object" || !isPerItem(given)) return given;
  const items = Object.entries(given).filter(([name]) => name.startsWith(itemMark));
  const common = Object.entries(given).filter(([name]) => !name.startsWith(itemMark));
  return { ...Object.fromEntries(items), ...members(field.item, Object.fromEntries(common)) };
}

/** A resource as the engine passes it: arguments or outputs, and the provider's own properties. */
export interface DynamicInput {
  readonly values: Values;
  readonly text: Value | undefined;
  /** Which arguments the program sets, as the state describes them. */
  readonly managed: string | undefined;
  readonly revision: string | undefined;
  readonly normalized: Values | undefined;
  /** Names of the arguments that the program marks as secret; for outputs, those that it had marked when they were written. */
  readonly secrets: readonly string[];
  readonly urn: string | undefined;
  readonly resourceName: string | undefined;
  readonly lookups: LookupAddresses;
  /** Names of the arguments that depend on resources outside of this run. */
  readonly pending: readonly string[];
  readonly hints: ProgramHints;
}

/** Whether these are outputs of the native provider. The engine can't pass them to this door until an update has converted them. */
export function isNative(outputs: Values): boolean {
  return !(PROVIDER in outputs || MANAGED in outputs);
}

/** Separates arguments or outputs from the own properties of both doors. Those of the native provider are dropped. */
export function dynamicInput(given: Values): DynamicInput {
  const { [PROVIDER]: text, [MANAGED]: managed, [DECLARED]: urn, ...others } = given;
  const { [LOOKUPS]: lookups, [RESOURCE_NAME]: resourceName, deployable: _, [GIVEN]: _given, ...known } = others;
  const { [NORMALIZED]: normalized, ...rest } = known;
  const { values, hints } = hintsApart(rest);
  return {
    values,
    text,
    managed: textOrNothing(managed),
    revision: revisionOf(given),
    normalized: normalizedFrom(normalized),
    secrets: [...hints.secrets, ...secretsIn(managed)],
    urn: textOrNothing(urn),
    resourceName: textOrNothing(resourceName),
    lookups: readLookups(lookups),
    pending: hints.pending,
    hints,
  };
}

function textOrNothing(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function storedIn(body: ObjectField, { values, managed, revision, normalized }: DynamicInput): StoredResource {
  return {
    values: withoutEmptyOutputs(values),
    given: managed === undefined ? undefined : givenIn(body, withoutRevision(managed), values),
    revision,
    normalized,
  };
}
