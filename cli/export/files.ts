import { schemaToken } from "../../provider/definition/names.js";
import { jsonText } from "../screen.js";
import { stringLiteral } from "./code.js";
import type { Declaration, Program } from "./program.js";
import type { Service } from "./services.js";
import {
  classesOf,
  constant,
  headComment,
  importStatement,
  interpolates,
  moduleFormat,
  packageName,
  pulumiImport,
  resourceName,
  resourceStatement,
  secretConstants,
  variablesIn,
} from "./statements.js";

/** Texts of files by their paths; the first one is the program that Pulumi runs. */
export type Files = Readonly<Record<string, string>>;

export function singleFile(program: Program): Files {
  const { declarations, secrets } = program;
  const needsPulumi = secrets.length > 0 || interpolates(declarations);
  const blocks = [
    `${needsPulumi ? pulumiImport : ""}${importStatement(classesOf(declarations), packageName)}`,
    `${headComment(program)}${constants(program)}`,
    secretConstants(program),
    ...declarations.map((declaration) => declared(declaration, program, "")),
  ];
  return { "index.ts": joined(blocks) };
}

/** The program with a file for each service. */
export function splitFiles(program: Program): Files {
  const { declarations, secrets } = program;
  const all = declarations.map(({ service }) => service.variable);
  const imports = all.map((variable) => `import "./services/${variable}";\n`).join("");
  const shared = [
    secrets.length > 0 ? pulumiImport : "",
    exported(constants(program)),
    secretConstants(program, "export "),
  ];
  const files = declarations.map((declaration) => [
    `services/${declaration.service.variable}.ts`,
    serviceFile(declaration, program),
  ]);
  return {
    "index.ts": `${headComment(program)}${imports}`,
    ...(joined(shared) === "" ? {} : { [`${sharedFile(program)}.ts`]: joined(shared) }),
    ...Object.fromEntries(files),
  };
}

/** The file with constants that several services use. */
function sharedFile({ environmentId }: Program): string {
  return environmentId === undefined ? "shared" : "environment";
}

function serviceFile(declaration: Declaration, program: Program): string {
  const { sharedNames, services } = importedBy(declaration, program);
  const imports = [
    interpolates([declaration]) ? pulumiImport : "",
    importStatement(classesOf([declaration]), packageName),
    sharedNames.length === 0 ? "" : importStatement(sharedNames, `../${sharedFile(program)}`),
    ...services.map((variable) => importStatement([variable], `./${variable}`)),
  ];
  return joined([imports.join(""), declared(declaration, program, "export ")]);
}

function importedBy(declaration: Declaration, { connection }: Program) {
  const own = connection === undefined ? [] : ["connection"];
  return {
    sharedNames: [...own, ...variablesIn(declaration, "constant"), ...variablesIn(declaration, "secret")],
    services: [...new Set(variablesIn(declaration, "service"))].sort(),
  };
}

function declared(declaration: Declaration, { connection }: Program, before: string): string {
  const { service } = declaration;
  const name = resourceName(service);
  return resourceStatement(declaration, {
    format: moduleFormat,
    before: `${before}const ${service.variable} = `,
    name: { text: stringLiteral(name), isName: name === service.name },
    adoptId: declaration.adoptId,
    connection: connection !== undefined,
  });
}

/** The environment, the connection and the shared IDs. */
export function constants({ environmentId, connection, constants: all }: Program): string {
  const texts = all.map(({ variable, value, label }) => constant(variable, value, label));
  const own = connection === undefined ? [] : [constant("connection", connection)];
  return (environmentId === undefined ? [...own, ...texts] : [texts[0], ...own, ...texts.slice(1)]).join("");
}

function exported(statements: string): string {
  return statements.replace(/^const /gm, "export const ");
}

/** Blocks with an empty line between them. */
export function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n");
}

/** What a command prints: the paths that it has written or, without a folder, the program, with several files each after its path. */
export function outputOf(files: Files, written: readonly string[] | undefined): string {
  if (written !== undefined) return written.map((file) => `wrote ${file}\n`).join("");
  const all = Object.entries(files);
  return all.length === 1
    ? all.map(([, text]) => text).join("")
    : all.map(([path, text]) => `// ${path}\n\n${text}`).join("\n");
}

const parentPath = ({ definition, values }: Service) => definition.pathArgs.map((name) => values[name]).join("/");

/** What `pulumi import --file` reads: the services of the environment, each by its place and ID. */
export function importFile({ declarations }: Program): Files {
  const resources = declarations.map(({ service }) => ({
    type: schemaToken(service.definition.kind),
    name: service.variable,
    logicalName: resourceName(service),
    id: `${parentPath(service)}/${service.id}`,
  }));
  return { "import.json": `${jsonText({ resources }, 2)}\n` };
}
