import { itemKind, resourceArgument } from "../../provider/definition/references.js";
import { deployable } from "../../provider/generated/deployable.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { memberAnchor, plain, typeAnchor } from "./anchors.js";
import { jsonType } from "./jsonType.js";
import { capitalized } from "./letterCase.js";
import { kindAddress } from "./referencePages.js";
import { table } from "./tables.js";
import { argumentFacts, choiceText, listed, resourceDescription, resultDescription, resultFacts } from "./text.js";

const serviceType = "ServiceArgs";

interface Entry {
  readonly name: string;
  readonly type: string;
  readonly marks: readonly string[];
  readonly text: string;
}

/** Arguments, each with a heading of its own, so that the search finds it. */
export function inputList(fields: Fields): string {
  return inputEntries(fields)
    .map(({ name, type, marks, text }) => {
      return `### \`${name}\` {#${memberAnchor(name)}}\n\n${[type, ...marks].join(" · ")}\n\n${text}\n`;
    })
    .join("\n");
}

/** The members of an object of the arguments. */
function inputTable(object: ObjectField): string {
  const rows = inputEntries(object.members, object).map(({ name, type, marks, text }) => [
    `\`${name}\``,
    type,
    [...marks.map((mark) => `${capitalized(mark)}.`), text].join(" "),
  ]);
  return table(["name", "type", "description"], rows);
}

/** Required ones first. */
function inputEntries(fields: Fields, owner?: ObjectField): Entry[] {
  const names = Object.keys(fields);
  const isRequired = (name: string) => requirement(name, fields, owner) === "required";
  const sorted = [...names.filter(isRequired), ...names.filter((name) => !isRequired(name))];
  return sorted.flatMap((name) => [inputEntry(name, fields, owner), ...resourceEntry(name, fields)]);
}

/** The argument for the resource that an ID names. */
function resourceEntry(name: string, fields: Fields): Entry[] {
  const field = fields[name] as Field;
  const sibling = resourceArgument(name, field);
  if (sibling === undefined) return [];
  const type = `[\`${sibling.kind}\`](${kindAddress(sibling.kind)})`;
  const text = `${resourceDescription(name, field)} In other languages, pass the output \`id\` as \`${name}\`.`;
  return [{ name: sibling.name, type, marks: ["TypeScript only"], text }];
}

function inputEntry(name: string, fields: Fields, owner: ObjectField | undefined): Entry {
  const field = fields[name] as Field;
  const { onUpdate, extendedOnly, ...rest } = field;
  const replaces = onUpdate === "replace";
  const needed = requirement(name, fields, owner);
  const marks = [
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
      : [`In TypeScript, ${isList ? "an item" : "it"} may also be the [${item}](${kindAddress(item)}) itself.`]),
  ].join(" ");
  return { name, type: typeLink(field, field.nullable === true && needed !== "required"), marks, text: plain(text) };
}

/** Whether a member must be given. The type says it of members of a choice. */
function requirement(name: string, fields: Fields, owner: ObjectField | undefined): string {
  if (owner?.alternatives?.some((names) => names.includes(name))) return "optional";
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

export function typeText(field: Field): string {
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

/**
 * An object of the arguments; in responses, it may have more members.
 *
 * @param uses The arguments that have it: they describe it.
 */
export function inputType(object: ObjectField, uses: readonly string[]): string {
  const { name, members, rules = [], responseOnly } = object;
  const choice = choiceText(object);
  return [
    typeHead(object, uses),
    ...(choice === undefined ? [] : [`${choice}\n`]),
    ...rules.map((description) => `${plain(description)}\n`),
    Object.keys(members).length === 0 ? "It has no members: `{}`.\n" : inputTable(object),
    ...(responseOnly === undefined
      ? []
      : [`In outputs, \`${name}\` has these members too:\n\n${outputTable(responseOnly)}`]),
  ].join("\n");
}

/** An object that only responses have. */
export function outputType(object: ObjectField, uses: readonly string[]): string {
  return `${typeHead(object, uses)}\n${outputTable({ ...object.members, ...object.responseOnly })}`;
}

function typeHead({ name }: ObjectField, uses: readonly string[]): string {
  const all = uses.map((use) => `\`${use}\``);
  return `### ${name} {#${typeAnchor(name)}}\n\nType of ${listed(all, "and")}.\n`;
}

/** A service to deploy, if the kind selects services. */
export function serviceSection(fields: Fields): string[] {
  if (!Object.values(fields).some((field) => typeNameIn(field) === serviceType)) return [];
  const kinds = deployable.map(({ kind }) => `[${kind}](${kindAddress(kind)})`);
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
