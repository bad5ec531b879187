import { type Field, isSecretMember, type ObjectField } from "../schema/field.js";
import { isObject, parseJson, plainNumber, setMember, textsIn, type Value, type Values } from "../schema/json.js";
import { specifiedIn } from "./revisions.js";

/** Minimum length of a secret to redact, to find in Base64, or before an ellipsis that cuts it off: shorter texts occur in any sentence. */
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
  const redactedText = (text: string) => (secrets.has(text) ? mask : redact(text));
  const redacted = (value: Value): Value => {
    if (typeof value === "string") return redactedText(value);
    const text = textOf(value);
    if (text !== undefined) return secrets.has(text) ? mask : value;
    if (Array.isArray(value)) return value.map(redacted);
    if (!isObject(value)) return value;
    const shown: Values = {};
    for (const [name, each] of Object.entries(value)) {
      let own = redactedText(name);
      // Two names may become the same.
      while (own !== name && (Object.hasOwn(value, own) || Object.hasOwn(shown, own))) own += "*";
      if (each !== undefined) setMember(shown, own, redacted(each));
    }
    return shown;
  };
  return secrets.size === 0 ? json : redacted(json);
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
  const all = [...new Set(secrets.flatMap(piecesOf))].filter((each) => each.trim() !== "");
  const short = all.filter(isShort).flatMap((each) => [each, Buffer.from(each).toString("base64")]);
  const targets = [
    ...all.flatMap(encodingsOf).filter((each) => !isShort(each)),
    ...short.flatMap((each) => quotes.flatMap((quote) => encodingsOf(`${quote}${each}${quote}`))),
  ];
  const find = finderOf(targets);
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
function piecesOf(secret: string): string[] {
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

interface Range {
  readonly start: number;
  readonly end: number;
}

const ellipsis = "…";

/** Maximum number of formats inside each other, and of Base64 inside Base64. */
const maxDepth = { formats: 6, base64: 2 };

/**
 * Returns a function that finds these texts in another one, whatever format that writes them in: JSON, Python, C, a URL, a form, HTML or
 * Base64, also inside each other. Whitespace counts as one space, and a text may be cut off by an ellipsis.
 */
export function finderOf(
  targets: readonly string[],
  base64Depth = maxDepth.base64,
): (text: string) => readonly Range[] {
  if (targets.length === 0) return () => [];
  const long = targets.filter(({ length }) => length >= minimumLength);
  const inside = base64Depth === 0 || long.length === 0 ? undefined : finderOf(long, base64Depth - 1);
  const least = (Math.min(...long.map(({ length }) => length)) * 4) / 3;
  // A text may look as if it were encoded.
  const plain = [...new Set(long.map((each) => levelsOf(each).at(-1)?.text as string))].filter(
    (each) => each.length >= minimumLength,
  );
  return (text) => {
    const levels = levelsOf(text);
    return levels.flatMap(({ text: own, rangeOf }, depth) => {
      const all = depth === levels.length - 1 ? [...targets, ...plain] : targets;
      const found = [...occurrences(own, all), ...cutOff(own, all), ...(inside ? inBase64(own, least, inside) : [])];
      return found.map(({ start, end }) => rangeOf(start, end));
    });
  };
}

/** A text and what it's decoded to, format by format, until nothing is encoded. The last one has no backslashes. */
function levelsOf(text: string): readonly Decoded[] {
  const levels = [decoded({ text, rangeOf: (start, end) => ({ start, end }) }, /(?<space>\s+)/g)];
  for (;;) {
    const last = levels.at(-1) as Decoded;
    const next = decoded(last, escapes);
    if (next.text === last.text || levels.length > maxDepth.formats)
      return last.text.includes("\\") ? [...levels, decoded(last, /\\/g)] : levels;
    levels.push(next);
  }
}

function occurrences(text: string, targets: readonly string[]): Range[] {
  return targets.flatMap((each) => {
    const found: Range[] = [];
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + each.length))
      found.push({ start: at, end: at + each.length });
    return found;
  });
}

/** The beginnings of texts that an ellipsis cuts off, perhaps inside of what stands for a character. */
function cutOff(text: string, targets: readonly string[]): Range[] {
  const found: Range[] = [];
  for (let cut = text.indexOf(ellipsis); cut >= 0; cut = text.indexOf(ellipsis, cut + 1)) {
    const [piece = ""] = pieceAtEnd.exec(text.slice(0, cut)) ?? [];
    for (const end of [cut, cut - piece.length]) {
      for (const each of targets) {
        for (let length = Math.min(each.length - 1, end); length >= minimumLength; length -= 1) {
          if (!text.startsWith(each.slice(0, length), end - length)) continue;
          found.push({ start: end - length, end: cut });
          break;
        }
      }
    }
  }
  return found;
}

/**
 * In the Base64 of a longer text, such as `user:password`, without the characters that also encode neighboring bytes.
 *
 * @param least Minimum length of the shortest target, in Base64.
 */
