/** The page about lookups of what no kind manages. */
import type { LookupDefinition } from "../../provider/definition/kind.js";
import { allOf } from "../../provider/definition/names.js";
import { lookups } from "../../provider/lookups.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { kebab, plain } from "./anchors.js";
import { typesBelow, usesOfTypes } from "./fields.js";
import { codeGroup } from "./languages/programs.js";
import { lookupOneProgram, ownLookupProgram } from "./lookupExamples.js";
import { exampleName, isReadById, lookUpMembers, nameDescription } from "./lookups.js";
import { outputTable, outputType, typeText } from "./referenceMembers.js";
import { table } from "./tables.js";
import { argumentFacts } from "./text.js";

export function lookupsPage(): string {
  const sections = lookups.map(
    (each) => `## ${functionsOf(each).join(", ")} {#${kebab(each.kind)}}\n\n${sectionOf(each)}`,
  );
  return `# Other lookups

These functions get what no resource manages, also during preview. They need the [full API](../concepts/endpoints.md), and have the
argument [\`connection\`](index.md#connection), too. Those that get resources are on the pages of [the resources](index.md).

${[...sections, typesSection()].join("\n")}`;
}

/** The names of the functions: for one, and for all if there is a list. */
export function functionsOf({ kind, lookups: { own } }: LookupDefinition): string[] {
  return own === undefined ? [`get${kind}`, `get${allOf(kind)}`] : [`get${kind}`];
}

function sectionOf(definition: LookupDefinition): string {
  const { kind, description, lookups } = definition;
  const { own } = lookups;
  const { typescript, others } = own === undefined ? lookupOneProgram(definition) : ownLookupProgram(kind, own);
  return `${plain(own?.description ?? `${description} ${functionsText(definition)}`)}

${codeGroup(typescript, others)}
### Arguments {#${kebab(kind)}-arguments}

${argumentTable(own?.args ?? namedArguments(definition))}
### Results {#${kebab(kind)}-results}

${outputTable(own?.outputs ?? { id, ...lookUpMembers(definition) })}`;
}

const id: Field = { type: "string", required: true, description: "ID on the platform." };

/** `getOrganization` gets one by name or ID, and `getOrganizations()` all. */
function functionsText(definition: LookupDefinition): string {
  const { kind, pathArgs } = definition;
  const one = [...pathArgs, `name: "${exampleName(definition)}"`].join(", ");
  const all = pathArgs.length === 0 ? "" : `{ ${pathArgs.join(", ")} }`;
  return `\`get${kind}({ ${one} })\` gets one by its name, or with \`id\` by its ID, and \`get${allOf(kind)}(${all})\` all.`;
}

/** The arguments of both functions. */
function namedArguments(definition: LookupDefinition): Fields {
  const { args, pathArgs } = definition;
  const isOptional = isReadById(definition);
  return {
    ...Object.fromEntries(pathArgs.map((name) => [name, { ...args[name], required: !isOptional } as Field])),
    name: { type: "string", required: false, description: nameDescription(definition) },
    id: { type: "string", required: false, description: "ID to look for, instead of a name." },
  };
}

function argumentTable(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, field]) => [
    `\`${name}\``,
    `\`${typeText(field)}\``,
    plain([...(field.required ? ["Required."] : []), field.description, ...argumentFacts(field)].join(" ")),
  ]);
  return table(["name", "type", "description"], rows);
}

function typesSection(): string {
  const roots = lookups.map(({ outputs }) => outputs);
  const uses = usesOfTypes(roots, "result");
  const types = [...typesBelow<ObjectField>("object", roots, "result").values()];
  return `## Types {#types}\n\n${types.map((each) => outputType(each, uses.get(each.name) ?? [])).join("\n")}`;
}
