import type { ResourceDefinition } from "../../provider/definition.js";
import { type Endpoint, pathMembers } from "../../provider/endpoint.js";
import type { ChoiceField, Field, Fields, ObjectField } from "../../provider/fields.js";
import { deployable } from "../../provider/resources/deployable.js";
import { definitions } from "../../provider/resources/index.js";
import { factsOf } from "./text.js";

const header = "// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.\n\n";
const pulumiImport = 'import type * as pulumi from "@pulumi/pulumi";\n';

/** The generated files of the SDK, by path below the checkout. */
export function sdkFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const definition of definitions)
    files.set(`sdk/resources/${fileName(definition.kind)}.ts`, classFile(definition));
  const listed = definitions.filter(({ api }) => api.list !== undefined);
  for (const definition of listed) files.set(`sdk/lookups/${fileName(definition.kind)}.ts`, lookupFile(definition));
  files.set(
    "sdk/lookups/index.ts",
    header +
      listed
        .map(({ kind }) => `export * from "./${fileName(kind)}.js";\n`)
        .sort()
        .join(""),
  );
  files.set("sdk/types/enums.ts", enumsFile());
  files.set("sdk/types/input.ts", inputFile());
  files.set("sdk/types/output.ts", outputFile());
  files.set("sdk/types/service.ts", serviceFile());
  files.set(
    "sdk/resources/index.ts",
    header +
      definitions
        .map(({ kind }) => kind)
        .sort()
        .map((kind) => `export { ${kind}, type ${kind}Args, type ${kind}State } from "./${fileName(kind)}.js";\n`)
        .join(""),
  );
  return files;
}

/** `container` for `Container`. */
export function fileName(kind: string): string {
  return kind[0]?.toLowerCase() + kind.slice(1);
}

