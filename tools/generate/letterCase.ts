/** With its first letter in upper case: names in Go and .NET, and sentences. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** As the generator of Python's SDKs spells a name. */
export function inSnakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/**
 * The name of an enum's member in the schema, such as `FastSsd` for `FAST_SSD`. Without it, the generators of Python and Go take each
 * capital letter of a value as the beginning of a word.
 */
export function enumMember(value: string): string {
  return inSnakeCase(value)
    .split(/[^a-z0-9]+/)
    .map(capitalized)
    .join("");
}

/** The name of the same member in Python, such as `FAST_SSD`. One that would be a keyword in lowercase gets an underscore. */
export function pythonEnumMember(value: string): string {
  const member = inSnakeCase(value)
    .replace(/[^a-z0-9]+/g, "_")
    .toUpperCase();
  return member === "IN" ? "IN_" : member;
}
