import { isIgnored } from "../schema/facts.js";
import { type ArrayField, type Field, isSecretMember, itemsOf, type ObjectField } from "../schema/field.js";
import { isAbsent, isObject, sameJson, show, UNKNOWN, type Value } from "../schema/json.js";
import { keyOf, sameItem, sameText, sortOf } from "../schema/normalForm.js";
import { showField } from "./inWords.js";
import { sameSelection } from "./serviceSelection.js";

/** An argument that differs from the state. */
export interface Change {
  readonly arg: string;
  /** Path, as programs write it. */
  readonly path: string;
  /** The change in words: `tag: "1.26" → "1.27"`. */
  readonly text: string;
  /** Both sides in words, unless `text` is all there is to say. */
  readonly sides?: ChangeSides;
  /** Whether the platform deletes data. */
  readonly deletesData?: true;
}

interface ChangeSides {
  readonly have: string;
  readonly wanted: string;
}

/**
 * How arguments differ from the state (a kind's outputs). Omitted arguments aren't compared: those that were set before are removals
 * (`removal.ts`), and the platform chooses the value of others. Unknown values aren't differences here.
 */
export function differencesIn(
  body: ObjectField,
  wanted: Readonly<Record<string, unknown>>,
  have: Readonly<Record<string, unknown>>,
): Change[] {
  const found: Change[] = [];
  for (const [arg, field] of Object.entries(body.members)) {
    if (isIgnoredIn(field, wanted, have)) continue;
    const report: Report = (path, sides, text = `${sides.have} → ${sides.wanted}`, more = {}) =>
      found.push({ arg, path, text: `${path}: ${text}`, sides, ...more });
    compareField(field, wanted[arg], have[arg], arg, report, isSecretMember(field, wanted));
  }
  return found;
}

type Report = (path: string, sides: ChangeSides, text?: string, more?: Pick<Change, "deletesData">) => void;

const nothing = "nothing";

/** Whether the value differs from the known one. */
export function differs(field: Field, wanted: Value | undefined, have: Value | undefined): boolean {
  let isDifferent = false;
  compareField(
    field,
    wanted,
    have,
    "",
    () => {
      isDifferent = true;
    },
    false,
  );
  return isDifferent;
}

export function isIgnoredIn(field: Field, wanted: Readonly<Record<string, unknown>>, have: unknown): boolean {
  return field.when?.ignored !== undefined && isIgnored(field, { ...(isObject(have) ? have : {}), ...wanted });
}

function compareField(
  field: Field,
  wanted: unknown,
  have: unknown,
  path: string,
  report: Report,
  secret: boolean,
): void {
  if (wanted === undefined || wanted === UNKNOWN) return;
  const differs = () =>
    report(path, { have: showField(field, have, secret), wanted: showField(field, wanted, secret) });
  if (wanted === null) {
    // Clearing a boolean sets it to false, which a response may contain.
    const isOff = field.type === "boolean" && have === false;
    if (!isAbsent(have) && !isOff) differs();
    return;
  }
  if (isAbsent(have) && isSameAsOmitted(field, wanted)) return;
  if (field.type === "object" && isObject(wanted)) {
    if (!isObject(have)) {
      differs();
      return;
    }
    for (const [name, member] of Object.entries(field.members)) {
      if (isIgnoredIn(member, wanted, have)) continue;
      compareField(
        member,
        wanted[name],
        have[name],
        `${path}.${name}`,
        report,
        secret || isSecretMember(member, wanted),
      );
    }
    return;
  }
  if (field.type === "array" && Array.isArray(wanted)) {
    compareArrays(field, wanted, Array.isArray(have) ? have : [], path, report, secret);
    return;
  }
  if (field.type === "record" && isObject(wanted)) {
    const others = isObject(have) ? have : {};
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(others)])) {
      if (wanted[key] === undefined) {
        const have = show(others[key], secret || field.value.secret === true);
        report(`${path}.${key}`, { have, wanted: nothing }, "removed");
      } else
        compareField(
          field.value,
          wanted[key],
          others[key],
          `${path}.${key}`,
          report,
          secret || field.value.secret === true,
        );
    }
    return;
  }
  if (field.onWire === "inline" && isObject(wanted) && isObject(have)) {
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(have)])) {
      const here = `${path}.${name}`;
      if (wanted[name] !== undefined) compareField(field, wanted[name], have[name], here, report, secret);
      else if (!isAbsent(have[name])) report(here, { have: show(have[name], secret), wanted: nothing }, "removed");
    }
    return;
  }
  const same = isSame(field, wanted, have);
  if (!same) differs();
}

function isSame(field: Field, wanted: unknown, have: unknown): boolean {
  if (field.type === "service") return sameSelection(wanted, have);
  if (field.type === "json" && field.shape === "setting") return sameSetting(wanted, have);
  return field.type === "string" ? sameText(field, wanted, have) : sameKnown(wanted, have);
}

