/** Names that a constant of the program cannot have: words of the language, and what every module has already. */
const reserved = new Set(
  `abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do
  else enum eval export exports extends false finally for from function get global globalThis if implements import in
  infinity instanceof interface let module nan never new null number object of package private process promise protected
  public pulumi require return set static string super switch symbol this throw true try type typeof undefined unknown var
  void while with yield __dirname __filename console config options args name constructor prototype tostring valueof
  registeroutputs getdata urn`.split(/\s+/),
);

const maximumLength = 40;

/** Unique names in the program. Names that differ only in case count as equal, since they're also names of files. */
export interface Identifiers {
  /**
   * A name of these words, in camelCase.
   *
   * @param other Words to add if the name is taken or not possible.
   */
  name(words: readonly string[], other: readonly string[]): string;
}

export function newIdentifiers(taken: readonly string[]): Identifiers {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return {
    name(words, other) {
      const isFree = (name: string) => !reserved.has(name.toLowerCase()) && !used.has(name.toLowerCase());
      // A name of digits, or in another script, needs a word before it.
      const base = /^[a-z]/.test(camelCase(words)) ? camelCase(words) : camelCase([...other, ...words]);
      let name = isFree(base) ? base : camelCase([...words, ...other]);
      for (let number = 2; !isFree(name) || !/^[a-z]/.test(name); number += 1) name = `${base}${number}`;
      used.add(name.toLowerCase());
      return name;
    },
  };
}

/** Words of any text as one name in camelCase, of ASCII letters and digits. */
export function camelCase(texts: readonly string[]): string {
  const plain = texts
    .join(" ")
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replaceAll("ß", "ss");
  const words = plain.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const name = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join("");
  return name.slice(0, maximumLength);
}
