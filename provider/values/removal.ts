import { isIgnored, isMet } from "../schema/facts.js";
import { type ArrayField, type Field, isChildren, isSecretMember, itemsOf, type ObjectField } from "../schema/field.js";
import { isAbsent, isObject, sameJson, show, UNKNOWN, type Value, type Values } from "../schema/json.js";
import type { Step } from "../schema/normalForm.js";
import { keyOf, sameItem, sortOf } from "../schema/normalForm.js";
import { matchItems } from "./diff.js";
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

/**
 * The arguments that the program has removed, at every depth. The platform chooses the values of those that were never set.
 *
 * @param before What the program specified before.
 */
export function removals(body: ObjectField, before: Values, wanted: Values, have: Values, mode: UpdateMode) {
  const found: Removal[] = [];
  inObject(body, before, wanted, have, { arg: "", path: "", steps: [], secret: false, mode, found });
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

function inObject(field: ObjectField, before: Values, wanted: Values, have: Values, place: Walk): void {
  for (const [name, member] of Object.entries(field.members)) {
    const last = before[name];
    if (last === undefined) continue;
    const here: Walk = {
      ...place,
      arg: place.arg || name,
      path: place.path === "" ? name : `${place.path}.${name}`,
      steps: [...place.steps, name],
      secret: place.secret || isSecretMember(member, { ...have, ...wanted }),
    };
    const value = wanted[name];
    const isCleared = value === null && member.nullable === true;
    if (isAbsent(value) && !isCleared) noteRemoval(member, last, have[name], { ...have, ...wanted }, here);
    else inValue(member, last, value, have[name], { ...here, mode: "full" });
  }
}

function inValue(field: Field, before: Value, wanted: Value | undefined, have: Value | undefined, place: Walk): void {
  if (wanted === UNKNOWN) return;
  if (field.type === "object" && isObject(before) && isObject(wanted))
    inObject(field, before, wanted, isObject(have) ? have : {}, place);
  if (field.type === "array" && Array.isArray(before) && Array.isArray(wanted))
    inArray(field, before, wanted, Array.isArray(have) ? have : [], place);
}

function inArray(field: ArrayField, before: Value[], wanted: Value[], have: Value[], place: Walk): void {
  const { item: each } = field;
  const { key } = itemsOf(field);
  if (each.type !== "object") return;
  const sort = sortOf(field);
  // If order matters, the items of arrays of different lengths don't correspond, so the whole array is replaced.
  if (sort === undefined && before.length !== wanted.length) return;
  const matches = sort === undefined ? have : matchItems(field, wanted, have);
  const former = sort === undefined ? before : matchItems(field, wanted, before);
  for (const [index, item] of wanted.entries()) {
    const id = sort === undefined ? index : keyOf(item, sort);
    const last = former[index];
    if (id === undefined || id === UNKNOWN || !isObject(last) || !isObject(item)) continue;
    const match = matches[index];
    const step: Step = key === undefined ? index : { list: field, item };
    const here = { ...place, path: `${place.path}[${index}]`, steps: [...place.steps, step] };
    inObject(each, last, item, isObject(match) ? match : {}, here);
  }
  itemsThatStay(field, before, wanted, have, place);
}

/** Items that the program has removed from an array whose items belong to the platform: it can't remove them. */
function itemsThatStay(
  field: ArrayField,
  before: readonly Value[],
  wanted: readonly Value[],
  have: readonly Value[],
  place: Walk,
): void {
  const { key, isPartial } = itemsOf(field);
  if (!isPartial || key === undefined || wanted.includes(UNKNOWN)) return;
  for (const item of have) {
    const last = before.find((each) => sameItem(field, each, item));
    const id = keyOf(item, key);
    if (!isObject(last) || !isObject(item) || wanted.some((each) => sameItem(field, each, item))) continue;
    const values = Object.keys(last).filter((name) => name !== key);
    const shown = values.map((name) => `${name} ${show(item[name], place.secret)}`).join(", ");
    const path = `${place.path} (${key} ${show(id, place.secret)})`;
    place.found.push({
      ...{ arg: place.arg, path, steps: place.steps, outcome: "stays" },
      text: `${path}: ${shown} stays, since the platform can't remove its own items`,
    });
  }
}

function noteRemoval(field: Field, last: Value, have: Value | undefined, siblings: Values, place: Walk): void {
  const { arg, path, steps, found } = place;
  const count = found.length;
  if (field.type === "array" && Array.isArray(last))
    itemsThatStay(field, last, [], Array.isArray(have) ? have : [], place);
  if (found.length === count) found.push({ arg, path, steps, ...outcomeOf(field, have, siblings, place) });
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
