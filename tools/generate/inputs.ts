import {
  itemKind,
  type ResourceArgument,
  referenceName,
  refersTo,
  resourceArgument,
} from "../../provider/definition/references.js";
import { definitions } from "../../provider/kinds/index.js";
import type { Field, Fields, ObjectField, StringField } from "../../provider/schema/field.js";
import { type TextFormat, textFormats } from "../../provider/schema/formats.js";
import { argumentComment, comment, fileName, objectDeclaration } from "./declaration.js";
import { jsonType } from "./jsonType.js";
import { resourceDescription } from "./text.js";

export function inputType(field: Field, scope: "input." | ""): string {
  const plain = (): string => {
    switch (field.type) {
      case "string":
        return textType(field);
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

/** With the texts that editors suggest. (`string` alone would absorb them.) */
function textType({ format }: StringField): string {
  const { words = [] }: Partial<TextFormat> = format === undefined ? {} : textFormats[format];
  if (words.length === 0) return "string";
  return [...words.map((word) => JSON.stringify(word)), "(string & {})"].join(" | ");
}

function wrapped(field: Field, scope: "input." | ""): string {
  return `pulumi.Input<${[inputType(field, scope), ...resourcesFor(field, "")].join(" | ")}>`;
}

/** The types of the resources that a program may give in place of their ID or of a reference to them. */
function resourcesFor(field: Field, kind: string): string[] {
  const named = { service: "DeployableService", "same kind": kind }[field.idOf?.kind ?? ""] ?? itemKind(field) ?? "";
  return [...kindsReferredTo(field), named].filter((each) => each !== "");
}

export function inputMembers(fields: Fields, scope: "input." | "", indent: string, kind = ""): string {
  return Object.entries(fields)
    .map(([name, field]) => {
      const plain = [inputType(field, scope), ...resourcesFor(field, kind)].join(" | ");
      const sibling = resourceArgument(name, field);
      if (sibling !== undefined) return withResource(name, field, fields, "neither", indent);
      return `${argumentComment(field, indent)}${indent}${member(name, plain, field.required)}`;
    })
    .join("");
}

/** An optional argument may be an output that turns out to be undefined, such as the same output of another resource. */
function member(name: string, type: string, isRequired: boolean): string {
  return isRequired
    ? `${name}: pulumi.Input<${type}>;\n`
    : `${name}?: pulumi.Input<${type} | undefined> | undefined;\n`;
}

/** The declarations of an ID and of the argument for its resource, of which one may be required. */
function withResource(
  name: string,
  field: Field,
  fields: Fields,
  required: "ID" | "resource" | "neither",
  indent: string,
): string {
  const { name: sibling, kind } = resourceArgument(name, field) as ResourceArgument;
  if (sibling in fields) throw new Error(`${name} has no argument for its resource: ${sibling} is another one`);
  const about = comment([resourceDescription(name, field)], indent);
  const id = `${argumentComment(field, indent)}${indent}${member(name, "string", required === "ID")}`;
  const specified = required === "resource" ? kind : `${kind} | ResourceOutput`;
  return `${id}\n${about}${indent}${member(sibling, specified, required === "resource")}`;
}

const isNamed = (name: string, text: string) => new RegExp(`(?:<|\\| )${name}(?: \\||>)`).test(text);

/** The import of the type that outputs use for a resource, if the text names it. */
export function outputImport(text: string): string {
  return isNamed("ResourceOutput", text) ? 'import type { ResourceOutput } from "../../programArguments.js";\n' : "";
}

/** Imports of the classes of the kinds that types in the text name. */
export function classImports(text: string, from: string, except?: string): string {
  return definitions
    .map(({ kind }) => kind)
    .filter((kind) => kind !== except && isNamed(kind, text))
    .sort()
    .map((kind) => `import type { ${kind} } from "${from}/${fileName(kind)}.js";\n`)
    .join("");
}

/** The kinds of the resources that a program may give for a reference. */
export function kindsReferredTo(field: Field): string[] {
  const names = refersTo(field);
  return definitions.filter((definition) => names.includes(referenceName(definition) ?? "")).map(({ kind }) => kind);
}

/**
 * The type of an object. For a required ID, it requires the ID or its resource. The arguments of a class are an interface, so that
 * programs can extend it; there, this is only checked at preview.
 */
export function inputDeclaration(object: ObjectField): string {
  const { description, name, members, alternatives } = object;
  const write = (own: Fields) => inputMembers(own, "", "  ");
  const isChoice = ([argument, field]: readonly [string, Field]) =>
    field.required && resourceArgument(argument, field) !== undefined;
  const choices = Object.entries(members).filter(isChoice);
  if (choices.length === 0 || alternatives !== undefined)
    return objectDeclaration(object, `${name}Args`, members, write);
  const others = Object.fromEntries(Object.entries(members).filter((each) => !isChoice(each)));
  const forms = choices.map(([argument, field]) =>
    (["ID", "resource"] as const).map((required) => `{\n${withResource(argument, field, members, required, "  ")}}`),
  );
  const specified = forms.map((each) => ` & (${each.join(" | ")})`).join("");
  return `${comment([description])}export type ${name}Args = {\n${write(others)}}${specified};\n\n`;
}
