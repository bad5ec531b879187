import {
  literal,
  object,
  printed,
  type ReferenceFormat,
  reference,
  secretCall,
  stringLiteral,
  templateText,
} from "./code.js";
import { constants, type Files, joined } from "./files.js";
import type { Declaration, Program } from "./program.js";
import {
  classesOf,
  constant,
  headComment,
  importStatement,
  packageName,
  pulumiImport,
  resourceStatement,
  usersComment,
} from "./statements.js";

/** Names that the members of the component must not have. */
export const componentNames: readonly string[] = ["args", "options", "name", "registerOutputs", "getData"];

/** The program as a component, in a file of its own, and an `index.ts` that declares it once. */
export function componentFiles(program: Program, component: string, file: string): Files {
  return { "index.ts": indexFile(program, component, file), [`${file}.ts`]: componentFile(program, component) };
}

/** As in `args.databasePassword`. */
function formatIn(program: Program): ReferenceFormat {
  return (to) => {
    if (to.of === "service") return `this.${to.variable}${to.output === undefined ? "" : `.${to.output}`}`;
    if (to.of === "adoptId") return `args.adoptIds?.${to.variable}`;
    const isArgument = to.of === "secret" || argumentConstants(program).includes(to.variable);
    const text = isArgument ? `args.${to.variable}` : to.variable;
    return to.of === "secret" && to.isReadable ? `pulumi.unsecret(pulumi.output(${text}))` : text;
  };
}

/** Constants that are arguments of the component. Services of several environments may share an ID by the same name. */
function argumentConstants({ environmentId }: Program): readonly string[] {
  return environmentId === undefined ? ["connection"] : ["environmentId", "connection"];
}

function componentFile(program: Program, component: string): string {
  const { declarations, constants: all, environmentId, secrets, connection } = program;
  const fields = declarations.map(({ service }) => `  readonly ${service.variable}: ${service.definition.kind};\n`);
  const adoptIds = declarations.map(({ service }) => `    readonly ${service.variable}?: string;\n`);
  const args = [
    environmentId === undefined
      ? ""
      : "  /** Environment of the services. */\n  readonly environmentId: pulumi.Input<string>;\n",
    connection === undefined
      ? ""
      : "  /** Connection to the platform that has the environment. */\n  readonly connection?: string;\n",
    ...secrets.map((secret) => `${usersComment(secret, "  ")}  readonly ${secret.key}: pulumi.Input<string>;\n`),
    `  /** IDs of existing services to adopt; the others are created. */\n  readonly adoptIds?: {\n${adoptIds.join("")}  };\n`,
  ];
  const shared = all.filter(({ variable }) => !argumentConstants(program).includes(variable));
  const own = shared.map(({ variable, value, label }) => constant(variable, value, label)).join("");
  const type = stringLiteral(`app:index:${component}`);
  const body = declarations.map((declaration) => statement(declaration, program));
  const creation = `  constructor(name: string, args: ${component}Args, options?: pulumi.ComponentResourceOptions) {\n    super(${type}, name, {}, options);\n\n${body.join("\n")}\n    this.registerOutputs({});\n  }\n`;
  return joined([
    `${pulumiImport}${importStatement(classesOf(declarations), packageName)}`,
    own,
    `export interface ${component}Args {\n${args.join("")}}\n`,
    `/** The services of an environment. */\nexport class ${component} extends pulumi.ComponentResource {\n${fields.join("")}\n${creation}}\n`,
  ]);
}

/** Resources of two components of one stack must not have one name, so the name of the component comes first. */
function statement(declaration: Declaration, program: Program): string {
  const { service } = declaration;
  const { variable } = service;
  return resourceStatement(declaration, {
    format: formatIn(program),
    indent: "    ",
    before: `this.${variable} = `,
    name: { text: `\`\${name}-${templateText(slug(variable))}\``, isName: false },
    adoptId: reference({ of: "adoptId", variable }),
    options: "{ parent: this }",
    connection: program.connection !== undefined,
  });
}

function slug(variable: string): string {
  return variable.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

function indexFile(program: Program, component: string, file: string): string {
  const { declarations, secrets, environmentId, connection, constants: all } = program;
  const adoptIds = declarations.map(({ service }) => [service.variable, literal(service.id)] as const);
  const args = printed(
    object([
      ...(environmentId === undefined
        ? []
        : [["environmentId", reference({ of: "constant", variable: "environmentId" })] as const]),
      ...(connection === undefined
        ? []
        : [["connection", reference({ of: "constant", variable: "connection" })] as const]),
      ...secrets.map(({ key }) => [key, reference({ of: "secret", variable: key })] as const),
      ["adoptIds", object(adoptIds)],
    ]),
    (to) => (to.of === "secret" ? secretCall(to.variable) : to.variable),
  );
  return joined([
    `${secrets.length > 0 ? pulumiImport : ""}${importStatement([component], `./${file}`)}`,
    `${headComment(program)}${constants({ ...program, constants: all.filter(({ variable }) => argumentConstants(program).includes(variable)) })}`,
    secrets.length > 0 ? "const config = new pulumi.Config();\n" : "",
    `new ${component}(${stringLiteral(slug(file))}, ${args});\n`,
  ]);
}
