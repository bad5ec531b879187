import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { allOf, schemaToken } from "../../provider/definition/names.js";
import { importAddress } from "../../provider/engine/import.js";
import { definitions } from "../../provider/kinds/index.js";
import { pathMembers } from "../../provider/platform/endpoint.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { errorAnchor, memberAnchor, plain } from "./anchors.js";
import { fileName } from "./declaration.js";
import { errorsOf } from "./errorsOf.js";
import { exampleId, furtherExamples, longerExample, parentExample, wholeProgram } from "./example.js";
import { argumentsOf, typesBelow } from "./fields.js";
import { inOtherLanguages } from "./languages/programs.js";
import { nameShown, nameSought } from "./lookups.js";
import { inputList, inputType, outputTable, outputType, serviceSection } from "./referenceMembers.js";
import { verbsText } from "./verbs.js";

const note = "<!-- Generated from the definitions in provider/kinds by `npm run generate`. Do not edit. -->\n\n";

/** The reference pages, by path below the checkout. */
export function referenceFiles(): Map<string, string> {
  const pages = definitions.map(
    (definition) => [`docs/reference/${fileName(definition.kind)}.md`, page(definition)] as const,
  );
  return new Map([
    ["docs/reference/index.md", index()],
    ["docs/reference/types.md", sharedTypesPage()],
    ["docs/.vitepress/referencePages.mts", sidebar()],
    ...pages,
  ]);
}

/** The pages of all kinds, for the sidebar of the site. */
function sidebar(): string {
  const pages = definitions.map(({ kind }) => ({ text: kind, link: `/reference/${fileName(kind)}` }));
  return `// Generated from the definitions in provider/kinds by \`npm run generate\`. Do not edit.\n\nexport const referencePages = ${JSON.stringify(pages)};\n`;
}

function index(): string {
  const resources = definitions.map(
    ({ kind, description }) => `- [${kind}](${fileName(kind)}.md): ${plain(firstSentence(description))}`,
  );
  return `${note}# Reference

Every argument accepts a value or an output (\`pulumi.Input\`). A resource has \`id\`, \`urn\` and its arguments as outputs too. Arguments are
optional unless they are marked as required. Those marked *full API* need [more endpoints than the basic API has](../concepts/endpoints.md). Python, Go, Java and YAML use the
[native provider](../concepts/providers.md).

${resources.join("\n")}

## Arguments of many resources {#arguments}

Resources whose pages name them have these, too. Times in outputs are ISO 8601.

${withSharedTypes(inputList(commonArguments()))}
## Schema {#schema}

\`pulumi package get-schema app-platform\` prints the schema of the native provider, with all arguments, outputs and types, as JSON.

See also [shared types](types.md), [resource options](../resource-options.md), [settings](../configuration.md), and [errors](../errors.md) by code.
`;
}

function firstSentence(text: string): string {
  return `${text.split(/\.\s/)[0]?.replace(/\.$/, "")}.`;
}

function page(definition: ResourceDefinition): string {
  const { kind, description, example } = definition;
  const sections = [
    `---\noutline: [2, 3]\n---\n\n${note}# ${kind}\n\n${plain(description)}\n\n${verbsText(definition)}`,
    `## Example {#example}\n\n${programs(example)}`,
    ...longerSections(kind),
    inputsSection(definition),
    outputsSection(definition),
    // A DeploymentTrigger exists only in its stack.
    ...(importAddress(definition) === undefined ? [] : [lookupSection(definition), adoptSection(definition)]),
    errorsSection(definition),
    ...typesSection(definition),
  ];
  return withSharedTypes(sections.join("\n"));
}

/** Programs that show more than the first one, by their headings. */
function longerSections(kind: string): string[] {
  const longer = longerExample(kind);
  const all = [...(longer === undefined ? [] : [{ ...longer, title: "Longer example" }]), ...furtherExamples(kind)];
  return all.map(({ title = "", shows, program }) => {
    const anchor =
      title === "Longer example" ? "longer-example" : `example-${title.toLowerCase().replaceAll(" ", "-")}`;
    return `### ${title} {#${anchor}}\n\n${shows}\n\n\`\`\`ts\n${program}\n\`\`\`\n`;
  });
}

