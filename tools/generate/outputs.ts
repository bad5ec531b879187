import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { comment, resultComment } from "./declaration.js";
import { jsonType } from "./jsonType.js";

export function outputType(field: Field, scope: "output." | ""): string {
  switch (field.type) {
    case "string":
      return "string";
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "enum":
      return `enums.${field.name}`;
    case "object":
      return `${scope}${field.name}`;
    case "array":
      return `${outputType(field.item, scope)}[]`;
    case "record":
      return `{ [key: string]: ${outputType(field.value, scope)} }`;
    case "json":
      return jsonType(field);
    case "service":
      return "ServiceSelection";
  }
}

/** Whether the platform always returns it. */
export function isAlways(field: Field): boolean {
  return (
    !field.nullable &&
    (field.required || field.default !== undefined || field.defaultsToResourceName === true) &&
    !field.local
  );
}

export function outputDeclaration(object: ObjectField): string {
  const { name, alternatives = [], members, responseOnly = {} } = object;
  const about = comment([object.description]);
  const all = { ...members, ...responseOnly };
  if (Object.keys(all).length === 0) return `${about}export type ${name} = Record<string, never>;\n\n`;
  if (alternatives.length === 0) return `${about}export interface ${name} {\n${outputMembers(all)}}\n\n`;
  // As in the arguments, so that what a lookup returns can be given to a resource.
  const choices = alternatives.flat();
  const shared = outputMembers(membersIn(all, choices, false));
  const variants = alternatives.map((used) => {
    const others = choices.filter((member) => !used.includes(member)).map((member) => `    ${member}?: undefined;\n`);
    return `  | {\n${outputMembers(membersIn(all, used, true))}${others.join("")}  }`;
  });
  if (shared === "") return `${about}export type ${name} =\n${variants.join("\n")};\n\n`;
  return `${about}export type ${name} = {\n${shared}} & (\n${variants.join("\n")}\n);\n\n`;
}

function outputMembers(fields: Fields): string {
  return Object.entries(fields)
    .map(
      ([name, field]) =>
        `${resultComment(field, "  ")}  ${name}${isAlways(field) ? "" : "?"}: ${outputType(field, "")}${isAlways(field) ? "" : " | undefined"};\n`,
    )
    .join("");
}

/** The members that are in the list, or those that are not. */
function membersIn(fields: Fields, names: readonly string[], isIn: boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name) === isIn));
}
