import type { LookupDefinition, OwnLookUp, ResourceDefinition } from "../../provider/definition/kind.js";
import { allOf, documentMember, pluralOf } from "../../provider/definition/names.js";
import { refersTo } from "../../provider/definition/references.js";
import { definitions } from "../../provider/kinds/index.js";
import { lookups as others } from "../../provider/lookups.js";
import { type Endpoint, pathMembers } from "../../provider/platform/endpoint.js";
import { type Field, type Fields, isChildren } from "../../provider/schema/field.js";
import { argumentComment, comment, header, resultComment } from "./declaration.js";
import { exampleLines } from "./example.js";
import { isAlways, outputType } from "./outputs.js";

const plainParams = [
  "@param args Where to look, and what for.",
  "@param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.",
];

const outputParams = [
  "@param args Where to look, and what for.",
  "@param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.",
];

/** What programs can look up: the kinds that have lookups, and what no kind manages. */
export const lookedUp: readonly LookupDefinition[] = [
  ...definitions.filter(({ api, lookups }) => api.list !== undefined || lookups.own !== undefined),
  ...others,
];

/** The functions that get something. */
export function lookupFile(definition: LookupDefinition): string {
  const { own } = definition.lookups;
  return own === undefined ? listedFile(definition) : ownLookUpFile(definition.kind, own);
}

/** The functions that get existing resources of a kind. */
function listedFile(definition: LookupDefinition): string {
  const { kind, args, lookups } = definition;
  const hasDocuments = Object.keys(lookups.documents).length > 0;
  const all = allOf(kind);
  const many = `get${all}`;
  const one = `get${kind}`;
  const position = pathMembers(definition.api.list as Endpoint);
  const results = Object.entries(lookUpMembers(definition)).map(([name, field]) => {
    const isThere = name in args && isAlways(field);
    return `${resultComment(field, "  ")}  ${name}${isThere ? "" : "?"}: ${outputType(field, "output.")}${isThere ? "" : " | undefined"};\n`;
  });
  const member = (name: string, field: Field, type: string, optional: boolean) =>
    `${argumentComment(field, "  ")}  ${name}${optional ? "?" : ""}: ${type}${optional ? " | undefined" : ""};\n`;
  const parents = (optional: boolean) =>
    position.map((name) => member(name, args[name] as Field, "string", optional)).join("");
  const filters = Object.entries(lookups.filters)
    .map(([name, field]) => member(name, field, outputType(field, ""), true))
    .join("");
  const nameText = `  /** ${nameDescription(definition)} */\n  name?: string | undefined;\n`;
  const idText = `  /** ID to look for, instead of a name. */\n  id?: string | undefined;\n`;
  const withInputs = (type: string) => `{ [K in keyof ${type}]: pulumi.Input<${type}[K]> }`;
  const specified = (...members: readonly string[]) => {
    const all = [...position, ...members];
    return all.length === 0 ? "" : `{ ${all.join(", ")} }`;
  };
  const named = specified(`name: "${exampleName(definition)}"`);
  const manyArgs = (type: string) => `args: ${type}${position.length === 0 ? " = {}" : ""}`;
  const shown = nameShown(definition);
  const text = results.join("");
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, ${!hasDocuments ? "" : "lookUpDocument, lookUpDocumentOutput, "}lookUpOne, lookUpOutput } from "../../lookup.js";
${text.includes("enums.") ? 'import type * as enums from "../types/enums.js";\n' : ""}${text.includes("output.") ? 'import type * as output from "../types/output.js";\n' : ""}import type { LookupPlace } from "../types/place.js";

${comment([`The arguments of {@link ${many}}.`])}export interface Get${all}Args extends LookupPlace {
${parents(false)}${filters}}

${comment([`The arguments of {@link ${one}}: either a name or an ID.`])}export interface Get${kind}Args extends LookupPlace {
${parents(isReadById(definition))}${nameText}${idText}}

${comment([`The values returned by {@link ${one}}.`])}export interface Get${kind}Result {
  /** ID on the platform. */
  id: string;
${text}}

${comment([`${allDescription(definition)}`, "", ...plainParams, `@throws An error with a code if the platform refuses the request or can't be reached.`, ...exampleLines(`export const names = ${many}(${specified()}).then((all) => all.map(({ ${shown} }) => ${shown}));`)])}export function ${many}(${manyArgs(`Get${all}Args`)}, options?: pulumi.InvokeOptions): Promise<Get${kind}Result[]> {
  return lookUpAll("${kind}", { ...args }, options);
}

