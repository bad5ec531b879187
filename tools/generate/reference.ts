import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { allOf } from "../../provider/definition/names.js";
import { importAddress } from "../../provider/engine/lookups.js";
import { definitions } from "../../provider/kinds/index.js";
import { lookups } from "../../provider/lookups.js";
import { pathMembers } from "../../provider/platform/endpoint.js";
import type { Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { errorAnchor, kebab, memberAnchor, plain } from "./anchors.js";
import { fileName } from "./declaration.js";
import { errorsOf } from "./errorsOf.js";
import { furtherExamples, importCommand, longerExample, parentExample, wholeProgram } from "./example.js";
import { argumentsOf, typesBelow, usesOfTypes } from "./fields.js";
import { codeGroup, inOtherLanguages } from "./languages/programs.js";
import { functionsOf, lookupsPage } from "./lookupReference.js";
import { exampleName, isReadById } from "./lookups.js";
import { inputList, inputType, outputTable, outputType, serviceSection, typeText } from "./referenceMembers.js";
import { anchorPrefix, kindAddress, kindsOfPage, pageName } from "./referencePages.js";
import { listed } from "./text.js";
import { verbsText } from "./verbs.js";

const note = "<!-- Generated from the definitions in provider/kinds by `npm run generate`. Do not edit. -->\n\n";

/** The reference pages, by path below the checkout. */
export function referenceFiles(): Map<string, string> {
  const pages = definitions.map(
    ({ kind }) => [`docs/reference/${pageName(kind)}.md`, page(kindsOfPage(kind))] as const,
  );
  return new Map([
    ["docs/reference/index.md", index()],
    ["docs/reference/lookups.md", `${note}${lookupsPage()}`],
    ["docs/.vitepress/referencePages.mts", sidebar()],
    ...pages,
  ]);
}

/** Those that share a page follow its first one: the site takes the first link that leads to a page for the page's own. */
function kindsByPage(): string[] {
  return [...new Set(definitions.flatMap(({ kind }) => kindsOfPage(kind)))];
}

/** All kinds, for the sidebar of the site, and the addresses that those on a shared page would have alone. */
function sidebar(): string {
  const ofKinds = kindsByPage().map((kind) => ({ text: kind, link: `/reference/${kindAddress(kind, "")}` }));
  const pages = [...ofKinds, { text: "Other lookups", link: "/reference/lookups" }];
  const shared = definitions.filter(({ kind }) => anchorPrefix(kind) !== "");
  const moved = shared.map(({ kind }) => [
    `reference/${fileName(kind)}`,
    { page: `reference/${pageName(kind)}`, section: kebab(kind), isPrefix: true },
  ]);
  return `// Generated from the definitions in provider/kinds by \`npm run generate\`. Do not edit.

export const referencePages = ${JSON.stringify(pages)};

export const referencePagesMoved = ${JSON.stringify(Object.fromEntries(moved))};
`;
}

function index(): string {
  const described = new Map(definitions.map(({ kind, description }) => [kind, description]));
  const resources = kindsByPage().map((kind) => {
    const description = described.get(kind) ?? "";
    return `- [${kind}](${kindAddress(kind)}): ${plain(firstSentence(description))}`;
  });
  return `${note}# Reference

Every argument accepts a value or an output (\`pulumi.Input\`). A resource has \`id\`, \`urn\` and its arguments as outputs too. Arguments are
optional unless they are marked as required. Those marked *full API* need [more endpoints than the basic API has](../concepts/endpoints.md). Python, Go, Java and YAML use the
[native provider](../concepts/providers.md).

${resources.join("\n")}

[Other lookups](lookups.md) get what no resource manages: ${lookups
    .flatMap(functionsOf)
    .map((name) => `\`${name}\``)
    .join(", ")}.

## Arguments of many resources {#arguments}

Resources whose pages name them have these, too.

${inputList(commonArguments())}
## Outputs of many resources {#outputs}

${outputTable(commonOutputs)}
## Schema {#schema}

\`pulumi package get-schema app-platform\` prints the schema of the native provider, with all arguments, outputs and types, as JSON.

See also [resource options](../resource-options.md), [settings](../configuration.md), and [errors](../errors.md) by code.

${sharedTypesSection()}`;
}

function firstSentence(text: string): string {
  return `${text.split(/\.\s/)[0]?.replace(/\.$/, "")}.`;
}

