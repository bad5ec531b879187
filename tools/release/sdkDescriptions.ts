/** The descriptions of a schema, with the names of members and the constants as programs in a language spell them. */
import { capitalized, inSnakeCase } from "../generate/letterCase.js";

export type Language = "python" | "go" | "dotnet" | "java";
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const spelling: Readonly<Record<Language, (name: string) => string>> = {
  python: inSnakeCase,
  go: capitalized,
  dotnet: capitalized,
  java: (name) => name,
};

const constants: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  python: { true: "True", false: "False" },
  go: {},
  dotnet: {},
  java: {},
};

/** The keys of a schema whose values have a member for each property. */
const LISTS = ["properties", "inputProperties", "variables"];

export function describedIn(language: Language, schema: Json): Json {
  const names = new Set(propertiesOf(schema));
  const spelled = (_: string, word: string) =>
    names.has(word) ? `\`${spelling[language](word)}\`` : `\`${constants[language][word] ?? word}\``;
  // Programs between fences are in their own language already.
  const described = (text: string) =>
    text
      .split(/(```[\s\S]*?```)/)
      .map((segment) => (segment.startsWith("```") ? segment : segment.replace(/`([^`]+)`/g, spelled)))
      .join("");
  const within = (value: Json, key = ""): Json => {
    if (typeof value === "string") return key === "description" ? described(value) : value;
    if (Array.isArray(value)) return value.map((item) => within(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, within(member, name)]));
  };
  return within(schema);
}

function propertiesOf(value: Json): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(LISTS.includes(key) ? Object.keys(member as object) : []),
    ...propertiesOf(member),
  ]);
}
