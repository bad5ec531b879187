/** The words of a value of an enum: `FAST_SSD` and `onPremise` have two. */
function wordsOf(value: string): string[] {
  return value
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");
}

/**
 * The name of an enum's member in the schema, such as `FastSsd`. Without it, the generators of Python and Go take each capital letter of
 * a value as the beginning of a word.
 */
export function enumMember(value: string): string {
  return wordsOf(value)
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join("");
}

/** The name of the same member in Python, such as `FAST_SSD`. */
export function pythonEnumMember(value: string): string {
  return wordsOf(value).join("_").toUpperCase();
}
