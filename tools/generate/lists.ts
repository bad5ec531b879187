/** The lists of what is in folders. They come from the text of the files, so that they can also be written when they are wrong. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileName, header } from "./declaration.js";

const root = join(__dirname, "..", "..");

interface Definition {
  readonly kind: string;
  /** What its file exports. */
  readonly name: string;
  /** Its file in provider/kinds, without the extension. */
  readonly file: string;
  readonly group: "services" | "others" | "any object";
  /** Of its first endpoint in the API document. */
  readonly row: number;
}

export function listFiles(): ReadonlyMap<string, string> {
  const definitions = definitionsInFolder();
  return new Map([
    ...definitionFiles(definitions),
    testRecordsFile(definitions),
    recordKindsFile(),
    serviceKindsFile(),
  ]);
}

const groups = ["services", "others", "any object"] as const;

/** By group, each in the order of the API document, then those that it doesn't have. */
function definitionsInFolder(): readonly Definition[] {
  const folder = join(root, "provider/kinds");
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => definitionIn(path.replace(/\.ts$/, ""), readFileSync(join(folder, path), "utf8")));
  const order = ({ group, row, kind }: Definition) =>
    [groups.indexOf(group), row].map((each) => String(each).padStart(4, "0")).join() + kind;
  return found.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

function definitionIn(file: string, text: string): Definition[] {
  const [, name, kind] = /^export const (\w+) = defineResource\("(\w+)"/m.exec(text) ?? [];
  if (name === undefined || kind === undefined) return [];
  const expected = fileName(kind);
  if (name !== expected || ![expected, `${expected}/${expected}`].includes(file))
    throw new Error(
      `provider/kinds/${file}.ts: the definition ${kind} must be called ${expected}, in ${expected}.ts or ${expected}/${expected}.ts.`,
    );
  const rows = [...text.matchAll(/\bendpoint\((\d+),/g)].map(([, row]) => Number(row));
  return [{ kind, name, file, group: groupOf(text), row: Math.min(...rows, 1000) }];
}

function groupOf(text: string): Definition["group"] {
  if (/^ {2}deployedAs: /m.test(text)) return "services";
  return /^ {2}concrete[:(,]/m.test(text) ? "any object" : "others";
}

function definitionFiles(definitions: readonly Definition[]): readonly [path: string, text: string][] {
  const imports = (listed: readonly Definition[]) =>
    sortedImports(listed.map(({ name, file }) => [name, `../kinds/${file}.js`]));
  const names = (listed: readonly Definition[]) => listed.map(({ name }) => name).join(", ");
  const services = definitions.filter(({ group }) => group === "services");
  const others = definitions.filter(({ group }) => group !== "services");
  return [
    [
      "provider/generated/deployable.ts",
      `${header}${imports(services)}
/** Kinds that can be deployed, in the order of the API document, then those that it doesn't have. */
export const deployable = [${names(services)}] as const;
`,
    ],
    [
      "provider/generated/kinds.ts",
      `${header}${imports(others)}import { deployable } from "./deployable.js";

/** All kinds: services, then the others in the order of the API document, then those that it doesn't have. */
export const kinds = [...deployable, ${names(others)}] as const;
`,
    ],
    ["provider/generated/definitionOf.ts", loadersText(definitions)],
  ];
}

/** The function that loads the definition of one kind without those of the others. */
function loadersText(definitions: readonly Definition[]): string {
  const loaders = definitions.map(({ kind, name, file }) => {
    const module = JSON.stringify(`../kinds/${file}.js`);
    return `${kind}: () => (require(${module}) as typeof import(${module})).${name},`;
  });
  return `${header}import type { LookupDefinition, ResourceDefinition } from "../definition/kind.js";
import type { DefinitionOf, KindName } from "../kinds/index.js";

/** Where each definition is. A plugin only loads those of the kinds in its stack: loading all of them takes twice as long. */
const loaders = {
  ${loaders.join("\n  ")}
} satisfies { readonly [K in KindName]: () => DefinitionOf<K> };

/** The definition of one kind, without those of the others; nothing if there is no such kind. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return Object.hasOwn(loaders, kind) ? loaders[kind as KindName]() : undefined;
}

/** What programs look up by this name: a kind, or what no kind manages. */
export function lookupDefinitionOf(name: string): LookupDefinition | undefined {
  const others = () => (require("../lookups.js") as typeof import("../lookups.js")).lookups;
  return definitionOf(name) ?? others().find(({ kind }) => kind === name);
}
`;
}

function testRecordsFile(definitions: readonly Definition[]): readonly [path: string, text: string] {
  const files = new Set(readdirSync(join(root, "test/kinds")));
  const recorded = definitions.filter(({ name }) => files.has(`${name}.ts`));
  const imports = sortedImports(recorded.map(({ name }) => [name, `../${name}.js`]));
  const members = recorded.map(({ kind, name }) => `${kind}: ${name}`).join(", ");
  const text = `// Generated from the files in test/kinds by \`npm run generate\`. Do not edit.

${imports}
/** The test records of all kinds. */
export const records = { ${members} };
`;
  return ["test/kinds/generated/records.ts", text];
}

/** In the linter's order. */
function sortedImports(imports: readonly (readonly [name: string, file: string])[]): string {
  const sorted = [...imports].sort(([, one], [, other]) => (one < other ? -1 : 1));
  const clause = (name: string) => (name.startsWith("type ") ? `type { ${name.slice(5)} }` : `{ ${name} }`);
  return sorted.map(([name, file]) => `import ${clause(name)} from "${file}";\n`).join("");
}

/** Every kind of record of the local platform: a file exports its kind, or several, under its own name. */
function recordKindsFile(): readonly [path: string, text: string] {
  const files = recordKindFiles();
  const imports = files.map((file) => `import { ${exportOf(file)} } from "../resources/records/${file}.js";\n`);
  const text = `// Generated from the files in backend/src/resources/records by \`npm run generate\`. Do not edit.

import type { AnyRecordKind } from "../resources/record.js";
${imports.join("")}
export const recordKinds: readonly AnyRecordKind[] = [${files.map(exportOf).join(", ")}].flat();
`;
  return ["backend/src/generated/record-kinds.ts", text];
}

/** Every kind of service of the local platform, those that the API document lists first: a file of its resources exports one. */
function serviceKindsFile(): readonly [path: string, text: string] {
  const folder = join(root, "backend/src/resources");
  const exported = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const [, name] = /^export const (\w+): ServiceKind</m.exec(text) ?? [];
      const [, row = "99"] = /^ {2}numbers: \{.*\blist: (\d+)/m.exec(text) ?? [];
      const path = `../resources/${file.replace(/ts$/, "js")}`;
      return name === undefined ? [] : [[`${row.padStart(2, "0")} ${name}`, name, path] as const];
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name, path]) => [name, path] as const);
  const text = `// Generated from the files in backend/src/resources by \`npm run generate\`. Do not edit.

${sortedImports([["type AnyServiceKind", "../resources/service.js"], ...exported])}
export const serviceKinds: readonly AnyServiceKind[] = [${exported.map(([name]) => name).join(", ")}];
`;
  return ["backend/src/generated/service-kinds.ts", text];
}

/** The files of the backend's kinds of records, without their extension. */
function recordKindFiles(): readonly string[] {
  return readdirSync(join(root, "backend/src/resources/records"))
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
}

/** `gitToken` for `git-token`. */
function exportOf(file: string): string {
  return file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
