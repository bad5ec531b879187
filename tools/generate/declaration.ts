import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { argumentFacts, resultDescription, resultFacts } from "./text.js";

/** First lines of every generated file of the SDK. */
export const header = "// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.\n\n";
/** What definitions themselves import: everything else is written after it. */
export const referencesPath = "provider/generated/references.ts";
export const pulumiImport = 'import type * as pulumi from "@pulumi/pulumi";\n';

/** `container` for `Container`. */
export function fileName(kind: string): string {
  return kind[0]?.toLowerCase() + kind.slice(1);
}

/** `a Container`, `an Application`. */
export function withArticle(kind: string): string {
  return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}`;
}

/** Comment of a declaration. */
export function comment(lines: readonly string[], indent = ""): string {
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

/**
 * The type of an object: an interface or, if its members are in groups of which exactly one is given, a union.
 *
 * @param write The declarations of members.
 */
export function objectDeclaration(
  { description, alternatives = [] }: ObjectField,
  name: string,
  members: Fields,
  write: (members: Fields) => string,
): string {
  const about = comment([description]);
  if (Object.keys(members).length === 0) return `${about}export type ${name} = Record<string, never>;\n\n`;
  if (alternatives.length === 0) return `${about}export interface ${name} {\n${write(members)}}\n\n`;
  const choices = alternatives.flat();
  const written = (isWritten: (member: string) => boolean) =>
    write(Object.fromEntries(Object.entries(members).filter(([member]) => isWritten(member))));
  const variants = alternatives.map((used) => {
    const others = choices.filter((member) => !used.includes(member)).map((member) => `    ${member}?: undefined;\n`);
    return `  | {\n${written((member) => used.includes(member))}${others.join("")}  }`;
  });
  const shared = written((member) => !choices.includes(member));
  if (shared === "") return `${about}export type ${name} =\n${variants.join("\n")};\n\n`;
  return `${about}export type ${name} = {\n${shared}} & (\n${variants.join("\n")}\n);\n\n`;
}

export function argumentComment(field: Field, indent: string): string {
  return withFacts(field.description, argumentFacts(field), indent);
}

export function resultComment(field: Field, indent: string): string {
  return withFacts(resultDescription(field), resultFacts(field), indent);
}

function withFacts(description: string, facts: readonly string[], indent: string): string {
  return comment(facts.length === 0 ? [description] : [description, "", facts.join(" ")], indent);
}