function program(code: string): string {
  return `\`\`\`ts\n${wholeProgram(code)}\n\`\`\`\n`;
}

/** The program in each language, in tabs. All but the first are programs of the native provider. */
function programs(code: string): string {
  const others = inOtherLanguages(code).map(({ id, title, text }) => `\`\`\`${id} [${title}]\n${text}\n\`\`\`\n`);
  const first = program(code).replace("```ts", "```ts [TypeScript]");
  return `::: code-group\n\n${[first, ...others].join("\n")}\n:::\n`;
}

function inputsSection(definition: ResourceDefinition): string {
  const { rules = [] } = definition.body;
  const checked =
    rules.length === 0
      ? ""
      : `\nRules, checked at preview:\n\n${rules.map((description) => `- ${plain(description)}\n`).join("")}`;
  const all = argumentsOf(definition);
  const own = Object.fromEntries(Object.entries(all).filter(([name, field]) => !isOfEveryKind(name, field)));
  const others = Object.keys(all).filter((name) => !(name in own));
  const common = others.map((name) => `[\`${name}\`](index.md#${memberAnchor(name)})`);
  return `## Inputs {#inputs}\n\n${inputList(own)}${checked}\nAlso: ${common.join(", ")}.\n`;
}

/** Arguments that the overview describes once: those that most kinds have in the same words. */
const commonNames = [
  "connection",
  "adoptId",
  "cloneFrom",
  "annotationsGroups",
  "labelsGroups",
  "iconUri",
  "advancedSettings",
  "secretVariables",
];

function isOfEveryKind(name: string, field: Field): boolean {
  return commonNames.includes(name) && commonArguments()[name]?.description === field.description;
}

function commonArguments(): Fields {
  const container = definitions.find(({ kind }) => kind === "Container") as ResourceDefinition;
  return Object.fromEntries(Object.entries(argumentsOf(container)).filter(([name]) => commonNames.includes(name)));
}

function outputsSection({ identity, outputs, derived, pathArgs }: ResourceDefinition): string {
  const id = identity === "place" ? ` (its \`${pathArgs.at(-1)}\`)` : "";
  const { createdAt, updatedAt, ...own } = { ...outputs, ...derived };
  const times = [createdAt && ", `createdAt`", updatedAt && ", `updatedAt`"].filter(Boolean).join("");
  const more = Object.keys(own).length === 0 ? ".\n" : `, and:\n\n${outputTable(own)}`;
  return `## Outputs {#outputs}\n\n\`id\`${id}, \`urn\`${times}, all inputs as the platform returns them${more}`;
}

function lookupSection(definition: ResourceDefinition): string {
  const { kind, api, pathArgs, lookups } = definition;
  const shown = nameShown(definition);
  const byId = `${kind}.get("existing", "${exampleId}"${pathArgs.length === 0 ? "" : `, { ${parentExample(definition)} }`})`;
  const title = "## Look up an existing resource {#lookup}\n";
  if (lookups.own !== undefined) {
    const text = `\`get${kind}\` ${lowerFirst(lookups.own.description)}\n`;
    const lines = `export const found = get${kind}({ ${parentExample(definition)} });
export const urn = ${byId}.urn;`;
    return `${title}\n${text}\n${program(lines)}`;
  }
  const asResource = `[Read without managing](../how-to/adopting.md#read-without-managing) explains these.\n`;
  if (api.list === undefined) {
    return `${title}\n${asResource}\n${program(`const existing = ${byId};\nexport const urn = existing.urn;`)}`;
  }
  const parent = pathMembers(api.list).join(", ");
  const example = `export const one = get${kind}({ ${parent}, name: "${nameSought(definition)}" }); // or { id }
export const names = get${allOf(kind)}Output({ ${parent} }).apply((all) => all.map(({ ${shown} }) => ${shown}));
export const urn = ${byId}.urn;`;
  return `${title}\n${asResource}\n${program(example)}`;
}