${comment([`The same as {@link ${many}}, for arguments that are outputs.`, "", ...outputParams, ...exampleLines(`export const names = ${many}Output(${specified()}).apply((all) => all.map(({ ${shown} }) => ${shown}));`)])}export function ${many}Output(${manyArgs(withInputs(`Get${all}Args`))}, options?: pulumi.InvokeOutputOptions): pulumi.Output<Get${kind}Result[]> {
  return lookUpOutput("${kind}", args, lookUpAll<Get${kind}Result>, options);
}

${comment([`Gets the ${kind} with the given name or ID, also during preview.`, "", ...plainParams, `@throws An error with a code if there is none, or if the platform refuses the request or can't be reached.`, ...exampleLines(`export const id = ${one}(${named}).then((existing) => existing.id);`)])}export function ${one}(args: Get${kind}Args, options?: pulumi.InvokeOptions): Promise<Get${kind}Result> {
  return lookUpOne("${kind}", { ...args }, options);
}

${comment([`The same as {@link ${one}}, for arguments that are outputs.`, "", ...outputParams, ...exampleLines(`export const id = ${one}Output(${named}).apply((existing) => existing.id);`)])}export function ${one}Output(args: ${withInputs(`Get${kind}Args`)}, options?: pulumi.InvokeOutputOptions): pulumi.Output<Get${kind}Result> {
  return lookUpOutput("${kind}", args, lookUpOne<Get${kind}Result>, options);
}
${documentsText(definition)}`;
}

/** The functions that get texts of a resource. */
function documentsText({ kind, args, lookups }: LookupDefinition): string {
  return Object.entries(lookups.documents)
    .map(([name, { description, read }]) => {
      const one = `get${kind}${name}`;
      const type = `Get${kind}${name}`;
      const parent = pathMembers(read);
      const members = parent
        .map((each) => `${argumentComment(pathArgument(args, each), "  ")}  ${each}: string;\n`)
        .join("");
      const member = documentMember(name);
      const example = `{ ${parent.join(", ")} }`;
      const withInputs = `{ [K in keyof ${type}Args]: pulumi.Input<${type}Args[K]> }`;
      return `
${comment([`The arguments of {@link ${one}}.`])}export interface ${type}Args extends LookupPlace {
${members}}

${comment([`The values returned by {@link ${one}}.`])}export interface ${type}Result {
  /** ${description} */
  ${member}: string;
}

${comment([`${description} Use {@link ${one}Output} in programs: its result is marked as secret.`, "", ...plainParams, `@throws An error with a code if the platform refuses the request or can't be reached.`, ...exampleLines(`export const ${member} = pulumi.secret(${one}(${example}).then((found) => found.${member}));`)])}export function ${one}(args: ${type}Args, options?: pulumi.InvokeOptions): Promise<${type}Result> {
  return lookUpDocument("${kind}", "${name}", { ...args }, options);
}

