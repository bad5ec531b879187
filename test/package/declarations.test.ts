import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { expect, it } from "vitest";

const dist = join(__dirname, "..", "..", "dist");

it("has the declarations that programs reach, and no others", () => {
  const entries = ["sdk/index", "sdk/native", "provider/runtime"].map((entry) => join(dist, `${entry}.d.ts`));
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    noImplicitAny: true,
  };
  const program = ts.createProgram(entries, options);
  const reached = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(dist));
  const missing = reached
    .flatMap((file) => program.getSemanticDiagnostics(file))
    .filter(({ code }) => [2307, 7016].includes(code));
  expect(missing.map(({ messageText }) => messageText)).toEqual([]);
  const packed = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
  expect(packed.map((name) => join(dist, name)).sort()).toEqual(reached.map(({ fileName }) => fileName).sort());
});
