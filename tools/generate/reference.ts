import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import { definitions } from "../../provider/resources/index.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { fileName } from "./declaration.js";
import { abilitiesTable } from "./tables.js";
import { factsOf } from "./text.js";

const note = "<!-- Generated from the definitions in provider/resources by `npm run generate`. Do not edit. -->\n\n";

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
  const objects = nested({ ...args, ...outputs });
  return [
    `${note}# ${kind}\n\n${description}\n`,
    `\`\`\`ts\n${example}\n\`\`\`\n`,
    `## What it can do\n\n${abilitiesTable([definition])}`,
    `## Arguments\n\n${fieldTable(args, (field) => (field.required ? "yes" : ""))}`,
    ...(rules.length === 0 ? [] : [`Rules, checked at preview:\n\n${rules.map((says) => `- ${says}`).join("\n")}\n`]),
    `## Outputs\n\nAll arguments, as the platform answers them, and:\n\n${fieldTable(outputs)}`,
    ...(objects.length === 0 ? [] : [`## Objects\n\n${objects.map(objectSection).join("\n")}`]),
  ].join("\n");
}

function fieldTable(fields: Fields, required?: (field: Field) => string): string {
  const head =
    required === undefined
      ? "| name | type | meaning |\n|---|---|---|\n"
      : "| name | type | required | meaning |\n|---|---|---|---|\n";
  const rows = Object.entries(fields).map(([name, field]) => {
    const cells = [
      `\`${name}\``,
      typeText(field),
      ...(required === undefined ? [] : [required(field)]),
      [field.description, ...factsOf(field)].join(" "),
    ];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  });
  return `${head}${rows.join("")}`;
}

function typeText(field: Field): string {
  switch (field.type) {
    case "enum":
      return field.values.map((value) => `\`${value}\``).join(", ");
    case "object":
      return `[${field.name}](#${field.name.toLowerCase()})`;
    case "array":
      return `list of ${typeText(field.item)}`;
    case "record":
      return `map of ${typeText(field.value)}`;
    case "json":
      return field.shape === "object" ? "JSON object" : "any value";
    case "service":
      return "resource, or `{ service: resource, … }`";
    default:
      return field.type;
  }
}

/** All objects below the fields, each once, in order of appearance. */
function nested(fields: Fields): ObjectField[] {
  const found = new Map<string, ObjectField>();
  const visit = (field: Field): void => {
    if (field.type === "array") visit(field.item);
    if (field.type === "record") visit(field.value);
    if (field.type !== "object" || found.has(field.name)) return;
    found.set(field.name, field);
    for (const member of Object.values({ ...field.members, ...field.responseOnly })) visit(member);
  };
  for (const field of Object.values(fields)) visit(field);
  return [...found.values()];
}

function objectSection(object: ObjectField): string {
  const alternatives = object.alternatives ?? [];
  return [
    `### ${object.name}\n\n${object.description}\n`,
    ...(alternatives.length === 0
      ? []
      : [
          `Exactly one of ${alternatives.map((names) => names.map((name) => `\`${name}\``).join(", ")).join(" | ")}.\n`,
        ]),
    ...(Object.keys(object.members).length === 0
      ? ["It has no members: `{}`.\n"]
      : [fieldTable(object.members, (field) => (field.required ? "yes" : ""))]),
    ...(object.rules ?? []).map((says) => `${says}\n`),
    ...(object.responseOnly === undefined ? [] : [`Answered besides:\n\n${fieldTable(object.responseOnly)}`]),
  ].join("\n");
}
