/** What people copy compiles against the declarations of the built package. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { describe, expect, it } from "vitest";
import { definitions } from "../../provider/kinds/index.js";
import { inputs } from "../../tools/generate/example.js";
import { pageName } from "../../tools/generate/referencePages.js";
import { isOfSite } from "../../tools/pageFigures.js";
import { problemsIn } from "../cli/support/source-checks.js";
import { openEditor } from "./support/language-service.js";

const root = join(__dirname, "..", "..");

const taken = [...definitions.map(({ kind }) => kind), "getContainer", "getContainers", "getJobs", "getDatabaseOutput"];

/** What the pieces of code assume, as globals: a piece that imports or declares a name itself hides them. */
const globals = `import type * as app from "pulumi-app-platform";
import type * as sdk from "@pulumi/pulumi";
declare global {
  const pulumi: typeof sdk;
${taken.map((name) => `  const ${name}: typeof app.${name};\n`).join("")}
  const config: sdk.Config;
  const stack: sdk.StackReference;
  const ${inputs.map((name) => `${name}: string`).join(", ")};
  const configuration: unknown;
  const db: app.Database, web: app.Container, shop: app.Application;
}
`;

/** Blocks of TypeScript, those in tabs of code and in lists included. Signatures, which aren't programs, are ```typescript. */
const block = /^( *)```ts\b[^\n]*\n([\s\S]*?)^\1```/gm;

/** The blocks of a page, each as a module. */
function piecesOf(page: string): [file: string, code: string][] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(block)].map(([, , code = ""], index) => [
    `${page}-${index + 1}.mts`,
    `${code}\nexport {};\n`,
  ]);
}

const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
const pages = ["README.md", ...docs.filter(isOfSite).map((page) => `docs/${page}`)].sort();
const pieces = Object.fromEntries(pages.flatMap(piecesOf));

describe("code in the documentation", () => {
  it("is in the README, on the first pages, and on the pages of concepts and resources", () => {
    const withCode = new Set(Object.keys(pieces).map((file) => file.replace(/-\d+\.mts$/, "")));
    const isWithoutProgram = (page: string) => ["docs/concepts/endpoints.md", "docs/concepts/state.md"].includes(page);
    const concepts = pages.filter((page) => page.startsWith("docs/concepts/") && !isWithoutProgram(page));
    const resources = definitions.map(({ kind }) => `docs/reference/${pageName(kind)}.md`);
    const expected = ["README.md", "docs/index.md", "docs/resource-options.md", ...concepts, ...resources];
    expect(expected.filter((page) => !withCode.has(page))).toEqual([]);
  });

  it("compiles", async () => {
    expect(await problemsIn({ ...pieces, "globals.d.mts": globals })).toBe("");
  });
});

/** A program that passes on what resources and lookups return. */
const program = `import * as pulumi from "@pulumi/pulumi";
import { type Application, Container, type Database, DeploymentTrigger, getContainer, getContainerOutput, getJob, Job, type TerraformService } from "pulumi-app-platform";

declare const app: Application, web: Container, migrate: Job, db: Database, infra: TerraformService;
const environmentId = "e", registryId = "r", gitCommitId = "4f2a91c";
const services = [app, migrate, infra].map((service) => ({ service, gitCommitId }));
new DeploymentTrigger("versioned", { environmentId, services });
const mixed = [app, web, migrate, db, infra];
new DeploymentTrigger("plain", { environmentId, services: mixed.map((service) => ({ service })) });
new DeploymentTrigger("all", { environmentId, services: [...mixed, ...services, { service: web, imageTag: undefined }] });

const image = { environmentId, registryId, imageName: "acme/api", tag: "1" };
const { healthchecks, ports, storage, cpu, description, autoscaling, autoDeploy, entrypoint } = web;
new Container("copy", { ...image, healthchecks, ports, storage, cpu, description, autoscaling, autoDeploy, entrypoint });
new Container("tag", { ...image, healthchecks: {}, tag: web.tag, arguments: pulumi.output(undefined) });

async function fromLookups() {
  const lookup = await getContainer({ environmentId, name: "web" });
  new Container("looked-up", { ...image, healthchecks: lookup.healthchecks, ports: lookup.ports, storage: lookup.storage });
  const later = getContainerOutput({ environmentId, name: web.name }, { dependsOn: [web], parent: web });
  new Container("later", { ...image, healthchecks: later.healthchecks, ports: later.ports, description: later.description });
  const job = await getJob({ environmentId, name: "migrate" });
  new Job("job", { environmentId, healthchecks: job.healthchecks, source: job.source, schedule: job.schedule });
  new Job("same", { environmentId, healthchecks: migrate.healthchecks, source: migrate.source, schedule: migrate.schedule });
}
void fromLookups;
`;