/** Comment of a declaration. */
function comment(lines: readonly string[], indent = ""): string {
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

function fieldComment(field: Field, indent: string): string {
  const facts = factsOf(field);
  return comment(facts.length === 0 ? [field.description] : [field.description, "", facts.join(" ")], indent);
}

// Arguments -------------------------------------------------------------------------------------------------------

function inputType(field: Field, scope: "input." | ""): string {
  const plain = (): string => {
    switch (field.type) {
      case "text":
        return "string";
      case "integer":
        return "number";
      case "boolean":
        return "boolean";
      case "choice":
        return `enums.${field.name}`;
      case "object":
        return `${scope}${field.name}Args`;
      case "list":
        return `${wrapped(field.item, scope)}[]`;
      case "map":
        return `{ [key: string]: ${wrapped(field.value, scope)} }`;
      case "json":
        return field.shape === "object" ? "{ [key: string]: unknown }" : "unknown";
      case "service":
        return "ServiceArgs";
    }
  };
  return `${plain()}${field.nullable ? " | null" : ""}`;
}

function wrapped(field: Field, scope: "input." | ""): string {
  return `pulumi.Input<${inputType(field, scope)}>`;
}

function inputMembers(fields: Fields, scope: "input." | "", indent: string, kind = ""): string {
  return Object.entries(fields)
    .map(([name, field]) => {
      const type = field.acceptsResource ? `pulumi.Input<string> | ${kind}` : wrapped(field, scope);
      return `${fieldComment(field, indent)}${indent}${name}${field.required ? "" : "?"}: ${type}${field.required ? "" : " | undefined"};\n`;
    })
    .join("");
}

function inputDeclaration(object: ObjectField, scope: "input." | ""): string {
  const name = `${object.name}Args`;
  const alternatives = object.alternatives ?? [];
  const about = comment([object.description]);
  if (Object.keys(object.members).length === 0) return `${about}export type ${name} = Record<string, never>;\n\n`;
  if (alternatives.length === 0)
    return `${about}export interface ${name} {\n${inputMembers(object.members, scope, "  ")}}\n\n`;
  const choices = alternatives.flat();
  const shared = Object.fromEntries(Object.entries(object.members).filter(([member]) => !choices.includes(member)));
  const variants = alternatives.map((used) => {
    const given = Object.fromEntries(used.map((member) => [member, object.members[member] as Field]));
    const others = choices.filter((member) => !used.includes(member)).map((member) => `    ${member}?: undefined;\n`);
    return `  | {\n${inputMembers(given, scope, "    ")}${others.join("")}  }`;
  });
  if (Object.keys(shared).length === 0) return `${about}export type ${name} =\n${variants.join("\n")};\n\n`;
  return `${about}export type ${name} = {\n${inputMembers(shared, scope, "  ")}} & (\n${variants.join("\n")}\n);\n\n`;
}

// Outputs ---------------------------------------------------------------------------------------------------------

function outputType(field: Field, scope: "output." | ""): string {
  switch (field.type) {
    case "text":
      return "string";
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "choice":
      return `enums.${field.name}`;
    case "object":
      return `${scope}${field.name}`;
    case "list":
      return `${outputType(field.item, scope)}[]`;
    case "map":
      return `{ [key: string]: ${outputType(field.value, scope)} }`;
    case "json":
      return field.shape === "object" ? "{ [key: string]: unknown }" : "unknown";
    case "service":
      return "ServiceSelection";
  }
}

/** Whether the platform always tells it. */
function isAlways(field: Field): boolean {
  return (
    !field.nullable &&
    (field.required || field.default !== undefined || field.defaultsToResourceName === true) &&
    !field.local
  );
}

function outputDeclaration(object: ObjectField): string {
  const choices = (object.alternatives ?? []).flat();
  const members = Object.entries({ ...object.members, ...object.answered }).map(([name, field]) => {
    const isThere = isAlways(field) && !choices.includes(name);
    return `${fieldComment(field, "  ")}  ${name}${isThere ? "" : "?"}: ${outputType(field, "")}${isThere ? "" : " | undefined"};\n`;
  });
  if (members.length === 0)
    return `${comment([object.description])}export type ${object.name} = Record<string, never>;\n\n`;
  return `${comment([object.description])}export interface ${object.name} {\n${members.join("")}}\n\n`;
}

// Files -----------------------------------------------------------------------------------------------------------

/** All objects and choices of a kind of field, by name; two of one name must be the same. */
function named<F extends ObjectField | ChoiceField>(type: F["type"], form: "request" | "answer"): Map<string, F> {
  const found = new Map<string, F>();
  const visit = (field: Field): void => {
    if (field.type === "list") visit(field.item);
    if (field.type === "map") visit(field.value);
    if (field.type === type) {
      const known = found.get((field as F).name);
      if (known !== undefined && signature(known) !== signature(field as F)) {
        throw new Error(`two different ${type}s are called ${(field as F).name}`);
      }
      found.set((field as F).name, field as F);
    }
    if (field.type === "object") {
      for (const member of Object.values(form === "answer" ? { ...field.members, ...field.answered } : field.members))
        visit(member);
    }
  };
  for (const { args, outputs } of definitions) {
    for (const field of Object.values(form === "answer" ? { ...args, ...outputs } : args)) visit(field);
  }
  return new Map([...found].sort(([one], [other]) => one.localeCompare(other)));
}

function signature(field: ObjectField | ChoiceField): string {
  return field.type === "choice"
    ? field.values.join()
    : [...Object.keys(field.members), ...Object.keys(field.answered ?? {})].join();
}

function enumsFile(): string {
  const enums = [...named<ChoiceField>("choice", "answer").values()].map(
    ({ name, description, values }) =>
      `${comment([description])}export const ${name} = { ${values.map((value) => `${value}: "${value}"`).join(", ")} } as const;\n\n` +
      `${comment([description])}export type ${name} = (typeof ${name})[keyof typeof ${name}];\n\n`,
  );
  return header + enums.join("");
}

function inputFile(): string {
  const objects = [...named<ObjectField>("object", "request").values()].map((object) => inputDeclaration(object, ""));
  return `${header}${pulumiImport}import type * as enums from "./enums.js";\n\n${objects.join("")}`;
}

function outputFile(): string {
  const objects = [...named<ObjectField>("object", "answer").values()].map(outputDeclaration);
  return `${header}import type * as enums from "./enums.js";\n\n${objects.join("")}`;
}

function serviceFile(): string {
  const kinds = deployable.map(({ kind }) => kind);
  const imports = kinds.map((kind) => `import type { ${kind} } from "../resources/${fileName(kind)}.js";\n`).sort();
  const allVersions = [...new Set(deployable.flatMap(({ deployedAs }) => Object.keys(deployedAs?.versions ?? {})))];
  const variants = deployable.map(({ kind, deployedAs }) => {
    const versions = Object.keys(deployedAs?.versions ?? {}).map(
      (version) => `${version}?: pulumi.Input<${versionType(kind, version)}> | undefined;`,
    );
    const others = allVersions
      .filter((version) => !(version in (deployedAs?.versions ?? {})))
      .map((version) => `${version}?: undefined;`);
    return `  | ${kind}\n  | { service: ${kind}; ${[...versions, ...others].join(" ")} }`;
  });
  return (
    `${header}${pulumiImport}${imports.join("")}import type * as enums from "./enums.js";\n\n` +
    `${comment(["A service to deploy: a resource, or one with the version to deploy."])}export type ServiceArgs =\n${variants.join("\n")};\n\n` +
    `${comment(["A service that a deployment selects, as the engine carries it."])}export interface ServiceSelection {\n  kind: string;\n  id: string;\n  [version: string]: string | undefined;\n}\n`
  );
}

/** Type of a version that a service can be deployed with, from the list that selects it by id. */
function versionType(kind: string, version: string): string {
  const list = deployable.find((each) => each.kind === kind)?.deployedAs?.list ?? "";
  for (const { args } of definitions) {
    const field = args[list];
    const member = field?.type === "list" && field.item.type === "object" ? field.item.members[version] : undefined;
    if (member !== undefined) return inputType(member, "");
  }
  throw new Error(`no deployment selects ${kind} with ${version}`);
}

/** Arguments of a clone: only where it goes and what it is made from must be given. */
function cloneArgs({ args, pathArgs }: ResourceDefinition): Fields {
  const { adoptId: _, ...cloned } = args;
  return Object.fromEntries(
    Object.entries(cloned).map(([name, field]) => [
      name,
      { ...field, required: pathArgs.includes(name) || field.acceptsResource === true },
    ]),
  );
}

function classFile(definition: ResourceDefinition): string {
  const { kind, args, outputs, pathArgs } = definition;
  const body = [
    ...Object.entries(args).map(([name, field]) => [name, field, isAlways(field)] as const),
    ...Object.entries(outputs).map(([name, field]) => [name, field, field.required] as const),
  ];
  const properties = body
    .map(
      ([name, field, always]) =>
        `${fieldComment(field, "  ")}  declare readonly ${name}: pulumi.Output<${outputType(field, "output.")}${always ? "" : " | undefined"}>;\n`,
    )
    .join("\n");
  const { cloneFrom, ...ownArgs } = args;
  const argsText = inputMembers(ownArgs, "input.", "  ");
  const cloneText = cloneFrom === undefined ? "" : inputMembers(cloneArgs(definition), "input.", "  ", kind);
  const given = cloneText === "" ? `${kind}Args` : `${kind}Args | ${kind}CloneArgs`;
  const stateText = inputMembers(
    Object.fromEntries(pathArgs.map((name) => [name, { ...(args[name] as Field), required: false }])),
    "input.",
    "  ",
  );
  const text = `${properties}${argsText}`;
  const imports = [
    'import type * as pulumi from "@pulumi/pulumi";\n',
    'import { PlatformResource } from "../resource.js";\n',
    ...(text.includes("enums.") ? ['import type * as enums from "../types/enums.js";\n'] : []),
    ...(text.includes("input.") ? ['import type * as input from "../types/input.js";\n'] : []),
    ...(text.includes("output.") ? ['import type * as output from "../types/output.js";\n'] : []),
    ...(text.includes("ServiceArgs")
      ? ['import type { ServiceArgs, ServiceSelection } from "../types/service.js";\n']
      : []),
  ];
  const about = [definition.description, "", "@example", "```ts", ...definition.example.split("\n"), "```"];
  return `${header}${imports.join("")}
${comment(about)}export class ${kind} extends PlatformResource {
${properties}
  /**
   * Declares the resource.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param args Arguments.
   * @param options Pulumi's own options.
   */
  constructor(name: string, args: ${given}, options?: pulumi.CustomResourceOptions) {
    super("${kind}", name, args, options);
  }

  /**
   * Reads one that exists, without managing it.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param id Identifier on the platform.
   * @param state What is known of it; needed where the platform can only list this kind.
   * @param options Pulumi's own options.
   * @example
   * \`\`\`ts
   * const existing = ${kind}.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6"${pathArgs.length === 0 ? "" : `, { ${pathArgs.join(", ")} }`});
   * \`\`\`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, state: ${kind}State = {}, options: pulumi.CustomResourceOptions = {}): ${kind} {
    return new ${kind}(name, state as ${kind}Args, { ...options, id });
  }

  /** Whether the value is a ${kind}, also one of another copy of this package. */
  static override isInstance(value: unknown): value is ${kind} {
    return PlatformResource.isKind("${kind}", value);
  }
}

${comment([`Arguments of {@link ${kind}}.`])}export interface ${kind}Args {
${argsText}${cloneText === "" ? "" : "  cloneFrom?: undefined;\n"}}
${cloneText === "" ? "" : `\n${comment([`Arguments of a {@link ${kind}} that is cloned from another one: what is left out, the clone takes from its source.`])}export interface ${kind}CloneArgs {\n${cloneText}}\n`}
${comment([`What a program may know of a ${kind} that it only reads.`])}export interface ${kind}State {
${stateText}}
`;
}

/** The functions that look up a kind. */
function lookupFile(definition: ResourceDefinition): string {
  const { kind, args, outputs, listFilters } = definition;
  const many = `get${kind}s`;
  const one = `get${kind}`;
  const place = pathMembers(definition.api.list as Endpoint);
  const isReadById = definition.api.read !== undefined && pathMembers(definition.api.read).join() === "id";
  const known = { ...Object.fromEntries(Object.entries(args).filter(([, field]) => !field.local)), ...outputs };
  const results = Object.entries(known).map(([name, field]) => {
    const isThere = name in args && isAlways(field);
    return `${fieldComment(field, "  ")}  ${name}${isThere ? "" : "?"}: ${outputType(field, "output.")}${isThere ? "" : " | undefined"};\n`;
  });
  const connection = args.connection as Field;
  const member = (name: string, field: Field, type: string, optional: boolean) =>
    `${fieldComment(field, "  ")}  ${name}${optional ? "?" : ""}: ${type}${optional ? " | undefined" : ""};\n`;
  const places = (optional: boolean) =>
    place.map((name) => member(name, args[name] as Field, "string", optional)).join("");
  const filters = Object.entries(listFilters)
    .map(([name, field]) => member(name, field, outputType(field, ""), true))
    .join("");
  const connectionText = member("connection", connection, "string", true);
  const nameText = `  /** Name to look for; letter case does not matter. */\n  name?: string | undefined;\n`;
  const idText = `  /** Identifier to look for; instead of a name. */\n  id?: string | undefined;\n`;
  const withInputs = (type: string) => `{ [K in keyof ${type}]: pulumi.Input<${type}[K]> }`;
  const placeExample = place.join(", ");
  const text = results.join("");
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../lookup.js";
${text.includes("enums.") ? 'import type * as enums from "../types/enums.js";\n' : ""}${text.includes("output.") ? 'import type * as output from "../types/output.js";\n' : ""}
${comment([`Where {@link ${many}} looks.`])}export interface Get${kind}sArgs {
${places(false)}${filters}${connectionText}}

${comment([`What {@link ${one}} looks for: a name or an id.`])}export interface Get${kind}Args {
${places(isReadById)}${nameText}${idText}${connectionText}}

${comment([`A ${kind} as the platform knows it.`])}export interface Get${kind}Result {
  /** Identifier on the platform. */
  id: string;
${text}}

${comment([`All of this kind in one place; also at preview.`, "", `@throws An error with a code, where the platform refuses or cannot be reached.`, "@example", "```ts", `const all = await ${many}({ ${placeExample} });`, "```"])}export function ${many}(args: Get${kind}sArgs): Promise<Get${kind}Result[]> {
  return lookUpAll("${kind}", { ...args });
}

${comment([`{@link ${many}} for arguments that may be outputs.`, "", "@example", "```ts", `const names = ${many}Output({ ${placeExample} }).apply((all) => all.map(({ name }) => name));`, "```"])}export function ${many}Output(args: ${withInputs(`Get${kind}sArgs`)}): pulumi.Output<Get${kind}Result[]> {
  return lookUpOutput("${kind}", args, lookUpAll<Get${kind}Result>);
}

${comment([`The one with the given name or id; also at preview.`, "", `@throws An error with a code, where there is none, and where the platform refuses or cannot be reached.`, "@example", "```ts", `const existing = await ${one}({ ${placeExample}, name: "web" });`, "```"])}export function ${one}(args: Get${kind}Args): Promise<Get${kind}Result> {
  return lookUpOne("${kind}", { ...args });
}

${comment([`{@link ${one}} for arguments that may be outputs.`, "", "@example", "```ts", `const id = ${one}Output({ ${placeExample}, name: "web" }).apply(({ id }) => id);`, "```"])}export function ${one}Output(args: ${withInputs(`Get${kind}Args`)}): pulumi.Output<Get${kind}Result> {
  return lookUpOutput("${kind}", args, lookUpOne<Get${kind}Result>);
}
`;
}
