/** A part of a text, by its first character and the one after it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Ends a truncated text. */
const ellipsis = "…";

/** Minimum length of what is found in Base64, or before an ellipsis that cuts it off. */
const minimumLength = 6;

/** Maximum number of formats inside each other, and of Base64 inside Base64. */
const maxDepth = { formats: 6, base64: 2 };

/**
 * Returns a function that finds these texts in another one, whatever format that writes them in: JSON, Python, C, a URL, a form, HTML or
 * Base64, also inside each other. Whitespace counts as one space, and a text may be cut off by an ellipsis.
 */
export function finderOf(sought: readonly string[], base64Depth = maxDepth.base64): (text: string) => readonly Range[] {
  if (sought.length === 0) return () => [];
  const long = sought.filter(({ length }) => length >= minimumLength);
  const inside = base64Depth === 0 || long.length === 0 ? undefined : finderOf(long, base64Depth - 1);
  const least = (Math.min(...long.map(({ length }) => length)) * 4) / 3;
  // A text may look as if it were encoded.
  const plain = [...new Set(long.map((each) => levelsOf(each).at(-1)?.text as string))].filter(
    (each) => each.length >= minimumLength,
  );
  return (text) => {
    const levels = levelsOf(text);
    return levels.flatMap(({ text: own, rangeOf }, depth) => {
      const all = depth === levels.length - 1 ? [...sought, ...plain] : sought;
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

function occurrences(text: string, sought: readonly string[]): Range[] {
  return sought.flatMap((each) => {
    const found: Range[] = [];
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + each.length))
      found.push({ start: at, end: at + each.length });
    return found;
  });
}

/** The beginnings of texts that an ellipsis cuts off, perhaps inside of what stands for a character. */
function cutOff(text: string, sought: readonly string[]): Range[] {
  const found: Range[] = [];
  for (let cut = text.indexOf(ellipsis); cut >= 0; cut = text.indexOf(ellipsis, cut + 1)) {
    const [part = ""] = partAtEnd.exec(text.slice(0, cut)) ?? [];
    for (const end of [cut, cut - part.length]) {
      for (const each of sought) {
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
 * @param least Minimum length of the shortest text that is sought, in Base64.
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

/** A text after decoding. */
interface Decoded {
  readonly text: string;
  /** The part of the original text from which a part of this one comes. */
  readonly rangeOf: (start: number, end: number) => Range;
}

const byte = String.raw`(?:%[\da-fA-F]{2}|\\x[\da-fA-F]{2}|\\[0-3][0-7]{2})`;
/** The beginning of what stands for a character. */
const part = String.raw`(?:\\(?:u[\da-fA-F]{0,3}|U[\da-fA-F]{0,7}|x[\da-fA-F]?|[0-3]?[0-7]?)|%[\da-fA-F]?|&#?\w{0,6})`;
const partAtEnd = new RegExp(`(?:${byte}{1,3}${part}?|${part})$`);
const partBeforeCut = new RegExp(`^${part}?${ellipsis}`);

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
      for (const [more, start] of charactersIn(token, partBeforeCut.test(text.slice(last)))) add(more, index + start);
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
