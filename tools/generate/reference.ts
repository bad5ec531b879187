import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { allOf, schemaToken, sourceOption } from "../../provider/definition/names.js";
import { importAddress } from "../../provider/engine/import.js";
import { definitions } from "../../provider/kinds/index.js";
import { pathMembers } from "../../provider/platform/endpoint.js";
import type { ObjectField } from "../../provider/schema/field.js";
import { errorAnchor, memberAnchor, plain } from "./anchors.js";
import { fileName } from "./declaration.js";
import { errorsOf } from "./errorsOf.js";
import { exampleId, longerExample, placeExample, wholeProgram } from "./example.js";
import { argumentsOf, typesBelow } from "./fields.js";
import { inOtherLanguages } from "./languages/programs.js";
import { nameShown } from "./lookups.js";
import { inputList, inputType, outputTable, outputType, serviceSection } from "./referenceMembers.js";
import { verbsTable } from "./verbs.js";

const note = "<!-- Generated from the definitions in provider/kinds by `npm run generate`. Do not edit. -->\n\n";

/** The reference pages, by path below the checkout. */
export function referenceFiles(): Map<string, string> {
  const pages = definitions.map(
    (definition) => [`docs/reference/${fileName(definition.kind)}.md`, page(definition)] as const,
  );
  return new Map([["docs/reference/index.md", index()], ["docs/.vitepress/referencePages.mts", sidebar()], ...pages]);
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
  const others = [
    "- [Endpoints](endpoints.md) of the API, and which resource uses each",
    "- [Configuration](../configuration.md) of the provider, and [connections](../concepts/connections.md) to several platforms",
    "- [Resource options](../resource-options.md) of Pulumi, and what they do here",
    "- [Errors](../errors.md) by code",
  ];
  return `${note}# Reference\n\n## Resources\n\n${resources.join("\n")}\n\n## More\n\n${others.join("\n")}\n`;
}

function firstSentence(text: string): string {
  return `${text.split(/\.\s/)[0]?.replace(/\.$/, "")}.`;
}

function page(definition: ResourceDefinition): string {
  const { kind, description, example } = definition;
  return [
    `---\noutline: [2, 3]\n---\n\n${note}# ${kind}\n\n${plain(description)}\n`,
    `## Example {#example}\n\n${programs(example)}`,
    ...longerSection(kind),
    `## What each endpoint set can do {#endpoint-sets}\n\n${verbsTable(definition)}`,
    constructorSection(definition),
    inputsSection(definition),
    outputsSection(definition),
    // A DeploymentTrigger exists only in its stack.
    ...(importAddress(definition) === undefined ? [] : [lookupSection(definition), adoptSection(definition)]),
    ...cloneSection(definition),
    errorsSection(definition),
    ...typesSection(definition),
  ].join("\n");
}

function longerSection(kind: string): string[] {
  const longer = longerExample(kind);
  if (longer === undefined) return [];
  return [`### Longer example {#longer-example}\n\n${longer.shows}\n\n\`\`\`ts\n${longer.program}\n\`\`\`\n`];
}

function program(code: string): string {
  return `\`\`\`ts\n${wholeProgram(code)}\n\`\`\`\n`;
}

/** The program in each language, in tabs. All but the first are programs of the native provider. */
function programs(code: string): string {
  const others = inOtherLanguages(code).map(({ id, title, text }) => `\`\`\`${id} [${title}]\n${text}\n\`\`\`\n`);
  const first = program(code).replace("```ts", "```ts [TypeScript: index.ts]");
  return `::: code-group\n\n${[first, ...others].join("\n")}\n:::\n\nPython, Go, Java and YAML need the [native provider](../concepts/doors.md).\n`;
}

function constructorSection({ kind, args }: ResourceDefinition): string {
  const given = sourceOption in args ? `${kind}Args | ${kind}CloneArgs` : `${kind}Args`;
  return `## Constructor {#constructor}

\`\`\`typescript
new ${kind}(name: string, args: ${given}, options?: pulumi.CustomResourceOptions);
\`\`\`

\`name\` is the unique name of the resource in the stack. Every argument accepts a value or an output (\`pulumi.Input\`). For
supported options, see [Resource options](../resource-options.md).
`;
}

function inputsSection(definition: ResourceDefinition): string {
  const { rules = [] } = definition.body;
  const checked =
    rules.length === 0 ? "" : `\nRules, checked at preview:\n\n${rules.map((says) => `- ${plain(says)}\n`).join("")}`;
  return `## Inputs {#inputs}\n\n${inputList(argumentsOf(definition))}${checked}`;
}

function outputsSection({ identity, outputs, derived, pathArgs }: ResourceDefinition): string {
  const id =
    identity === "place" ? `ID of the resource: its \`${pathArgs.at(-1)}\`.` : "ID that the platform assigned.";
  const always = [
    ["`id`", "`string`", id],
    ["`urn`", "`string`", "Pulumi's name of the resource, unique in all stacks."],
  ];
  return `## Outputs {#outputs}\n\nAll inputs, as the platform returns them, and:\n\n${outputTable({ ...outputs, ...derived }, always)}`;
}

