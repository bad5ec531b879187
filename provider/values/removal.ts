import { isIgnored, isMet } from "../schema/facts.js";
import { type ArrayField, type Field, isChildren, isSecretMember, itemsOf, type ObjectField } from "../schema/field.js";
import { isAbsent, isObject, sameJson, show, UNKNOWN, type Value, type Values } from "../schema/json.js";
import type { Step } from "../schema/normalForm.js";
import { keyOf, sameItem, sortOf } from "../schema/normalForm.js";
import { matchItems } from "./diff.js";
import { type Given, type GivenMembers, givenOfItem, isPerItem, itemCount } from "./given.js";
import { showField } from "./inWords.js";

/** An argument that the program has removed. */
export interface Removal {
  readonly arg: string;
  /** Path, as programs write it. */
  readonly path: string;
  readonly steps: readonly Step[];
  /** `changes`: it's reset or cleared. `stays`: the platform can do neither. `nothing`: it already has its default. */
  readonly outcome: "changes" | "stays" | "nothing";
  /** The outcome in words: `cpu: 2000 → 500 (default)`. */
  readonly text: string;
  /** The value that a request must contain. Without one, the request must omit the argument. */
  readonly target?: Value;
  /** Whether the platform deletes data. */
  readonly deletesData?: true;
}

/** Whether an update's body replaces the whole resource, or only the members that it contains. */
export type UpdateMode = "full" | "partial";

/** The arguments that the program has removed, at every depth. The platform chooses the values of those that were never set. */
export function removals(body: ObjectField, given: GivenMembers, wanted: Values, have: Values, mode: UpdateMode) {
  const found: Removal[] = [];
  inObject(body, given, wanted, have, { arg: "", path: "", steps: [], secret: false, mode, found });
  return found;
}

interface Walk {
  readonly arg: string;
  readonly path: string;
  readonly steps: readonly Step[];
  readonly secret: boolean;
  /** `partial` only for top-level arguments: their members are always sent as a whole. */
  readonly mode: UpdateMode;
  readonly found: Removal[];
}

function inObject(field: ObjectField, given: GivenMembers, wanted: Values, have: Values, place: Walk): void {
  for (const [name, inner] of Object.entries(given)) {
    const member = field.members[name];
    if (member === undefined) continue;
    const here: Walk = {
      ...place,
      arg: place.arg || name,
      path: place.path === "" ? name : `${place.path}.${name}`,
      steps: [...place.steps, name],
      secret: place.secret || isSecretMember(member, { ...have, ...wanted }),
    };
    const value = wanted[name];
    const isCleared = value === null && member.nullable === true;
    if (isAbsent(value) && !isCleared) noteRemoval(member, inner, have[name], { ...have, ...wanted }, here);
    else inValue(member, inner, value, have[name], { ...here, mode: "full" });
  }
}

function inValue(field: Field, given: Given, wanted: Value | undefined, have: Value | undefined, place: Walk): void {
  if (given === true || wanted === UNKNOWN) return;
  if (field.type === "object" && isObject(wanted)) inObject(field, given, wanted, isObject(have) ? have : {}, place);
  if (field.type === "array" && Array.isArray(wanted))
    inArray(field, given, wanted, Array.isArray(have) ? have : [], place);
}

function inArray(field: ArrayField, given: GivenMembers, wanted: Value[], have: Value[], place: Walk): void {
  const { item: each } = field;
  const { key } = itemsOf(field);
  if (each.type !== "object") return;
  const sort = sortOf(field);
  // If order matters, the items of arrays of different lengths don't correspond, so the whole array is replaced.
  if (sort === undefined && itemCount(given) !== wanted.length) return;
  const matches = sort === undefined ? have : matchItems(field, wanted, have);
  for (const [index, item] of wanted.entries()) {
    const id = sort === undefined ? index : keyOf(item, sort);
    const before = givenOfItem(given, field, item, index);
    if (id === undefined || id === UNKNOWN || before === undefined || !isObject(item)) continue;
    const match = matches[index];
    const step: Step = key === undefined ? index : { list: field, item };
    const here = { ...place, path: `${place.path}[${index}]`, steps: [...place.steps, step], found: [] };
    inObject(each, before, item, isObject(match) ? match : {}, here);
    // Members set in one of several items of a sort count as set in all of them.
    const isOneOfMany = key === undefined && wanted.filter((other) => keyOf(other, sort ?? "") === id).length > 1;
    place.found.push(...here.found.filter(({ outcome }) => !isOneOfMany || outcome !== "nothing"));
  }
  itemsThatStay(field, given, wanted, have, place);
}

