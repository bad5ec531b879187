/** Addresses of Terraform's resources: `module.shop["eu"].platform_container.web[0]`. */

/** What distinguishes the instances of a resource: a number with `count`, a text with `for_each`. */
export type IndexKey = string | number;

export interface AddressSegments {
  /** The address of the module, such as `module.shop["eu"]`; empty for the root module. */
  readonly module: string;
  readonly type: string;
  readonly name: string;
  readonly key: IndexKey | undefined;
}

/** The address of an instance, as Terraform prints it. */
export function addressOf({ module, type, name, key }: AddressSegments): string {
  const resource = `${type}.${name}`;
  return `${module === "" ? "" : `${module}.`}${resource}${key === undefined ? "" : `[${keyText(key)}]`}`;
}

/** The names and keys in an address, from the outermost module to the instance: what people call it. */
export function namesIn({ module, name, key }: AddressSegments): string[] {
  const steps = [...module.matchAll(/module\.([^.[\]"]+)(?:\[(?:"((?:[^"\\]|\\.)*)"|(\d+))\])?\.?/gy)].flatMap(
    ([, step = "", text, index]) => [
      step,
      ...(text === undefined ? [] : [unquoted(text)]),
      ...(index === undefined ? [] : [index]),
    ],
  );
  return [...steps, name, ...(key === undefined ? [] : [String(key)])];
}

/** A key as Terraform writes it. In its strings, `${` and `%{` would begin a template. */
function keyText(key: IndexKey): string {
  if (typeof key === "number") return String(key);
  const marks: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };
  const text = key
    .replace(/[\n\r\t"\\]/g, (mark) => marks[mark] as string)
    .replace(/[$%](?=\{)/g, (mark) => mark + mark)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped);
  return `"${text}"`;
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

function unquoted(text: string): string {
  const marks: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
  return text
    .replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gu, (_, short, long, mark) =>
      mark === undefined ? String.fromCodePoint(Number.parseInt(short ?? long, 16)) : (marks[mark] ?? mark),
    )
    .replace(/([$%])\1(?=\{)/g, "$1");
}

/** A text as one argument of a POSIX shell. */
export function shellArgument(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
