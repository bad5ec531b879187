import { type Field, isSecretMember, type ObjectField } from "../schema/field.js";
import { isObject, mapMembers, parseJson, plainNumber, textsIn, type Value, type Values } from "../schema/json.js";
import { givenIn } from "./serviceSelection.js";

/** Minimum length of a secret to redact: shorter texts occur in any sentence. */
const minimumLength = 6;

const mask = "***";

/** Ends a truncated message of the platform. */
const ellipsis = "…";

/** Redacts secret values in a text. An error message of the platform may repeat what it rejects. */
export function redactorOf(body: ObjectField, values: Values): (text: string) => string {
  let hide: ((text: string) => string) | undefined;
  return (text) => {
    hide ??= redactTexts(secretTextsIn(body, values));
    return hide(text);
  };
}

/** The JSON with the secrets among these values redacted, wherever it repeats them. */
export function hidingSecrets(body: ObjectField, values: Values, json: Value): Value {
  const secrets = new Set(secretTextsIn(body, values));
  const hide = redactTexts([...secrets]);
  const hidden = (value: Value): Value => {
    const scalar = plainNumber(value);
    if (typeof scalar === "string" || typeof scalar === "number")
      return secrets.has(String(scalar)) ? mask : typeof value === "string" ? hide(value) : value;
    if (Array.isArray(value)) return value.map(hidden);
    return isObject(value) ? mapMembers(value, (each) => (each === undefined ? each : hidden(each))) : value;
  };
  return secrets.size === 0 ? json : hidden(json);
}

/**
 * Redacts these secrets in a text. Short ones are redacted only in quotation marks.
 *
 * @param shortest Minimum length of secrets to redact everywhere.
 */
export function redactTexts(secrets: readonly string[], shortest = minimumLength): (text: string) => string {
  const forms = secrets
    .flatMap(encodings)
    .filter((form) => form !== "")
    .flatMap((form) => (form.length >= shortest ? [form] : quotes.map((quote) => `${quote}${form}${quote}`)))
    .sort((one, other) => other.length - one.length);
  return (text) => forms.reduce(removeSecret, text);
}

const quotes = ['"', "'", "`"] as const;

/** The forms of a secret, or of values in it, in a message: in any spelling and format, or on one line. */
function encodings(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/);
  const parts = [secret, ...lines, ...lines.flatMap(settingIn), ...textsInJson(secret)];
  return [...new Set(parts.flatMap(formsOf).flatMap((each) => [each, each.replace(/\s+/g, " ").trim()]))];
}

/** A text as platforms return it: unchanged, in composed characters or in lowercase, and as other formats write it. */
export function formsOf(text: string): string[] {
  const composed = text.normalize("NFC");
  const spellings = [...new Set([text, composed, composed.toLowerCase()])];
  return spellings.flatMap((each) => formats.map((write) => write(each)));
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

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inAscii = (text: string) =>
  inJson(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const inUrl = (text: string) => encodeURIComponent(text.toWellFormed());
const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#x27" };
const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&${entities[sign]};`);

/** How error messages write a text: as it is, in JSON, Python, a URL, a form, HTML or Base64. */
const formats: readonly ((text: string) => string)[] = [
  (text) => text,
  inJson,
  inAscii,
  (text) => inJson(text).replaceAll('\\"', '"').replaceAll("'", "\\'"),
  (text) => inJson(text).replaceAll('\\"', '"'),
  inUrl,
  (text) => inUrl(text).replace(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase()),
  (text) => new URLSearchParams([["", text]]).toString().slice(1),
  (text) => encodeURI(text.toWellFormed()),
  inHtml,
  (text) => inHtml(text).replaceAll("&#x27;", "&#39;"),
  ...(["base64", "base64url"] as const).flatMap((encoding) =>
    [0, 1, 2].flatMap((before) => [
      (text: string) => inBase64(text, encoding, before, true),
      (text: string) => inBase64(text, encoding, before, false),
    ]),
  ),
];

/** A text in Base64 after this many other bytes, such as `user:`, without the characters that encode neighboring bytes, too. */
function inBase64(text: string, encoding: "base64" | "base64url", before: number, isLast: boolean): string {
  const bytes = Buffer.from(" ".repeat(before) + text);
  const end = isLast ? undefined : Math.floor((bytes.length * 4) / 3);
  return bytes.toString(encoding).slice(Math.ceil((before * 4) / 3), end);
}

/** Removes the secret, also if the end of the text cuts it off. */
function removeSecret(text: string, secret: string): string {
  const hidden = text.replaceAll(secret, mask);
  for (let cut = hidden.indexOf(ellipsis); cut >= 0; cut = hidden.indexOf(ellipsis, cut + 1)) {
    for (let length = Math.min(secret.length - 1, cut); length >= minimumLength; length--) {
      const start = cut - length;
      if (!hidden.startsWith(secret.slice(0, length), start)) continue;
      return removeSecret(`${hidden.slice(0, start)}${mask}${hidden.slice(cut)}`, secret);
    }
  }
  return hidden;
}

/** The secrets in a value of a field. */
export function secretTextsIn(field: Field, value: Value | undefined, isSecret = false): string[] {
  if (typeof value === "string" || typeof value === "number") return isSecret ? [String(value)] : [];
  if (Array.isArray(value)) {
    return value.flatMap((item) => secretTextsIn(field.type === "array" ? field.item : field, item, isSecret));
  }
  if (!isObject(value)) return [];
  // A service is secret only because of its version.
  const entries = Object.entries(field.type === "service" ? (givenIn(value) as Values) : value);
  return entries.flatMap(([name, inner]) => {
    const member = field.type === "object" ? field.members[name] : undefined;
    if (member === undefined) return secretTextsIn(field, inner, isSecret);
    return secretTextsIn(member, inner, isSecret || isSecretMember(member, value));
  });
}