/** Items that the program has removed from an array whose items belong to the platform: it can't remove them. */
function itemsThatStay(
  field: ArrayField,
  given: GivenMembers,
  wanted: readonly Value[],
  have: readonly Value[],
  place: Walk,
): void {
  const { key, isPartial } = itemsOf(field);
  if (!isPartial || key === undefined || !isPerItem(given) || wanted.includes(UNKNOWN)) return;
  for (const item of have) {
    const members = givenOfItem(given, field, item, -1);
    const id = keyOf(item, key);
    if (members === undefined || !isObject(item) || wanted.some((each) => sameItem(field, each, item))) continue;
    const values = Object.keys(members).filter((name) => name !== key);
    const shown = values.map((name) => `${name} ${show(item[name], place.secret)}`).join(", ");
    const path = `${place.path} (${key} ${show(id, place.secret)})`;
    place.found.push({
      ...{ arg: place.arg, path, steps: place.steps, outcome: "stays" },
      text: `${path}: ${shown} stays, since the platform can't remove its own items`,
    });
  }
}

function noteRemoval(field: Field, given: Given, have: Value | undefined, siblings: Values, place: Walk): void {
  const { arg, path, steps, found } = place;
  const before = found.length;
  if (field.type === "array" && given !== true) itemsThatStay(field, given, [], Array.isArray(have) ? have : [], place);
  if (found.length === before) found.push({ arg, path, steps, ...outcomeOf(field, have, siblings, place) });
}

/** The outcome for a removed value: the first of these that applies. */
function outcomeOf(
  field: Field,
  have: Value | undefined,
  siblings: Values,
  { path, secret, mode }: Walk,
): Pick<Removal, "outcome" | "text" | "target" | "deletesData"> {
  const nothing = { outcome: "nothing", text: `${path}: no longer managed` } as const;
  if (isAbsent(have) || itemsOf(field).isPartial || isIgnored(field, siblings)) return nothing;
  const shown = showField(field, have, secret);
  const target = defaultOf(field, siblings);
  if (target !== undefined) {
    if (sameJson(have, target)) return nothing;
    const now = sameJson(target, {}) ? "removed" : `${shown} → ${show(target, false)} (default)`;
    return { outcome: "changes", text: `${path}: ${now}`, target };
  }
  const { whenOmitted: { says: defaultText } = {} } = field;
  const holdsData = field.onUpdate === "delete data";
  if (defaultText === undefined && isEmpty(have)) return nothing;
  const clearing = mode === "full" || field.local || isChildren(field) ? {} : clearedBy(field);
  if (clearing === undefined) {
    const why = "since the platform keeps what an update omits and can't clear it";
    return { outcome: "stays", text: `${path}: ${shown} stays, ${why}` };
  }
  const now =
    defaultText === undefined ? `removed${holdsData ? ", with its data" : ""}` : `${shown} → ${defaultText} (default)`;
  return { outcome: "changes", text: `${path}: ${now}`, ...clearing, ...(holdsData ? { deletesData: true } : {}) };
}

/** The documented default, if it's a constant and the siblings allow the member. */
function defaultOf({ default: constant, whenOmitted, when }: Field, siblings: Values): Value | undefined {
  if (when?.allowed !== undefined && isMet(when.allowed, siblings) === false) return undefined;
  const chosen = whenOmitted?.by && siblings[whenOmitted.by.sibling];
  return constant ?? (typeof chosen === "string" ? whenOmitted?.by?.values[chosen] : undefined);
}

/** The value with which a partial update clears the member; nothing if there is none. */
function clearedBy(field: Field): { readonly target: Value } | undefined {
  if (field.nullable) return { target: null };
  if (field.onWire === "inline") return { target: {} };
  if (field.type === "array" && (field.minItems ?? 0) === 0) return { target: [] };
  if (field.type === "record") return { target: {} };
  const isText = field.type === "string" && field.format === undefined && field.pattern === undefined;
  return isText && (field.minLength ?? 0) === 0 ? { target: "" } : undefined;
}

function isEmpty(value: Value): boolean {
  return value === "" || value === false || (Array.isArray(value) && value.length === 0);
}

/** What a full update resets, at every depth: omitted settings with their defaults, such as `minRunningNodes → 1`. */
export function resets(body: ObjectField, args: Readonly<Record<string, unknown>>): string[] {
  return resetsIn(body, args, "");
}

function resetsIn(field: ObjectField, values: Readonly<Record<string, unknown>>, path: string): string[] {
  return Object.entries(field.members).flatMap(([name, member]) => {
    const value = values[name];
    const here = `${path}${name}`;
    if (member.type === "object" && isObject(value)) return resetsIn(member, value, `${here}.`);
    return !isAbsent(value) || member.local || member.apart ? [] : [`${here} → ${afterReset(member)}`];
  });
}

function afterReset(field: Field): string {
  if (field.default !== undefined) return show(field.default, false);
  if (field.whenOmitted?.says !== undefined) return field.whenOmitted.says;
  return field.type === "boolean" ? "false" : "nothing";
}
