import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleIds } from "../../backend/src/seed.js";
import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { allOf, schemaToken } from "../../provider/definition/names.js";
import { importAddress } from "../../provider/engine/lookups.js";
import { definitions } from "../../provider/kinds/index.js";
import { lookups as others } from "../../provider/lookups.js";
import { fileName } from "./declaration.js";

/** Variables that an example may use without declaring them: IDs of places and of what resources refer to. */
export const inputs: readonly string[] = [
  ...new Set([
    ...Object.keys(exampleIds),
    ...definitions.flatMap(({ pathArgs, concrete }) => (concrete === undefined ? pathArgs : [])),
    ...others.flatMap(({ lookups }) => Object.keys(lookups.own?.args ?? {}).filter((name) => name.endsWith("Id"))),
  ]),
];

/** Those that are one of a few words. */
const words = new Map(
  definitions
    .flatMap(({ args, pathArgs }) => pathArgs.map((name) => [name, args[name]] as const))
    .flatMap(([name, field]) => (field?.type === "enum" ? [[name, field.values[0]] as const] : [])),
);

/** What lookups get: one of a kind, all of it, or a text of one. */
const lookedUp = [...definitions, ...others].flatMap(({ kind, lookups }) => [
  kind,
  allOf(kind),
  ...Object.keys(lookups.documents).map((name) => `${kind}${name}`),
]);

const exported = new RegExp(
  `\\b(?:${definitions.map(({ kind }) => kind).join("|")}|get(?:${lookedUp.join("|")})(?:Output)?|withConnection)\\b`,
  "g",
);

/** An ID for examples. */
export const exampleId = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

/** The whole program of an example: with its imports, and with what it assumes read from the stack configuration. */
export function wholeProgram(example: string): string {
  // A name in a string or after `new` alone isn't a use of the import; `getXs` is, with or without parentheses.
  const code = example.replace(/"[^"]*"|`[^`]*`/g, '""');
  const used = inputs.filter(
    (name) => new RegExp(`\\b${name}\\b(?!:)`).test(code) && !code.includes(`const ${name} =`),
  );
  const isConfigured = used.some((name) => !words.has(name)) || /\bconfig\./.test(code);
  const names = [...new Set(code.match(exported) ?? [])].sort();
  const imports = [
    ...(isConfigured || /\bpulumi\./.test(code) ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    `import { ${names.join(", ")} } from "pulumi-app-platform";`,
  ];
  const declarations = [
    ...(isConfigured ? ["const config = new pulumi.Config();"] : []),
    ...used.map((name) =>
      words.has(name) ? `const ${name} = "${words.get(name)}";` : `const ${name} = config.require("${name}");`,
    ),
  ];
  return [...imports, "", ...declarations, ...(declarations.length === 0 ? [] : [""]), example].join("\n");
}

interface ShownExample {
  /** A file's own heading, if it has one. */
  readonly title: string | undefined;
  readonly shows: string;
  readonly program: string;
}

const examples = join(__dirname, "../../docs/reference/examples");

/** The longer program on the page of a kind, which some have. */
export function longerExample(kind: string): ShownExample | undefined {
  const file = join(examples, `${fileName(kind)}.ts`);
  return existsSync(file) ? exampleIn(file) : undefined;
}

/** Further programs on the page of a kind, each about one thing: `container.autoscaling.ts`. */
export function furtherExamples(kind: string): ShownExample[] {
  const files = readdirSync(examples).filter(
    (file) => file.startsWith(`${fileName(kind)}.`) && file.split(".").length === 3,
  );
  return files.sort().map((file) => exampleIn(join(examples, file)));
}

/** A file whose first comment says what the program shows. */
function exampleIn(file: string): ShownExample {
  const [, comment, program] = /^\/\*\*\n([\s\S]+?)\n \*\/\n([\s\S]+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
  if (comment === undefined || program === undefined) throw new Error(`${file} must begin with what it shows`);
  const text = comment.replace(/^ \* ?/gm, "");
  const [, title] = /^# (.+)\n/.exec(text) ?? [];
  return { title, shows: text.replace(/^# .+\n\s*/, ""), program };
}

/** The lines of a comment that show an example. */
export function exampleLines(example: string): string[] {
  return ["@example", "```ts", ...wholeProgram(example).split("\n"), "```"];
}

/** Where a resource is, as the members of an object: `environmentId`. Where that is a path, as the example of the kind has it. */
export function parentExample({ pathArgs, concrete, example }: ResourceDefinition): string {
  if (concrete === undefined) return pathArgs.join(", ");
  const specified = pathArgs.map((name) => new RegExp(`\\b${name}: .*(?=,$)`, "m").exec(example)?.[0]);
  return specified.join(", ");
}

/** The name of the resource that a kind's example declares. */
function nameInExample({ kind, example }: ResourceDefinition): string {
  return new RegExp(`new ${kind}\\("([\\w-]+)"`).exec(example)?.[1] as string;
}

/** The command that imports the resource of a kind's example, if the kind can be imported. */
export function importCommand(definition: ResourceDefinition): string | undefined {
  const imported = importAddress(definition);
  return imported && `pulumi import ${schemaToken(definition.kind)} ${nameInExample(definition)} '${imported}'`;
}