${comment([`The same as {@link ${one}}, for arguments that are outputs. The result is marked as secret.`, "", ...outputParams, ...exampleLines(`export const ${member} = ${one}Output(${example}).apply((found) => found.${member});`)])}export function ${one}Output(args: ${withInputs}, options?: pulumi.InvokeOutputOptions): pulumi.Output<${type}Result> {
  return lookUpDocumentOutput("${kind}", "${name}", args, options);
}
`;
    })
    .join("");
}

/** An argument that identifies the resource of a call, without the part of the description about its place. */
export function pathArgument(args: Fields, name: string): Field {
  const field = args[name] as Field;
  const { whenOmitted: _, ...others } = field;
  return others as Field;
}

/** The functions of a lookup that isn't by name or ID. */
function ownLookUpFile(kind: string, { description, args, outputs, example }: OwnLookUp): string {
  const name = `get${kind}`;
  const specified = Object.entries(args).map(([member, field]) => {
    const type = outputType(field, "output.");
    return `${argumentComment(field, "  ")}  ${member}${field.required ? "" : "?"}: ${type}${field.required ? "" : " | undefined"};\n`;
  });
  const results = Object.entries(outputs).map(([member, field]) => {
    const type = outputType(field, "output.");
    return `${resultComment(field, "  ")}  ${member}${isAlways(field) ? "" : "?"}: ${type}${isAlways(field) ? "" : " | undefined"};\n`;
  });
  const [first] = Object.keys(outputs);
  const shown = (text: string) => exampleLines(`export const ${first} = ${text};`);
  const plainExample = shown(`${name}({ ${example} }).then((found) => found.${first})`);
  const outputExample = shown(`${name}Output({ ${example} }).apply((found) => found.${first})`);
  const about = [
    description,
    "",
    ...plainParams,
    "@throws An error with a code if the platform refuses the request or can't be reached.",
  ];
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { lookUpOne, lookUpOutput } from "../../lookup.js";
${results.join("").includes("output.") ? 'import type * as output from "../types/output.js";\n' : ""}import type { LookupPlace } from "../types/place.js";

${comment([`The arguments of {@link ${name}}.`])}export interface Get${kind}Args extends LookupPlace {
${specified.join("")}}

${comment([`The values returned by {@link ${name}}.`])}export interface Get${kind}Result {
${results.join("")}}

${comment([...about, ...plainExample])}export function ${name}(args: Get${kind}Args, options?: pulumi.InvokeOptions): Promise<Get${kind}Result> {
  return lookUpOne("${kind}", { ...args }, options);
}

${comment([`The same as {@link ${name}}, for arguments that are outputs.`, "", ...outputParams, ...outputExample])}export function ${name}Output(args: { [K in keyof Get${kind}Args]: pulumi.Input<Get${kind}Args[K]> }, options?: pulumi.InvokeOutputOptions): pulumi.Output<Get${kind}Result> {
  return lookUpOutput("${kind}", args, lookUpOne<Get${kind}Result>, options);
}
`;
}

/** Where a lookup looks, in words: `environment`. */
function parentDescription({ api, args }: LookupDefinition): string {
  const name = (api.list === undefined ? undefined : pathMembers(api.list).at(-1)) ?? "";
  const field = args[name];
  const names = field === undefined ? [] : refersTo(field);
  return names.length === 0 ? name.replace(/Id$/, "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** What the plural function does. */
export function allDescription(definition: LookupDefinition): string {
  const { kind } = definition;
  const what = others.includes(definition) ? pluralOf(kind) : `${kind} resources`;
  const parent = parentDescription(definition);
  return `Gets all ${what}${parent === "" ? "" : ` of the given ${parent}`}, also during preview.`;
}

/** What a lookup returns, apart from its ID. */
export function lookUpMembers(definition: LookupDefinition): Fields {
  const { args, outputs, linked } = definition;
  const { subresources: segments = [] } = definition as Partial<ResourceDefinition>;
  // A part reads only what the state has, and a lookup has no state.
  const readInSegments = segments.filter(({ read }) => read !== undefined).flatMap((segment) => segment.args);
  const isRead = ([name, field]: readonly [string, Field]) =>
    !field.local && field.returned !== "never" && !isChildren(field) && !readInSegments.includes(name);
  // Lookups omit what takes a request for each resource, such as credentials, and outputs that are secret.
  const isAlone = (name: string) =>
    linked.some((each) => each.shared === undefined && Object.hasOwn(each.outputs, name));
  const isFound = ([name, field]: readonly [string, Field]) =>
    field.returned !== "never" && !field.secret && !isAlone(name);
  return {
    ...Object.fromEntries(Object.entries(args).filter(isRead)),
    ...Object.fromEntries(Object.entries(outputs).filter(isFound)),
  };
}

/** Whether an ID is enough to look a resource up. */
export function isReadById({ api }: LookupDefinition): boolean {
  return api.read !== undefined && pathMembers(api.read).join() === "id";
}

/** The member of a lookup's results by which people know a resource. */
export function nameShown(definition: LookupDefinition): string {
  return "name" in lookUpMembers(definition) ? "name" : (definition.nameArg ?? "id");
}

/** The name of the resource in the example of its kind, as a lookup of it has it. */
export function exampleName({ kind, nameArg = "", example }: LookupDefinition): string {
  const own =
    new RegExp(`\\b${nameArg}: "([^"]+)"`).exec(example) ?? new RegExp(`new ${kind}\\("([\\w-]+)"`).exec(example);
  return own?.[1] ?? "web";
}

export function nameDescription({ nameArg = "", args }: LookupDefinition): string {
  const names = nameArg === "name" ? "Name to look for" : `Name to look for: the \`${nameArg}\` argument`;
  return `${names}${args[nameArg]?.compared === "ignoring case" ? "; case-insensitive" : ""}.`;
}
