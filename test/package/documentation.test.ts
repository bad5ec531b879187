import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { describe, expect, it } from "vitest";
import { definitions } from "../../provider/resources/index.js";
import { fileName } from "../../tools/generate/declaration.js";
import { diagnosticsOf } from "./diagnostics.js";

const root = join(__dirname, "..", "..");

const taken = [...definitions.map(({ kind }) => kind), "getContainer", "getContainers", "getJobs", "getDatabaseOutput"];

/** What the pieces of code take for granted, as globals: a piece that imports or declares a name itself hides them. */
const globals = `import type * as app from "pulumi-app-platform";
import type * as sdk from "@pulumi/pulumi";
declare global {
  const pulumi: typeof sdk;
${taken.map((name) => `  const ${name}: typeof app.${name};\n`).join("")}
  const config: sdk.Config;
  const stack: sdk.StackReference;
  const environmentId: string, otherEnvironmentId: string, registryId: string, gitTokenId: string;
  const clusterId: string, organizationId: string;
  const configuration: unknown;
  const db: app.Database, web: app.Container, shop: app.Application;
}
`;

interface Piece {
  readonly where: string;
  readonly code: string;
}

/** Blocks of TypeScript, those in tabs of code and in lists included. Signatures, which are no programs, are ```typescript. */
const block = /^( *)```ts\b[^\n]*\n([\s\S]*?)^\1```/gm;

function piecesOf(page: string): Piece[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(block)].map(([, , code = ""], index) => ({ where: `${page}, piece ${index + 1}`, code }));
}

const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
const pages = ["README.md", ...docs.filter((page) => page.endsWith(".md")).map((page) => `docs/${page}`)].sort();
const pieces = pages.flatMap(piecesOf);

describe("the changelog", () => {
  it.each(definitions.map(({ kind }) => kind))("names %s", (kind) => {
    expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toContain(`\`${kind}\``);
  });
});

describe("the code in the documentation", () => {
  it("is in the README, on the first pages, and on the page of every concept and every resource", () => {
    const withCode = new Set(pieces.map(({ where }) => where.split(",")[0]));
    const isWithoutProgram = (page: string) => ["docs/concepts/endpoints.md", "docs/concepts/state.md"].includes(page);
    const concepts = pages.filter((page) => page.startsWith("docs/concepts/") && !isWithoutProgram(page));
    const resources = definitions.map(({ kind }) => `docs/reference/${fileName(kind)}.md`);
    const expected = ["README.md", "docs/index.md", "docs/resource-options.md", ...concepts, ...resources];
    expect(expected.filter((page) => !withCode.has(page))).toEqual([]);
  });

  it("has the types it says, all of it", { timeout: 120_000 }, () => {
    const modules = pieces.map(
      ({ code }, index) => [join(root, "docs", `piece-${index}.mts`), `${code}\nexport {};\n`] as const,
    );
    const files = new Map([...modules, [join(root, "docs", "globals.d.mts"), globals]]);
    const diagnostics = diagnosticsOf(files);
    const names = [...files.keys()];
    const found = diagnostics.map(({ file, start, messageText }) => {
      const piece = file === undefined ? undefined : pieces[names.indexOf(file.fileName)];
      const line = file === undefined || start === undefined ? "" : file.text.slice(start).split("\n")[0];
      return `${piece?.where ?? file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")} at ${line}`;
    });
    expect(found).toEqual([]);
  });
});