function compareArrays(
  field: ArrayField,
  wanted: readonly unknown[],
  have: readonly unknown[],
  path: string,
  report: Report,
  secret: boolean,
): void {
  const inside = secret || field.item.secret === true;
  const key = sortOf(field);
  if (key === undefined) {
    if (wanted.length !== have.length) report(path, { have: `${have.length} items`, wanted: `${wanted.length} items` });
    else
      for (const [index, item] of wanted.entries())
        compareField(field.item, item, have[index], `${path}[${index}]`, report, inside);
    return;
  }
  const isUnknown = (item: unknown) => item === UNKNOWN || keyOf(item, key) === UNKNOWN;
  const named = (item: unknown) => `${key} ${show(keyOf(item, key), secret)}`;
  const matches = continued(field, wanted, have);
  for (const [index, item] of wanted.entries()) {
    if (isUnknown(item)) continue;
    const match = matches[index];
    if (match === undefined)
      report(`${path}[${index}]`, { have: nothing, wanted: named(item) }, `added (${named(item)})`);
    else compareField(field.item, item, match, `${path}[${index}]`, report, inside);
  }
  if (itemsOf(field).isPartial || wanted.some(isUnknown)) return;
  for (const item of have) {
    if (matches.includes(item) || wanted.some((each) => sameItem(field, each, item))) continue;
    const have = named(item);
    const text = `removed (${have})`;
    if (field.onUpdate === "delete data")
      report(path, { have, wanted: nothing }, `${text}, with its data`, { deletesData: true });
    else report(path, { have, wanted: nothing }, text);
  }
}

/** The known item that each item continues. Its key counts more than the ID that the program sets. */
function continued(field: ArrayField, wanted: readonly unknown[], have: readonly unknown[]): readonly unknown[] {
  if (itemsOf(field).key === undefined) return matchItems(field, wanted as readonly Value[], have as readonly Value[]);
  return wanted.map((item) => have.find((each) => sameItem(field, each, item)));
}

/**
 * For each item, the known item that it continues, or `undefined` if it's new. No known item is used twice.
 *
 * Items are matched by the ID from the platform, then by key. Without a key, an equal item comes first, then one with all members that
 * the item sets, then the next one of the same sort (`matchBy`).
 */
export function matchItems(
  field: ArrayField,
  items: readonly Value[],
  known: readonly Value[],
): readonly (Value | undefined)[] {
  const free = new Set(known.keys());
  const matches: (Value | undefined)[] = items.map(() => undefined);
  for (const isMatch of matchersOf(field)) {
    for (const [index, item] of items.entries()) {
      if (matches[index] !== undefined) continue;
      const found = [...free].find((each) => isMatch(item, known[each] as Value));
      if (found === undefined) continue;
      free.delete(found);
      matches[index] = known[found];
    }
  }
  return matches;
}

type Matcher = (item: Value, known: Value) => boolean;

/** How to match items, the most reliable way first. */
function matchersOf(field: ArrayField): readonly Matcher[] {
  const { item: form } = field;
  const { key, matchBy } = itemsOf(field);
  const shares = (name: string): Matcher => {
    return (item, known) => keyOf(item, name) !== undefined && sameItem(field, item, known, name);
  };
  const sharesId: Matcher = (item, known) => isObject(item) && isObject(known) && shares("id")(item, known);
  if (key !== undefined) return hasServerId(field) ? [sharesId, shares(key)] : [shares(key)];
  if (matchBy === undefined || form.type !== "object") return [];
  const isOfSort = shares(matchBy);
  const has: Matcher = (item, known) =>
    isObject(item) && isObject(known) && differencesIn(form, item, known).length === 0;
  const and =
    (matches: Matcher): Matcher =>
    (item, known) =>
      isOfSort(item, known) && matches(item, known);
  return [and((item, known) => has(item, known) && has(known, item)), and(has), isOfSort];
}

/** Whether the platform assigns IDs to items, which updates send back. */
export function hasServerId(field: ArrayField): boolean {
  const { key } = itemsOf(field);
  return key !== undefined && key !== "id" && field.item.type === "object" && field.item.members.id !== undefined;
}

/** Platforms return an enabled setting as `true` or as `"true"`. */
function sameSetting(wanted: unknown, have: unknown): boolean {
  const comparable = (value: unknown) => (typeof value === "boolean" ? String(value) : value);
  return sameKnown(comparable(wanted), comparable(have));
}

/** Equality of free-form values. Unknown values aren't differences. */
function sameKnown(wanted: unknown, have: unknown): boolean {
  if (wanted === UNKNOWN) return true;
  if (Array.isArray(wanted) && Array.isArray(have)) {
    return wanted.length === have.length && wanted.every((item, index) => sameKnown(item, have[index]));
  }
  if (isObject(wanted) && isObject(have)) {
    const names = new Set([...Object.keys(wanted), ...Object.keys(have)]);
    return [...names].every((name) => sameKnown(wanted[name], have[name]));
  }
  return sameJson(wanted, have);
}

/**
 * Whether omitting the value in a response means the same: it's the documented default, `false` without another default, or an object of
 * only such values. The member that selects an alternative never is.
 */
export function isSameAsOmitted(field: Field, value: unknown): boolean {
  if (field.default !== undefined) return sameJson(field.default, value);
  if (field.type === "boolean") return value === false && field.whenOmitted?.says === undefined;
  if (field.type !== "object" || field.alternatives !== undefined || !isObject(value)) return false;
  const given = Object.entries(value).filter(([, member]) => !isAbsent(member));
  return given.length > 0 && given.every(([name, member]) => isOmittedMember(field.members[name], member));
}

function isOmittedMember(field: Field | undefined, value: unknown): boolean {
  return field !== undefined && isSameAsOmitted(field, value);
}
