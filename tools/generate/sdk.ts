import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { definitions } from "../../provider/kinds/index.js";
import { classFile, classTypes } from "./classes.js";
import { fileName, header } from "./declaration.js";
import { isLookedUp, lookupFile, ownLookUpFile } from "./lookups.js";
import { nativeClassesFile, providerArgsFile } from "./native.js";
import { outlinesFile } from "./outlines.js";
import { enumsFile, inputFile, outputFile, serviceFile, serviceSelectionFile, writeTo } from "./structures.js";

/** The generated files of the SDK, by path below the checkout. */
export function sdkFiles(): Map<string, string> {
  const listed = definitions.filter(({ api }) => api.list !== undefined);
  const ownLookUps = definitions.flatMap(({ kind, lookups: { own } }) => (own ? [[kind, own] as const] : []));
  const files: readonly (readonly [name: string, text: string])[] = [
    ...definitions.map((each) => [`resources/${fileName(each.kind)}`, classFile(each)] as const),
    [
      "resources/index",
      indexFile(definitions, ({ kind, args }) => [kind, ...classTypes(kind, args).map((type) => `type ${type}`)]),
    ],
    ...listed.map((each) => [`lookups/${fileName(each.kind)}`, lookupFile(each)] as const),
    ...ownLookUps.map(([kind, own]) => [`lookups/${fileName(kind)}`, ownLookUpFile(kind, own)] as const),
    ["lookups/index", indexFile(definitions.filter(isLookedUp))],
    ["native", nativeClassesFile()],
    ["outlines", outlinesFile()],
    ["providerArgs", providerArgsFile()],
    ["types/enums", enumsFile()],
    ["types/input", inputFile()],
    ["types/output", outputFile()],
    ["types/place", writeTo()],
    ["types/service", serviceFile()],
    ["types/serviceSelection", serviceSelectionFile()],
  ];
  return new Map(files.map(([name, text]) => [`sdk/generated/${name}.ts`, text]));
}

/** What others import from the files of kinds: all of it, or these names. */
function indexFile(kinds: readonly ResourceDefinition[], names?: (definition: ResourceDefinition) => string[]): string {
  const lines = [...kinds]
    .sort((one, other) => (one.kind < other.kind ? -1 : 1))
    .map((each) => {
      const what = names === undefined ? "*" : `{ ${names(each).join(", ")} }`;
      return `export ${what} from "./${fileName(each.kind)}.js";\n`;
    });
  return header + lines.join("");
}