function inBase64(text: string, least: number, find: (text: string) => readonly Range[]): Range[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)].flatMap(({ 0: run, index }) => {
    const isCut = text.startsWith(ellipsis, index + run.length);
    if (run.length < least && !isCut) return [];
    // It may begin anywhere in what looks like Base64, such as in a path.
    return [0, 1, 2, 3].flatMap((offset) => {
      const bytes = Buffer.from(run.slice(offset), "base64");
      const inner = bytes.toString("utf8");
      if (!/[^\p{Cc}\ufffd]{6}/u.test(inner)) return [];
      const isExact = !inner.includes("\ufffd");
      return find(isCut ? `${inner}${ellipsis}` : inner).map(({ start, end }) => {
        const [before, after] = [start, end].map((at) => Buffer.byteLength(inner.slice(0, at))) as [number, number];
        const isAtEnd = !isExact || after >= bytes.length;
        return {
          start: index + (isExact ? offset + Math.ceil((before * 4) / 3) : 0),
          end: index + (isAtEnd ? run.length : offset + Math.floor((after * 4) / 3)),
        };
      });
    });
  });
}

interface Decoded {
  readonly text: string;
  /** The part of the original text from which a part of this one comes. */
  readonly rangeOf: (start: number, end: number) => Range;
}

const byte = String.raw`(?:%[\da-fA-F]{2}|\\x[\da-fA-F]{2}|\\[0-3][0-7]{2})`;
/** The beginning of what stands for a character. */
const part = String.raw`(?:\\(?:u[\da-fA-F]{0,3}|U[\da-fA-F]{0,7}|x[\da-fA-F]?|[0-3]?[0-7]?)|%[\da-fA-F]?|&#?\w{0,6})`;
const pieceAtEnd = new RegExp(`(?:${byte}{1,3}${part}?|${part})$`);
const pieceBeforeCut = new RegExp(`^${part}?${ellipsis}`);

/** What stands for other characters; before an ellipsis, also a part of that. */
const escapes = new RegExp(
  [
    `(?<part>${part})(?=${ellipsis})`,
    `(?<bytes>${byte}+)`,
    String.raw`\\u(?<unit>[\da-fA-F]{4})`,
    String.raw`(?:\\U(?=[\da-fA-F]{8})|\\u\{|&#[xX])(?<point>[\da-fA-F]{1,8})[};]?`,
    String.raw`&#(?<decimal>\d{1,7});`,
    "&(?<entity>amp|lt|gt|quot|apos);",
    String.raw`\\(?<escaped>[^\s…])`,
    String.raw`(?<space>\s+)`,
  ].join("|"),
  "g",
);

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const controls: Readonly<Record<string, string>> = { n: " ", r: " ", t: " ", f: " ", v: " ", b: "\b", "0": "\0" };

/** Decodes one format: what is inside of another one stays encoded. */
function decoded({ text, rangeOf }: Decoded, pattern: RegExp): Decoded {
  let now = "";
  /** Where each of its characters begins in the text. */
  const starts: number[] = [];
  const add = (more: string, start: number) => {
    for (let count = 0; count < more.length; count += 1) starts.push(start);
    now += more;
  };
  let last = 0;
  const copyTo = (end: number) => {
    for (let at = last; at < end; at += 1) starts.push(at);
    now += text.slice(last, end);
    last = end;
  };
  for (const { 0: token, index, groups = {} } of text.matchAll(pattern)) {
    if (groups.part !== undefined) continue;
    copyTo(index);
    last = index + token.length;
    if (groups.bytes === undefined) add(characterOf(groups), index);
    else
      for (const [more, start] of charactersIn(token, pieceBeforeCut.test(text.slice(last)))) add(more, index + start);
  }
  copyTo(text.length);
  return {
    text: now,
    rangeOf: (start, end) => rangeOf(starts[start] as number, starts[end] ?? text.length),
  };
}

function characterOf({ unit, point, decimal, entity, escaped, space }: Readonly<Record<string, string | undefined>>) {
  if (space !== undefined) return " ";
  if (unit !== undefined) return spaced(String.fromCharCode(Number.parseInt(unit, 16)));
  if (entity !== undefined) return entities[entity] as string;
  if (escaped !== undefined) return controls[escaped] ?? escaped;
  const code = point === undefined ? Number(decimal) : Number.parseInt(point, 16);
  return code <= 0x10ffff ? spaced(String.fromCodePoint(code)) : "";
}

function spaced(character: string): string {
  return /\s/.test(character) ? " " : character;
}

/**
 * The characters of encoded bytes: in UTF-8, otherwise one for each byte; with the place of each.
 *
 * @param isCut Whether the rest of the bytes is cut off.
 */
function charactersIn(token: string, isCut: boolean): (readonly [character: string, start: number])[] {
  const matches = [...token.matchAll(/%(..)|\\x(..)|\\(\d{3})/g)];
  const bytes = matches.map(([, hex, other, octal]) =>
    octal === undefined ? Number.parseInt(hex ?? (other as string), 16) : Number.parseInt(octal, 8),
  );
  const found: (readonly [string, number])[] = [];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (isCut && at + length > bytes.length) {
      const start = (matches[at] as RegExpExecArray).index;
      return [...found, ...[...token.slice(start)].map((each, index) => [each, start + index] as const)];
    }
    const text = Buffer.from(bytes.slice(at, at + length)).toString("utf8");
    const isValid = at + length <= bytes.length && !text.includes("\ufffd");
    found.push([spaced(isValid ? text : String.fromCharCode(byte)), (matches[at] as RegExpExecArray).index]);
    at += isValid ? length : 1;
  }
  return found;
}
