import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { sourceOption } from "../../provider/definition/names.js";
import type { Field, Fields } from "../../provider/schema/field.js";
import { type Address, siteAddress } from "../release/address.js";
import { comment, header, resultComment, withArticle } from "./declaration.js";
import { exampleId, exampleLines, parentExample } from "./example.js";
import { argumentsOf } from "./fields.js";
import { classImports, inputMembers, outputImport } from "./inputs.js";
import { isAlways, outputType } from "./outputs.js";
import { kindAddress } from "./referencePages.js";

/** The class of a kind, with the interfaces of its arguments. */
export function classFile(definition: ResourceDefinition): string {
  const { kind, description, example } = definition;
  const properties = propertiesOf(definition);
  const interfaces = [argsInterface(definition), cloneInterface(definition), stateInterface(definition)];
  const about = [description, "", ...waitingText(definition), ...pageLines(kind), ...exampleLines(example)];
  const members = [
    properties,
    constructorText(definition),
    `${getComment(definition)}${getText(kind)}`,
    isInstanceText(kind),
  ];
  const text = `${comment(about)}export class ${kind} extends PlatformResource {\n${members.join("\n")}}\n\n${interfaces.filter((each) => each !== "").join("\n")}`;
  return `${header}${importsOf(text, definition)}\n${text}`;
}

/** Where the reference describes the kind; nothing as long as the site has no address. */
export function pageLines(kind: string, at?: Address): string[] {
  const page = siteAddress(at);
  return page === undefined ? [] : ["", `@see ${page}reference/${kindAddress(kind, ".html")}`];
}

/** What creating the resource doesn't do: people expect that a created service runs. */
function waitingText({ kind, deployedAs }: ResourceDefinition): string[] {
  if (deployedAs === undefined) return [];
  return [`Creating ${withArticle(kind)} doesn't start it. To deploy it, list it in a DeploymentTrigger.`, ""];
}

function importsOf(text: string, { kind }: ResourceDefinition): string {
  return [
    'import type * as pulumi from "@pulumi/pulumi";\n',
    outputImport(text),
    'import { idToRead } from "../../programArguments.js";\n',
    'import { PlatformResource } from "../../resource.js";\n',
    ...["enums", "input", "output"]
      .filter((file) => new RegExp(`\\b${file}\\.`).test(text))
      .map((file) => `import type * as ${file} from "../types/${file}.js";\n`),
    ...Object.entries({
      StatePlace: "place",
      DeployableService: "service",
      ServiceArgs: "service",
      ServiceSelection: "serviceSelection",
    })
      .filter(([type]) => new RegExp(`\\b${type}\\b`).test(text))
      .map(([type, file]) => `import type { ${type} } from "../types/${file}.js";\n`),
    classImports(text, ".", kind),
  ].join("");
}

function propertiesOf(definition: ResourceDefinition): string {
  const properties = [
    ...Object.entries(definition.args).map(([name, field]) => [name, field, isAlways(field)] as const),
    ...Object.entries({ ...definition.outputs, ...definition.derived }).map(
      ([name, field]) => [name, field, field.required] as const,
    ),
  ];
  return properties
    .map(
      ([name, field, always]) =>
        `${resultComment(field, "  ")}  declare readonly ${name}: pulumi.Output<${outputType(field, "output.")}${always ? "" : " | undefined"}>;\n`,
    )
    .join("\n");
}

/**
 * The constructor. An editor shows its comment, and not that of the class, at `new Container(…)`.
 *
 * There is only one signature: with several, TypeScript reports every mistake as "No overload matches this call". For kinds that can
 * be cloned, the arguments are a union. Of equally good members, TypeScript reports what is wrong with the last one, and an
 * intersection comes after the interfaces that it combines. Editors show no comments of members in an object whose type is a union;
 * `NoInfer`, which makes no difference to inference here, hides the union from them.
 */
