import type { Field } from "../../provider/schema/field.js";
import { argumentFacts, resultDescription, resultFacts } from "./text.js";

/** First lines of every generated file of the SDK. */
export const header = "// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.\n\n";
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

export function argumentComment(field: Field, indent: string): string {
  return withFacts(field.description, argumentFacts(field), indent);
}

export function resultComment(field: Field, indent: string): string {
  return withFacts(resultDescription(field), resultFacts(field), indent);
}

function withFacts(description: string, facts: readonly string[], indent: string): string {
  return comment(facts.length === 0 ? [description] : [description, "", facts.join(" ")], indent);
}
