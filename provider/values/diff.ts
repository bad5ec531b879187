import { holds } from "../schema/condition.js";
import type { ArrayField, Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject, sameJson } from "../schema/json.js";
import { keyOf, sameItem, sameText } from "../schema/normalForm.js";
import { isSecretMember } from "../schema/secrecy.js";
import { show } from "../schema/show.js";
import { UNKNOWN } from "../schema/unknown.js";
import { isSameAsOmitted } from "./omission.js";
import { sameSelection } from "./serviceSelection.js";
import { showField } from "./showField.js";

/** One argument that differs from the known state. */
export interface Change {
  /** Top-level argument. */
  readonly arg: string;
  /** Path with the names that programs use. */
  readonly path: string;
  /** The change in words, for example `tag: "1.26" → "1.27"`. */
  readonly text: string;
  /** What the state has and what the arguments want, in words; omitted where `text` alone says it. */
  readonly sides?: ChangeSides;
  /** The platform deletes data with it. */
  readonly deletesData?: true;
}

interface ChangeSides {
  readonly have: string;
  readonly wanted: string;
}

/**
 * The differences between the arguments and the known state (a kind's outputs). Omitted arguments are not compared: those that
 * were given before are removals (`removal.ts`), the others are left to the platform. An unknown value is not a difference here.
 */
export function changes(
  body: ObjectField,
  wanted: Readonly<Record<string, unknown>>,
  have: Readonly<Record<string, unknown>>,
): Change[] {
  const found: Change[] = [];
  for (const [arg, field] of Object.entries(body.members)) {
    if (isIgnored(field, wanted, have)) continue;
    const report: Report = (path, sides, text = `${sides.have} → ${sides.wanted}`, more = {}) =>
      found.push({ arg, path, text: `${path}: ${text}`, sides, ...more });
    compare(field, wanted[arg], have[arg], arg, report, isSecretMember(field, wanted));
  }
  return found;
}

type Report = (path: string, sides: ChangeSides, text?: string, more?: Pick<Change, "deletesData">) => void;

/** What has no value, in words. */
const nothing = "nothing";

function isIgnored(field: Field, wanted: Readonly<Record<string, unknown>>, have: unknown): boolean {
  if (field.ignoredWhen === undefined) return false;
  return holds(field.ignoredWhen, { ...(isObject(have) ? have : {}), ...wanted }) === true;
}

function compare(field: Field, wanted: unknown, have: unknown, path: string, report: Report, secret: boolean): void {
  if (wanted === undefined || wanted === UNKNOWN) return;
  const differs = () =>
    report(path, { have: showField(field, have, secret), wanted: showField(field, wanted, secret) });
  if (wanted === null) {
    // A boolean that is cleared is false, and a response may say so.
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
      if (isIgnored(member, wanted, have)) continue;
      compare(member, wanted[name], have[name], `${path}.${name}`, report, secret || isSecretMember(member, wanted));
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
        compare(field.value, wanted[key], others[key], `${path}.${key}`, report, secret || field.value.secret === true);
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
  if (field.key === undefined) {
    if (wanted.length !== have.length) report(path, { have: `${have.length} items`, wanted: `${wanted.length} items` });
    else
      for (const [index, item] of wanted.entries())
        compare(field.item, item, have[index], `${path}[${index}]`, report, secret || field.item.secret === true);
    return;
  }
  const key = field.key;
  const keys = wanted.map((item) => keyOf(item, key));
  for (const [index, item] of wanted.entries()) {
    if (keys[index] === UNKNOWN || item === UNKNOWN) continue;
    const match = have.find((each) => sameItem(field, each, item));
    const shown = `${key} ${show(keys[index], secret)}`;
    if (match === undefined) report(`${path}[${index}]`, { have: nothing, wanted: shown }, `added (${shown})`);
    else compare(field.item, item, match, `${path}[${index}]`, report, secret || field.item.secret === true);
  }
  if (field.partial || keys.includes(UNKNOWN) || wanted.includes(UNKNOWN)) return;
  for (const item of have) {
    if (wanted.some((each) => sameItem(field, each, item))) continue;
    const have = `${key} ${show(keyOf(item, key), secret)}`;
    const text = `removed (${have})`;
    if (field.holdsData) report(path, { have, wanted: nothing }, `${text}, with its data`, { deletesData: true });
    else report(path, { have, wanted: nothing }, text);
  }
}

/** Platforms return a setting that is on as `true` or as `"true"`. */
function sameSetting(wanted: unknown, have: unknown): boolean {
  const comparable = (value: unknown) => (typeof value === "boolean" ? String(value) : value);
  return sameKnown(comparable(wanted), comparable(have));
}

/** Equality of free-form values. An unknown value is not a difference. */
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
