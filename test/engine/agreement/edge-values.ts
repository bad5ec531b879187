/** Values at the edges of what a field may be: empty, at its bounds, one beyond, of another type, in unusual characters. */
import { formatTexts } from "../../support/formats.js";
import { type Field, isObject, type StringField, type Value } from "../../support/provider.js";

const long = (length: number) => "x".repeat(length);

/** Texts that a person or a careless program may give anywhere. */
const texts: readonly string[] = [
  "",
  " ",
  "a",
  "  outer blanks \t",
  "\u00a0no-break\u00a0",
  "two\nlines\r\n",
  // The same word, composed and decomposed.
  "caf\u00e9",
  "cafe\u0301",
  "\u202eright to left",
  "\u0000\u0007\u007f",
  "\u{1d4b3}\u{1f600}",
  // Half of a surrogate pair, which UTF-8 cannot encode.
  "\ud83d",
  "__proto__",
  "null",
  "../..",
  '"quoted" \\ %00 $(x) {{y}}',
  long(128),
  long(129),
  "\u{1d4b3}".repeat(128),
  "\u{1d4b3}".repeat(129),
  long(8192),
  long(8193),
  "\u00e9".repeat(4097),
  long(60_000),
];

/** Values that are of the right type for no more than one type of field. */
const ofAnyType: readonly Value[] = [null, "", "5", 0, 7, true, false, [], {}, [null], [[]], { a: 1 }];

const numbers: readonly number[] = [0, -1, 1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21];

function textEdges(field: StringField): readonly string[] {
  const { format } = field;
  if (format === undefined) return texts;
  const { good, bad, edges } = formatTexts[format];
  return [...good, ...bad, ...edges, ...texts.slice(0, 12)];
}

export function nested(levels: number): Value {
  return levels === 0 ? 1 : levels % 2 === 0 ? { deep: nested(levels - 1) } : [nested(levels - 1)];
}

/** Edge values of a field. Some are made of the value that is there. */
export function edgeValues(field: Field, value: Value | undefined): readonly (Value | undefined)[] {
  return [...ownEdges(field, value), ...ofAnyType, undefined];
}

function ownEdges(field: Field, value: Value | undefined): readonly (Value | undefined)[] {
  switch (field.type) {
    case "string":
      return [...textEdges(field), ...(typeof value === "string" ? [` ${value} `, value.toUpperCase()] : [])];
    case "integer": {
      const bounds = [field.min, field.max].filter((bound) => bound !== undefined);
      return [...bounds.flatMap((bound) => [bound - 1, bound, bound + 1]), ...numbers];
    }
    case "boolean":
      return [true, false, "true", 1];
    case "enum":
      return [...field.values, ...field.values.map((word) => word.toLowerCase()), ` ${field.values[0]} `, "NO_SUCH"];
    case "object":
      return [{ ...(isObject(value) ? value : {}), noSuchMember: 1 }];
    case "array":
      return Array.isArray(value) ? [[...value, ...value], [...value, null], value.slice(1), [...value].reverse()] : [];
    case "record":
      return [{ "": [] }, { "": "a" }, { plan: null }, { plan: [""] }];
    case "json":
      return [nested(64), nested(65), nested(66), nested(200), { a: "\ud83d", "": null }];
    case "service":
      return [];
  }
}
