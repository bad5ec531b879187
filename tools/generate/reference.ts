import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import { definitions } from "../../provider/resources/index.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { fileName } from "./declaration.js";
import { argumentsOf, typesBelow } from "./fields.js";
import { abilitiesTable, table } from "./tables.js";
import { argumentFacts, resultDescription, resultFacts } from "./text.js";

const note = "<!-- Generated from the definitions in provider/resources by `npm run generate`. Do not edit. -->\n\n";

const endpointNote =
  "Numbers are rows of the API document's endpoint table. Endpoints marked *ext* are extended endpoints, which are not in it.\n";

/** The reference pages, by path below the checkout. */
export function referenceFiles(): Map<string, string> {
  const pages = definitions.map(
    (definition) => [`docs/reference/${fileName(definition.kind)}.md`, page(definition)] as const,
  );
  const index = `${note}# Reference\n\n${definitions.map(({ kind, description }) => `- [${kind}](${fileName(kind)}.md): ${firstSentence(description)}`).join("\n")}\n`;
  return new Map([["docs/reference/README.md", index], ...pages]);
}

function firstSentence(text: string): string {
  return `${text.split(/\.\s/)[0]?.replace(/\.$/, "")}.`;
}

function page(definition: ResourceDefinition): string {
  const { kind, description, args, outputs, body, example } = definition;
  const { rules = [] } = body;
  const given = typesBelow<ObjectField>("object", [args], "argument");
  const returned = typesBelow<ObjectField>("object", [definition.args, outputs], "result");
  const objects = [
    ...[...given.values()].map(argumentObject),
    ...[...returned.values()].filter(({ name }) => !given.has(name)).map(resultObject),
  ];
  return [
    `${note}# ${kind}\n\n${description}\n`,
    `\`\`\`ts\n${example}\n\`\`\`\n`,
    `## Endpoints\n\n${abilitiesTable([definition])}\n${endpointNote}`,
    `## Arguments\n\n${argumentTable(argumentsOf(definition))}`,
    ...(rules.length === 0 ? [] : [`Rules, checked at preview:\n\n${rules.map((says) => `- ${says}`).join("\n")}\n`]),
    `## Outputs\n\nAll arguments, as the platform returns them, and:\n\n${resultTable(outputs)}`,
    ...(objects.length === 0 ? [] : [`## Objects\n\n${objects.join("\n")}`]),
  ].join("\n");
}

function argumentTable(fields: Fields, choices: readonly string[] = []): string {
  const rows = Object.entries(fields).map(([name, field]) => [
    `\`${name}\``,
    typeText(field),
    choices.includes(name) ? "one of" : field.required ? "yes" : "",
    [field.description, ...argumentFacts(field)].join(" "),
  ]);
  return table(["name", "type", "required", "description"], rows);
}

function resultTable(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, field]) => [
    `\`${name}\``,
    typeText(field),
    [resultDescription(field), ...resultFacts(field)].join(" "),
  ]);
  return table(["name", "type", "description"], rows);
}

function typeText(field: Field): string {
  switch (field.type) {
    case "string":
      return "string";
    case "enum":
      return field.values.map((value) => `\`${value}\``).join(", ");
    case "object":
      return `[${field.name}](#${field.name.toLowerCase()})`;
    case "array":
      return `array of ${typeText(field.item)}`;
    case "record":
      return `map of ${typeText(field.value)}`;
    case "json":
      return field.shape === "object" ? "JSON object" : "any JSON value";
    case "service":
      return "resource, or `{ service: resource, … }`";
    default:
      return field.type;
  }
}

/** An object that a program gives, and that responses may have more members of. */
function argumentObject(object: ObjectField): string {
  const { name, description, members, alternatives = [], rules = [], responseOnly } = object;
  const groups = alternatives.map((names) => names.map((member) => `\`${member}\``).join(", "));
  return [
    `### ${name}\n\n${description}\n`,
    ...(groups.length === 0 ? [] : [`Exactly one of ${groups.join(" | ")}.\n`]),
    ...(Object.keys(members).length === 0
      ? ["It has no members: `{}`.\n"]
      : [argumentTable(members, alternatives.flat())]),
    ...rules.map((says) => `${says}\n`),
    ...(responseOnly === undefined ? [] : [`Only in outputs:\n\n${resultTable(responseOnly)}`]),
  ].join("\n");
}

function resultObject({ name, description, members, responseOnly }: ObjectField): string {
  return `### ${name}\n\n${description}\n\n${resultTable({ ...members, ...responseOnly })}`;
}