it.each([true, false])("outputs and lookups compile as arguments, exactOptionalPropertyTypes: %s", async (isExact) => {
  const options = { exactOptionalPropertyTypes: isExact, strict: true };
  expect(await problemsIn({ "program.mts": program }, options)).toBe("");
});

const declarations = join(root, "dist", "sdk", "index.d.ts");
const entry = openEditor(new Map([[declarations, undefined]]));

/** What a package exports, with the static functions of its classes. */
function exportedSymbols(): { readonly name: string; readonly symbol: ts.Symbol }[] {
  const source = entry.program.getSourceFile(declarations);
  const module = source === undefined ? undefined : entry.checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error("the package exports nothing");
  return entry.checker.getExportsOfModule(module).map((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    return { name: exported.name, symbol: isAlias ? entry.checker.getAliasedSymbol(exported) : exported };
  });
}

interface Shown {
  readonly name: string;
  readonly example: string | undefined;
}

function examplesOf(name: string, comments: { getJsDocTags(checker?: ts.TypeChecker): ts.JSDocTagInfo[] }): Shown[] {
  const tags = comments.getJsDocTags(entry.checker).filter((each) => each.name === "example");
  const texts = tags.length === 0 ? [""] : tags.map(({ text }) => ts.displayPartsToString(text));
  return texts.map((text) => ({ name, example: /^```ts\n([\s\S]*)\n```$/.exec(text.trim())?.[1] }));
}

/** Each class, its constructor and its `get`, and each function, with the program that its comment shows. */
function everyExample(): Shown[] {
  return exportedSymbols().flatMap(({ name, symbol }): Shown[] => {
    if (symbol.flags & ts.SymbolFlags.Function) return examplesOf(name, symbol);
    if (!(symbol.flags & ts.SymbolFlags.Class)) return [];
    const type = entry.checker.getTypeOfSymbolAtLocation(symbol, symbol.declarations?.[0] as ts.Node);
    const get = type.getProperty("get");
    const made = type.getConstructSignatures().flatMap((signature) => examplesOf(`new ${name}`, signature));
    return [...examplesOf(name, symbol), ...made, ...(get === undefined ? [] : examplesOf(`${name}.get`, get))];
  });
}

describe("doc comments of the package", () => {
  it("show an example of every class, constructor and function", () => {
    const shown = everyExample();
    expect(shown.filter(({ example }) => example === undefined)).toEqual([]);
    expect(shown.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...definitions.flatMap(({ kind }) => [kind, `new ${kind}`, `${kind}.get`]),
        "getContainer",
        "getContainersOutput",
        "withConnection",
      ]),
    );
  });

  it("show examples that compile as whole programs", async () => {
    const shown = everyExample().map(({ name, example = "" }, index) => {
      return [`${index} ${name}.ts`, `${example}\nexport {};\n`] as const;
    });
    expect(await problemsIn(Object.fromEntries(shown))).toBe("");
  });

  it("describe every exported name", () => {
    // A namespace is only the place of its types.
    const named = exportedSymbols().filter(({ symbol }) => !(symbol.flags & ts.SymbolFlags.Module));
    const silent = named.filter(({ symbol }) => symbol.getDocumentationComment(entry.checker).length === 0);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