function page(kinds: readonly string[]): string {
  const head = `---\noutline: [2, 3]\n---\n\n${note}# ${kinds.join(", ")}\n\n`;
  const sections = kinds.map((kind) => {
    const text = kindText(definitions.find((each) => each.kind === kind) as ResourceDefinition);
    return kinds.length === 1 ? text : `## ${kind} {#${kebab(kind)}}\n\n${asSection(text, anchorPrefix(kind))}`;
  });
  return withSharedTypes(`${head}${sections.join("\n")}`);
}

/** The text of a kind below a heading of its own: one level deeper, with the kind in its anchors. Types keep theirs. */
function asSection(text: string, prefix: string): string {
  return text.replaceAll(/^#(#+ .*\{#)(?!type-)/gm, `##$1${prefix}`).replaceAll(/^#(#+ .*\{#type-)/gm, "##$1");
}

function kindText(definition: ResourceDefinition): string {
  const { kind, description, example } = definition;
  const sections = [
    `${plain(description)}\n\n${verbsText(definition)}`,
    `## Example {#example}\n\n${programs(example)}`,
    ...longerSections(kind),
    inputsSection(definition),
    outputsSection(definition),
    // A DeploymentTrigger exists only in its stack.
    ...(importAddress(definition) === undefined ? [] : [lookupSection(definition)]),
    ...errorsSection(definition),
    ...typesSection(definition),
  ];
  return sections.join("\n");
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

/** The program in each language, in tabs. All but the first are programs of the native provider. */
function programs(code: string): string {
  return codeGroup(wholeProgram(code), inOtherLanguages(code));
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
  "deploymentRestrictions",
  "autoPreview",
];

function isOfEveryKind(name: string, field: Field): boolean {
  return commonNames.includes(name) && commonArguments()[name]?.description === field.description;
}

/** Each as a service has it. */
function commonArguments(): Fields {
  const all = Object.assign({}, ...definitions.filter(({ deployedAs }) => deployedAs).map(argumentsOf));
  return Object.fromEntries(commonNames.map((name) => [name, all[name]]));
}

/** Outputs that many kinds have in the same words, by name. */
const commonOutputs: Fields = (() => {
  const all = definitions.flatMap(({ outputs, derived }) => Object.entries({ ...outputs, ...derived }));
  const isCommon = ([name, own]: readonly [string, Field]) =>
    all.filter(([other, field]) => other === name && isSameOutput(field, own)).length > 3;
  return Object.fromEntries(all.filter(isCommon));
})();

/** Whether one description of the type is enough for both. */
function isSameOutput(one: Field, other: Field | undefined): boolean {
  return other !== undefined && one.description === other.description && typeText(one) === typeText(other);
}

function outputsSection(definition: ResourceDefinition): string {
  const { identity, outputs, derived, pathArgs, nameArg, api } = definition;
  // A resource that exists only in its stack has the ID of its place, too.
  const isOfPlace = identity === "place" || (importAddress(definition) === undefined && api.save === undefined);
  const arg = identity === "name" ? nameArg : isOfPlace && pathArgs.at(-1);
  const id = arg ? ` (its \`${arg}\`)` : "";
  const all = Object.entries({ ...outputs, ...derived });
  const isCommon = ([name, field]: (typeof all)[number]) => isSameOutput(field, commonOutputs[name]);
  const common = all.filter(isCommon).map(([name]) => `, \`${name}\``);
  const own = all.filter((each) => !isCommon(each));
  const more = own.length === 0 ? ".\n" : `, and:\n\n${outputTable(Object.fromEntries(own))}`;
  return `## Outputs {#outputs}\n\nThe inputs as the platform returns them, [those of many resources](index.md#outputs): \`id\`${id}, \`urn\`${common.join("")}${more}`;
}

function lookupSection(definition: ResourceDefinition): string {
  const { kind, api, pathArgs } = definition;
  const { own } = definition.lookups;
  const filters = Object.keys(definition.lookups.filters).map((name) => `\`${name}\``);
  const asResource = `\`${kind}.get("existing", id${pathArgs.length === 0 ? "" : `, { ${parentExample(definition)} }`})\``;
  const parent = api.list === undefined ? "" : pathMembers(api.list).join(", ");
  const found =
    own !== undefined
      ? [`\`get${kind}({ ${parentExample(definition)} })\` ${lowerFirst(own.description)}`]
      : api.list === undefined
        ? []
        : [
            `One: \`get${kind}({ ${parent}, name: "${exampleName(definition)}" })\`, or with \`id\`.`,
            `All: \`get${allOf(kind)}({ ${parent} })\`${filters.length === 0 ? "" : `, or some with ${listed(filters, "or")}`}.`,
          ];
  const command = `\`${importCommand(definition)}\``;
  const adopted =
    "adoptId" in definition.args
      ? "set `adoptId`"
      : `the first \`pulumi up\` adopts the one with this \`${pathArgs.at(-1)}\`, and updates it to your arguments`;
  const items = [
    ...found,
    `As a resource: ${asResource}.`,
    `To manage it, ${adopted}. With the native provider, also ${command}${addressNotes(definition)}.`,
  ];
  const links = "[Look it up](../how-to/adopting.md#read-without-managing) or [adopt it](../how-to/adopting.md):";
  return `## Look up or import {#lookup}\n\n${links}\n\n${items.map((item) => `- ${item}\n`).join("")}`;
}

/** What an import address begins with, and whether it's needed. */
function addressNotes(definition: ResourceDefinition): string {
  const { pathArgs, api } = definition;
  const on = pathArgs.includes("on")
    ? ["`<on>` is what it belongs to, such as `container/` and the ID of the container"]
    : [];
  const id = isReadById(definition)
    ? [`the ID alone is enough${api.read?.row === undefined ? " with the full API" : ""}`]
    : [];
  const notes = [...on, ...id];
  return notes.length === 0 ? "" : `; ${notes.join(", and ")}`;
}

function lowerFirst(text: string): string {
  return `${text[0]?.toLowerCase()}${text.slice(1)}`;
}

/** The errors that only a minority of the kinds can raise. */
function errorsSection(definition: ResourceDefinition): string[] {
  const all = definitions.map(errorsOf);
  const kindsWith = (code: string) => all.filter((pages) => pages.some((each) => each.code === code)).length;
  const own = errorsOf(definition).filter(({ code }) => kindsWith(code) * 3 < definitions.length);
  const linked = own.map(({ code }) => `[${code}](../errors.md#${errorAnchor(code)})`);
  return own.length === 0 ? [] : [`## Errors {#errors}\n\n${linked.join(", ")}.\n`];
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
  const { args, outputs, derived } = definition;
  const uses = usesOfTypes([args, outputs, derived], "result");
  const objects = [
    ...serviceSection(definition.args),
    ...typeTexts(specified, resultTypes(definition), uses, (name) => !sharedTypes.has(name)),
  ];
  return objects.length === 0 ? [] : [`## Types {#types}\n\n${objects.join("\n")}`];
}

function typeTexts(
  specified: ReadonlyMap<string, ObjectField>,
  returned: ReadonlyMap<string, ObjectField>,
  uses: ReadonlyMap<string, readonly string[]>,
  isShown: (name: string) => boolean,
): string[] {
  return [
    ...[...specified.values()]
      .filter(({ name }) => isShown(name))
      .map((each) => inputType(each, uses.get(each.name) ?? [])),
    ...[...returned.values()]
      .filter(({ name }) => isShown(name) && !specified.has(name))
      .map((each) => outputType(each, uses.get(each.name) ?? [])),
  ];
}

/** The types of several kinds, on the page of all. */
function sharedTypesSection(): string {
  const all = <T extends ResourceDefinition>(pick: (definition: T) => Fields[]) =>
    (definitions as readonly T[]).flatMap(pick);
  const specified = typesBelow<ObjectField>(
    "object",
    all(({ args }) => [args]),
    "argument",
  );
  const roots = all(({ args, outputs, derived }) => [args, outputs, derived ?? {}]);
  const returned = typesBelow<ObjectField>("object", roots, "result");
  const texts = typeTexts(specified, returned, usesOfTypes(roots, "result"), (name) => sharedTypes.has(name));
  return `## Types of many resources {#types}\n\n${texts.join("\n")}`;
}

/** With links to the overview for those types that this page doesn't have. */
function withSharedTypes(text: string): string {
  return text.replaceAll(/\]\(#(type-[\w-]+)\)/g, (whole, anchor) =>
    text.includes(`{#${anchor}}`) ? whole : `](index.md#${anchor})`,
  );
}
