import { itemKind, resourceArgument } from "../../provider/definition/references.js";
import { deployable } from "../../provider/generated/deployable.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { memberAnchor, plain, typeAnchor } from "./anchors.js";
import { fileName } from "./declaration.js";
import { jsonType } from "./jsonType.js";
import { table } from "./tables.js";
import { argumentFacts, choiceText, listed, resourceDescription, resultDescription, resultFacts } from "./text.js";

const serviceType = "ServiceArgs";

/** Arguments: required ones first and marked, each with a heading of its own, so that the search finds it. */
export function inputList(fields: Fields, owner?: ObjectField): string {
  const names = Object.keys(fields);
  const isRequired = (name: string) => requirement(name, fields, owner) === "required";
  const sorted = [...names.filter(isRequired), ...names.filter((name) => !isRequired(name))];
  return sorted.flatMap((name) => [inputEntry(name, fields, owner), ...resourceEntry(name, fields, owner)]).join("\n");
}

function entryTitle(name: string, owner: ObjectField | undefined): string {
  return `${owner === undefined ? "###" : "####"} \`${name}\` {#${memberAnchor(name, owner?.name)}}`;
}

/** The argument for the resource that an ID names. */
function resourceEntry(name: string, fields: Fields, owner: ObjectField | undefined): string[] {
  const field = fields[name] as Field;
  const sibling = resourceArgument(name, field);
  if (sibling === undefined) return [];
  const type = `[\`${sibling.kind}\`](${fileName(sibling.kind)}.md)`;
  const text = `${resourceDescription(name, field)} In other languages, pass the output \`id\` as \`${name}\`.`;
  return [`${entryTitle(sibling.name, owner)}\n\n${type} · TypeScript only\n\n${text}\n`];
}

function inputEntry(name: string, fields: Fields, owner: ObjectField | undefined): string {
  const field = fields[name] as Field;
  const { onUpdate, extendedOnly, ...rest } = field;
  const replaces = onUpdate === "replace";
  const needed = requirement(name, fields, owner);
  const marks = [
    typeLink(field, field.nullable === true && needed !== "required"),
    ...(needed === "optional" ? [] : [needed]),
    ...(extendedOnly ? ["[full API](../concepts/endpoints.md)"] : []),
    ...(replaces ? ["changing it replaces the resource"] : []),
  ];
  const isList = field.type === "array";
  const item = itemKind(isList ? field.item : field);
  const text = [
    field.description,
    ...argumentFacts((replaces ? rest : { ...rest, onUpdate }) as Field),
    ...(item === undefined
      ? []
      : [`In TypeScript, ${isList ? "an item" : "it"} may also be the [${item}](${fileName(item)}.md) itself.`]),
  ].join(" ");
  return `${entryTitle(name, owner)}\n\n${marks.join(" · ")}\n\n${plain(text)}\n`;
}

/** Whether a member must be given: a member of a choice only if its group is the one that is used. */
function requirement(name: string, fields: Fields, owner: ObjectField | undefined): string {
  const { alternatives = [] } = owner ?? {};
  const group = alternatives.find((names) => names.includes(name));
  if (group !== undefined) {
    const others = alternatives.flat().filter((member) => !group.includes(member));
    const choice = listed(
      others.map((member) => `\`${member}\``),
      "or",
    );
    return group.length === 1 ? `required, unless ${choice} is set` : `optional, only without ${choice}`;
  }
  const field = fields[name] as Field;
  const sibling = resourceArgument(name, field);
  if (sibling !== undefined && field.required) return `required, unless \`${sibling.name}\` is set`;
  return field.required ? "required" : "optional";
}

/** Outputs. */
export function outputTable(fields: Fields, first: readonly (readonly string[])[] = []): string {
  const rows = Object.entries(fields).map(([name, field]) => [
    `\`${name}\``,
    typeLink(field),
    plain([resultDescription(field), ...resultFacts(field)].join(" ")),
  ]);
  return table(["name", "type", "description"], [...first, ...rows]);
}

/** The type as TypeScript writes it, with a link to the members of an object. */
function typeLink(field: Field, isNullable = false): string {
  if (field.type === "service") return "`ServiceSelection`";
  const code = `\`${typeText(field)}${isNullable ? " | null" : ""}\``;
  const name = typeNameIn(field);
  return name === undefined ? code : `[${code}](#${typeAnchor(name)})`;
}

/** The type below that has a section of its own. */
function typeNameIn(field: Field): string | undefined {
  if (field.type === "array") return typeNameIn(field.item);
  if (field.type === "record") return typeNameIn(field.value);
  if (field.type === "service") return serviceType;
  return field.type === "object" ? field.name : undefined;
}

function typeText(field: Field): string {
  switch (field.type) {
    case "string":
    case "boolean":
      return field.type;
    case "integer":
      return "number";
    case "enum":
      return field.values.map((value) => `"${value}"`).join(" | ");
    case "object":
      return field.name;
    case "array":
      return field.item.type === "enum" ? `(${typeText(field.item)})[]` : `${typeText(field.item)}[]`;
    case "record":
      return `{ [key: string]: ${typeText(field.value)} }`;
    case "json":
      return jsonType(field);
    case "service":
      return serviceType;
  }
}

/** An object of the arguments; in responses, it may have more members. */
export function inputType(object: ObjectField): string {
  const { name, members, rules = [], responseOnly } = object;
  const choice = choiceText(object);
  return [
    typeHead(object),
    ...(choice === undefined ? [] : [`${choice}\n`]),
    ...rules.map((description) => `${plain(description)}\n`),
    Object.keys(members).length === 0 ? "It has no members: `{}`.\n" : inputList(members, object),
    ...(responseOnly === undefined
      ? []
      : [`In outputs, \`${name}\` has these members too:\n\n${outputTable(responseOnly)}`]),
  ].join("\n");
}

/** An object that only responses have. */
export function outputType(object: ObjectField): string {
  return `${typeHead(object)}\n${outputTable({ ...object.members, ...object.responseOnly })}`;
}

function typeHead({ name, description }: ObjectField): string {
  return `### ${name} {#${typeAnchor(name)}}\n\n${plain(description)}\n`;
}

/** A service to deploy, if the kind selects services. */
export function serviceSection(fields: Fields): string[] {
  if (!Object.values(fields).some((field) => typeNameIn(field) === serviceType)) return [];
  const kinds = deployable.map(({ kind }) => `[${kind}](${fileName(kind)}.md)`);
  const names = [...new Set(deployable.flatMap(({ deployedAs }) => Object.keys(deployedAs?.versions ?? {})))];
  const versions = names.map((name) => {
    const used = deployable.filter(({ deployedAs }) => name in (deployedAs?.versions ?? {}));
    return `- \`${name}\`: for ${used.map(({ kind }) => kind).join(", ")}\n`;
  });
  return [
    `### ${serviceType} {#${typeAnchor(serviceType)}}

A service to deploy: a resource (${kinds.join(", ")}), its output \`deployable\`, or \`{ service: resource }\` with one of these versions, which are optional:

${versions.join("")}`,
  ];
}
