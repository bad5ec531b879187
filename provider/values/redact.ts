import { type Field, isSecretMember, type ObjectField } from "../schema/field.js";
import { isObject, parseJson, plainNumber, setMember, textsIn, type Value, type Values } from "../schema/json.js";
import { finderOf, type Range } from "./findEncoded.js";
import { specifiedIn } from "./revisions.js";

/** Minimum length of a secret to redact: shorter texts occur in any sentence. */
const minimumLength = 6;

const mask = "***";

/** Redacts secret values in a text. An error message of the platform may repeat what it rejects. */
export function redactorOf(body: ObjectField, values: Values): (text: string) => string {
  let redact: ((text: string) => string) | undefined;
  return (text) => {
    redact ??= redactTexts(secretTextsIn(body, values));
    return redact(text);
  };
}

/** The JSON with the secrets in a value of the field redacted, wherever it repeats them, also in names of members. */
export function hidingSecrets(field: Field, value: Value | undefined, json: Value): Value {
  const secrets = new Set(secretTextsIn(field, value));
  const redact = redactTexts([...secrets]);
  const hiddenText = (text: string) => (secrets.has(text) ? mask : redact(text));
  const hidden = (value: Value): Value => {
    if (typeof value === "string") return hiddenText(value);
    const scalar = plainNumber(value);
    if (typeof scalar === "string" || typeof scalar === "number") return secrets.has(String(scalar)) ? mask : value;
    if (Array.isArray(value)) return value.map(hidden);
    if (!isObject(value)) return value;
    const shown: Values = {};
    for (const [name, each] of Object.entries(value)) {
      let own = hiddenText(name);
      // Two names may become the same.
      while (own !== name && (Object.hasOwn(value, own) || Object.hasOwn(shown, own))) own += "*";
      if (each !== undefined) setMember(shown, own, hidden(each));
    }
    return shown;
  };
  return secrets.size === 0 ? json : hidden(json);
}

/**
 * The JSON in which what was redacted when it was last read stays redacted: the platform may still have a secret that the program has
 * changed since. Nothing else tells, so a text that fits a redacted one at its path counts as that.
 */
export function stillRedacted(before: Value | undefined, now: Value): Value {
  if (!hasMask(before)) return now;
  if (typeof before === "string") return fits(before, textOf(now)) ? before : now;
  // Items may have moved.
  if (Array.isArray(now))
    return now.map((item) => [before].flat().reduce<Value>((left, each) => stillRedacted(each, left), item));
  if (!isObject(before) || !isObject(now)) return now;
  const redacted = Object.keys(before).filter((name) => name.includes(mask) && !Object.hasOwn(now, name));
  const shown: Values = {};
  for (const [name, each] of Object.entries(now)) {
    const isSame = (other: string) => fits(other.replace(/\*+/g, mask), name) && !Object.hasOwn(shown, other);
    const own = Object.hasOwn(before, name) ? name : (redacted.find(isSame) ?? name);
    if (each !== undefined) setMember(shown, own, stillRedacted(before[own], each));
  }
  return shown;
}

function hasMask(value: Value | undefined): boolean {
  if (typeof value === "string") return value.includes(mask);
  if (Array.isArray(value)) return value.some(hasMask);
  return isObject(value) && Object.entries(value).some(([name, each]) => name.includes(mask) || hasMask(each));
}

function textOf(value: Value): string | undefined {
  const scalar = plainNumber(value);
  return typeof scalar === "string" || typeof scalar === "number" ? String(scalar) : undefined;
}

/** Whether the text is the redacted one with something else in place of each mask. */
function fits(redacted: string, text: string | undefined): boolean {
  const [first = "", ...rest] = redacted.split(mask);
  if (text === undefined || !text.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let at = first.length;
  for (const each of rest) {
    const found = text.indexOf(each, at);
    if (found < 0) return false;
    at = found + each.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}

/**
 * Redacts these secrets in a text, in any spelling and format. Short ones are redacted only in quotation marks.
 *
 * @param shortest Minimum length of secrets to redact everywhere.
 */
export function redactTexts(secrets: readonly string[], shortest = minimumLength): (text: string) => string {
  const isShort = (each: string) => each.length < shortest;
  const all = [...new Set(secrets.flatMap(partsOf))].filter((each) => each.trim() !== "");
  const short = all.filter(isShort).flatMap((each) => [each, Buffer.from(each).toString("base64")]);
  const sought = [
    ...all.flatMap(encodingsOf).filter((each) => !isShort(each)),
    ...short.flatMap((each) => quotes.flatMap((quote) => encodingsOf(`${quote}${each}${quote}`))),
  ];
  const find = finderOf(sought);
  return (text) => masked(text, find(text));
}

const quotes = ['"', "'", "`"] as const;

/** Finds out whether a text repeats one of these, in any spelling and format; a shorter one only if it's the whole text. */
export function repeats(texts: readonly string[], shortest: number): (text: string) => boolean {
  const find = finderOf(texts.flatMap(encodingsOf).filter(({ length }) => length >= shortest));
  return (text) => texts.includes(text) || find(text).length > 0;
}

function masked(text: string, found: readonly Range[]): string {
  let [shown, last] = ["", 0];
  for (const { start, end } of found.toSorted((one, other) => one.start - other.start)) {
    if (start >= last) shown += `${text.slice(last, start)}${mask}`;
    last = Math.max(last, end);
  }
  return `${shown}${text.slice(last)}`;
}

/** A secret, and values in it that are secret alone. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/);
  return [secret, ...lines, ...lines.flatMap(settingIn), ...textsInJson(secret)];
}

/** A text as platforms return it: unchanged, in composed characters, in lowercase or in a form, with each whitespace as one space. */
function encodingsOf(text: string): string[] {
  const composed = text.normalize("NFC");
  const encodings = [text, composed, composed.toLowerCase(), text.toWellFormed()].map((each) =>
    each.replace(/\s+/g, " ").trim(),
  );
  return [...new Set(encodings.flatMap((each) => [each, each.replaceAll(" ", "+")]))];
}

/** Minimum length of a value inside a secret: shorter ones are ordinary words of its format. */
const minimumOfValue = 8;

function settingIn(line: string): string[] {
  const [, , value = ""] = /^\s*[\w."'-]+\s*[:=]\s*(["']?)(.+)\1\s*$/.exec(line) ?? [];
  return value.length >= minimumOfValue ? [value] : [];
}

function textsInJson(secret: string): string[] {
  const json = /^\s*[[{]/.test(secret) ? (parseJson(secret) as Value | undefined) : undefined;
  return textsIn(json).filter((text) => text.length >= minimumOfValue);
}

/** The secrets in a value of a field, also in members that only responses have. */
export function secretTextsIn(field: Field, value: Value | undefined, isSecret = false): string[] {
  if (typeof value === "string" || typeof value === "number") return isSecret ? [String(value)] : [];
  if (Array.isArray(value)) {
    return value.flatMap((item) => secretTextsIn(field.type === "array" ? field.item : field, item, isSecret));
  }
  if (!isObject(value)) return [];
  // A service is secret only because of its version.
  const entries = Object.entries(field.type === "service" ? (specifiedIn(value) as Values) : value);
  return entries.flatMap(([name, inner]) => {
    const member = field.type === "object" ? (field.members[name] ?? field.responseOnly?.[name]) : undefined;
    if (member === undefined) return secretTextsIn(field, inner, isSecret);
    return secretTextsIn(member, inner, isSecret || isSecretMember(member, value));
  });
}
