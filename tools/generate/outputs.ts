import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { objectDeclaration, resultComment } from "./declaration.js";
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
  if (field.changesWith?.length === 0) return true;
  return (
    !field.nullable &&
    (field.required || field.default !== undefined || field.whenOmitted?.isResourceName === true) &&
    !field.local
  );
}

/** Groups of members are as in the arguments, so that what a lookup returns can be given to a resource. */
export function outputDeclaration(object: ObjectField): string {
  return objectDeclaration(object, object.name, { ...object.members, ...object.responseOnly }, outputMembers);
}

function outputMembers(fields: Fields): string {
  return Object.entries(fields)
    .map(
      ([name, field]) =>
        `${resultComment(field, "  ")}  ${name}${isAlways(field) ? "" : "?"}: ${outputType(field, "")}${isAlways(field) ? "" : " | undefined"};\n`,
    )
    .join("");
}