function lowerFirst(text: string): string {
  return `${text[0]?.toLowerCase()}${text.slice(1)}`;
}

/** The name of the resource that a kind's example declares. */
function nameInExample({ kind, example }: ResourceDefinition): string {
  return new RegExp(`new ${kind}\\("([\\w-]+)"`).exec(example)?.[1] as string;
}

function adoptSection(definition: ResourceDefinition): string {
  const how =
    "adoptId" in definition.args
      ? `[Adopt](../how-to/adopting.md) it: add \`adoptId: "${exampleId}"\` to the arguments.`
      : `The first \`pulumi up\` adopts the existing one by its \`${definition.pathArgs.at(-1)}\`, and updates it to your arguments.`;
  return `## Import an existing resource {#adopt}

${how} With the native provider:

\`\`\`sh
pulumi import ${schemaToken(definition.kind)} ${nameInExample(definition)} '${importAddress(definition)}'
\`\`\`
`;
}

function errorsSection(definition: ResourceDefinition): string {
  const all = definitions.map(errorsOf);
  const isCommon = (code: string) => all.every((pages) => pages.some((each) => each.code === code));
  const own = errorsOf(definition).filter(({ code }) => !isCommon(code));
  const linked = own.map(({ code }) => `[${code}](../errors.md#${errorAnchor(code)})`);
  return `## Errors {#errors}

${[...linked, "and [those of every resource](../errors.md)"].join(", ")}.
`;
}

const argumentTypes = (args: Fields) => typesBelow<ObjectField>("object", [args], "argument");
const resultTypes = ({ args, outputs, derived }: ResourceDefinition) =>
  typesBelow<ObjectField>("object", [args, outputs, derived], "result");

/** The types that several kinds have. */
const sharedTypes = (() => {
  const names = definitions.flatMap((each) => [
    ...new Set([...argumentTypes(each.args), ...resultTypes(each)].map(([name]) => name)),
  ]);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
})();

function typesSection(definition: ResourceDefinition): string[] {
  const specified = argumentTypes(definition.args);
  const objects = [
    ...serviceSection(definition.args),
    ...typeTexts(specified, resultTypes(definition), (name) => !sharedTypes.has(name)),
  ];
  return objects.length === 0 ? [] : [`## Types {#types}\n\n${objects.join("\n")}`];
}

function typeTexts(
  specified: ReadonlyMap<string, ObjectField>,
  returned: ReadonlyMap<string, ObjectField>,
  isShown: (name: string) => boolean,
): string[] {
  return [
    ...[...specified.values()].filter(({ name }) => isShown(name)).map(inputType),
    ...[...returned.values()].filter(({ name }) => isShown(name) && !specified.has(name)).map(outputType),
  ];
}

/** The types of several kinds, on a page of their own. */
function sharedTypesPage(): string {
  const all = <T extends ResourceDefinition>(pick: (definition: T) => Fields[]) =>
    (definitions as readonly T[]).flatMap(pick);
  const specified = typesBelow<ObjectField>(
    "object",
    all(({ args }) => [args]),
    "argument",
  );
  const returned = typesBelow<ObjectField>(
    "object",
    all(({ args, outputs, derived }) => [args, outputs, derived ?? {}]),
    "result",
  );
  const texts = typeTexts(specified, returned, (name) => sharedTypes.has(name));
  return `---\noutline: 2\n---\n\n${note}# Shared types\n\nTypes of arguments and outputs that several resources have.\n\n${texts
    .join("\n")
    .replaceAll(/^#(#+ )/gm, "$1")}`;
}

/** With links to the page of shared types for those that this page doesn't have. */
function withSharedTypes(text: string): string {
  return text.replaceAll(/\]\(#(type-[\w-]+)\)/g, (whole, anchor) =>
    text.includes(`{#${anchor}}`) ? whole : `](types.md#${anchor})`,
  );
}
