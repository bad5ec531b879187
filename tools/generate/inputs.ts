import { referenceName, refersTo } from "../../provider/definition/reference.js";
import { definitions } from "../../provider/resources/index.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { argumentComment, objectDeclaration } from "./declaration.js";
import { jsonType } from "./jsonType.js";

export function inputType(field: Field, scope: "input." | ""): string {
  const plain = (): string => {
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
        return `${scope}${field.name}Args`;
      case "array":
        return `${wrapped(field.item, scope)}[]`;
      case "record":
        return `{ [key: string]: ${wrapped(field.value, scope)} }`;
      case "json":
        return jsonType(field);
      case "service":
        return "ServiceArgs";
    }
  };
  return `${plain()}${field.nullable ? " | null" : ""}`;
}

function wrapped(field: Field, scope: "input." | ""): string {
  return `pulumi.Input<${[inputType(field, scope), ...resourcesFor(field, "")].join(" | ")}>`;
}

/** The types of the resources that a program may give in place of their ID or of a reference to them. */
function resourcesFor(field: Field, kind: string): string[] {
  const type = field.idOf?.kind === "service" ? "DeployableService" : field.idOf === undefined ? "" : kind;
  return [...kindsReferredTo(field), type].filter((each) => each !== "");
}

export function inputMembers(fields: Fields, scope: "input." | "", indent: string, kind = ""): string {
  return Object.entries(fields)
    .map(([name, field]) => {
      // An optional argument may be an output that turns out to be undefined, such as the same output of another resource.
      const plain = [inputType(field, scope), ...resourcesFor(field, kind)].join(" | ");
      const given = field.required ? plain : `${plain} | undefined`;
      const type = `pulumi.Input<${given}>`;
      return `${argumentComment(field, indent)}${indent}${name}${field.required ? "" : "?"}: ${type}${field.required ? "" : " | undefined"};\n`;
    })
    .join("");
}

/** The kinds of the resources that a program may give for a reference. */
export function kindsReferredTo(field: Field): string[] {
  const names = refersTo(field);
  return definitions.filter((definition) => names.includes(referenceName(definition) ?? "")).map(({ kind }) => kind);
}

export function inputDeclaration(object: ObjectField): string {
  return objectDeclaration(object, `${object.name}Args`, object.members, (members) => inputMembers(members, "", "  "));
}
