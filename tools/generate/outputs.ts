import type { Field, ObjectField } from "../../provider/schema/field.js";
import { comment, resultComment } from "./declaration.js";

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
      return field.shape === "object" ? "{ [key: string]: unknown }" : "unknown";
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
  const choices = (object.alternatives ?? []).flat();
  const members = Object.entries({ ...object.members, ...object.responseOnly }).map(([name, field]) => {
    const isThere = isAlways(field) && !choices.includes(name);
    return `${resultComment(field, "  ")}  ${name}${isThere ? "" : "?"}: ${outputType(field, "")}${isThere ? "" : " | undefined"};\n`;
  });
  if (members.length === 0)
    return `${comment([object.description])}export type ${object.name} = Record<string, never>;\n\n`;
  return `${comment([object.description])}export interface ${object.name} {\n${members.join("")}}\n\n`;
}