function lookupSection(definition: ResourceDefinition): string {
  const { kind, api, nameArg, pathArgs, lookups } = definition;
  const shown = nameShown(definition);
  const byId = `${kind}.get("existing", "${exampleId}"${pathArgs.length === 0 ? "" : `, { ${placeExample(definition)} }`})`;
  const asResource = `\`${kind}.get\` reads an existing resource, which other resources can then use, without managing it.`;
  const title = "## Look up an existing resource {#lookup}\n";
  if (lookups.own !== undefined) {
    const text = `\`get${kind}\` ${lowerFirst(lookups.own.description)} \`get${kind}Output\` takes and returns outputs. ${asResource}\n`;
    const lines = `const found = get${kind}({ ${placeExample(definition)} });
export const response = found.then((each) => each.response);
export const urn = ${byId}.urn;`;
    return `${title}\n${text}\n${program(lines)}`;
  }
  if (api.list === undefined) {
    return `${title}\n${asResource}\n\n${program(`const existing = ${byId};\nexport const urn = existing.urn;`)}`;
  }
  const place = pathMembers(api.list).join(", ");
  const text = `\`get${kind}\` returns one ${kind} by its ${nameArg === "name" ? "name" : `\`${nameArg}\``} or ID; \`get${allOf(kind)}\` returns all for the given \`${place}\`. Both return promises and also run
during preview. \`get${kind}Output\` and \`get${allOf(kind)}Output\` take and return outputs. ${asResource}
`;
  const example = `const one = get${kind}({ ${place}, name: "web" });
export const id = one.then((found) => found.id);
export const names = get${allOf(kind)}Output({ ${place} }).apply((all) => all.map(({ ${shown} }) => ${shown}));
export const urn = ${byId}.urn;`;
  return `${title}\n${text}\n${program(example)}`;
}

function lowerFirst(text: string): string {
  return `${text[0]?.toLowerCase()}${text.slice(1)}`;
}

function importText(definition: ResourceDefinition): string {
  const address = importAddress(definition);
  if (address === undefined) return "`pulumi import` doesn't work for this kind.";
  return `The [native provider](../concepts/doors.md) also imports:

\`\`\`sh
pulumi import ${schemaToken(definition.kind)} ${nameInExample(definition)} '${address}'
\`\`\`

Resources of the dynamic provider can't be imported ([AP1204](../errors.md#${errorAnchor("AP1204")})).`;
}

/** The name of the resource that a kind's example declares. */
function nameInExample({ kind, example }: ResourceDefinition): string {
  return new RegExp(`new ${kind}\\("([\\w-]+)"`).exec(example)?.[1] as string;
}

function adoptSection(definition: ResourceDefinition): string {
  const { args, example, pathArgs } = definition;
  const how = () => {
    if ("adoptId" in args) {
      const adopting = example.replace(/(new \w+\("[\w-]+", \{)(\s+)/, `$1$2adoptId: "${exampleId}",$2`);
      return `With [\`adoptId\`](#${memberAnchor("adoptId")}), the resource manages an existing one instead of creating it. The preview shows what changes. The
argument is used only once; you can remove it afterwards.

${program(adopting)}`;
    }
    return `The first \`pulumi up\` adopts the existing one by its \`${pathArgs.at(-1)}\` and updates it to your arguments. The preview shows what changes.\n`;
  };
  return `## Adopt an existing resource {#adopt}\n\n${how()}\n${importText(definition)}\n`;
}

function cloneSection({ kind, args, pathArgs }: ResourceDefinition): string[] {
  if (!(sourceOption in args)) return [];
  const place = pathArgs.join(", ");
  return [
    `## Clone {#clone}

[\`cloneFrom\`](#${memberAnchor(sourceOption)}) takes a resource or its ID, and copies it within an environment or to another one. Arguments
that you omit are copied from the source. The provider then updates the copy to the arguments that you set, if the endpoint set
can. See [Cloning](../concepts/cloning.md).

${program(`const copy = new ${kind}("copy", { ${place}, cloneFrom: "${exampleId}" });\nexport const id = copy.id;`)}`,
  ];
}

function errorsSection(definition: ResourceDefinition): string {
  const all = definitions.map(errorsOf);
  const isCommon = (code: string) => all.every((pages) => pages.some((each) => each.code === code));
  const line = ({ code, title }: { code: string; title: string }) =>
    `- [${code}](../errors.md#${errorAnchor(code)}): ${plain(title)}\n`;
  const raised = errorsOf(definition);
  const own = raised.filter(({ code }) => !isCommon(code));
  const common = raised.filter(({ code }) => isCommon(code));
  return `## Errors {#errors}

${own.map(line).join("")}
::: details Errors that every resource can raise
${common.map(line).join("")}:::
`;
}

function typesSection({ args, outputs, derived }: ResourceDefinition): string[] {
  const given = typesBelow<ObjectField>("object", [args], "argument");
  const returned = typesBelow<ObjectField>("object", [args, outputs, derived], "result");
  const objects = [
    ...serviceSection(args),
    ...[...given.values()].map(inputType),
    ...[...returned.values()].filter(({ name }) => !given.has(name)).map(outputType),
  ];
  return objects.length === 0 ? [] : [`## Supporting types {#types}\n\n${objects.join("\n")}`];
}