function constructorText(definition: ResourceDefinition): string {
  const { kind, description, example, pathArgs } = definition;
  const isClonable = isCloned(definition);
  const copy = `export const copy = new ${kind}("copy", { ${pathArgs.join(", ")}, ${sourceOption}: "${exampleId}" });`;
  const about = comment(
    [
      `Creates ${withArticle(kind)} resource with the given unique name, arguments, and options. ${description}`,
      "",
      "@param name The unique name of the resource in the stack.",
      `@param args The arguments of the resource${isClonable ? `; with \`${sourceOption}\`, those that differ from the source` : ""}.`,
      "@param options Pulumi's resource options.",
      ...pageLines(kind),
      ...exampleLines(example),
      ...(isClonable ? exampleLines(copy) : []),
    ],
    "  ",
  );
  const either = `NoInfer<${kind}CloneArgs | (${kind}Args & { ${sourceOption}?: undefined })>`;
  const args = isClonable ? either : `${kind}Args`;
  return `${about}  constructor(name: string, args: ${args}, options?: pulumi.CustomResourceOptions) {\n    super("${kind}", name, args, options);\n  }\n`;
}

/** The types that a program may name besides the class of a kind. */
export function classTypes(kind: string, args: Fields): string[] {
  return (sourceOption in args ? ["Args", "CloneArgs", "State"] : ["Args", "State"]).map((form) => `${kind}${form}`);
}

function getComment(definition: ResourceDefinition): string {
  const { kind, pathArgs } = definition;
  const known = pathArgs.length === 0 ? "" : `, { ${parentExample(definition)} }`;
  const about = [
    `Gets an existing ${kind}'s state by ID, without managing it.`,
    "",
    "@param name The unique name of the resource in the stack.",
    "@param id The ID of the resource on the platform.",
    "@param state Known arguments of the resource; required if the platform can't read the kind by ID.",
    "@param options Pulumi's resource options.",
    ...exampleLines(
      `const existing = ${kind}.get("existing", "${exampleId}"${known});\nexport const urn = existing.urn;`,
    ),
  ];
  return comment(about, "  ");
}

/** @param from What precedes the types of the class, where they are imported. */
export function getText(kind: string, from = ""): string {
  return `  static get(name: string, id: pulumi.Input<pulumi.ID>, state: ${from}${kind}State = {}, options: pulumi.CustomResourceOptions = {}): ${kind} {
    return new ${kind}(name, state as ${from}${kind}Args, { ...options, id: idToRead("${kind}", name, id) });
  }
`;
}

function isInstanceText(kind: string): string {
  return `  /** Returns true if the value is ${withArticle(kind)}, even one of another copy of this package. */
  static override isInstance(value: unknown): value is ${kind} {
    return PlatformResource.isKind("${kind}", value);
  }
`;
}

function isCloned({ args }: ResourceDefinition): boolean {
  return sourceOption in args;
}

function argsInterface(definition: ResourceDefinition): string {
  const { kind } = definition;
  const { [sourceOption]: _, ...args } = argumentsOf(definition);
  const about = comment([`The arguments for creating ${withArticle(kind)} resource.`, ...pageLines(kind)]);
  const noSource = isCloned(definition)
    ? `  /** Omitted here: with a source, the arguments are those of {@link ${kind}CloneArgs}. */\n  ${sourceOption}?: undefined;\n`
    : "";
  return `${about}export interface ${kind}Args {\n${inputMembers(args, "input.", "  ", kind)}${noSource}}\n`;
}

/** The arguments of a clone: those of a new resource, of which only the place and the source are required. */
function cloneInterface(definition: ResourceDefinition): string {
  if (!isCloned(definition)) return "";
  const { kind, pathArgs } = definition;
  const { adoptId: _, ...args } = argumentsOf(definition);
  const own = Object.entries(withRequired(args, [...pathArgs, sourceOption])).filter(
    ([name, { required }]) => required !== args[name]?.required,
  );
  const others = ["adoptId", ...own.map(([name]) => name)].map((name) => `"${name}"`).join(" | ");
  const about = comment([
    `The arguments for cloning ${withArticle(kind)}: omitted arguments have the values of the source.`,
  ]);
  const members = inputMembers(Object.fromEntries(own), "input.", "  ", kind);
  return `${about}export interface ${kind}CloneArgs extends Omit<${kind}Args, ${others}> {\n${members}}\n`;
}

function stateInterface({ kind, args, pathArgs }: ResourceDefinition): string {
  const known = Object.fromEntries(pathArgs.map((name) => [name, args[name] as Field]));
  const about = comment([`Known arguments of an existing ${kind}, for {@link ${kind}.get}.`]);
  return `${about}export interface ${kind}State extends StatePlace {\n${inputMembers(withRequired(known, []), "input.", "  ")}}\n`;
}

function withRequired(fields: Fields, required: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, required: required.includes(name) }]),
  );
}
