import { definitions } from "../../provider/kinds/index.js";
import { classFile, classTypes } from "./classes.js";
import { fileName, header } from "./declaration.js";
import { lookedUp, lookupFile } from "./lookups.js";
import { nativeClassesFile, providerArgsFile } from "./native.js";
import { outlinesFile } from "./outlines.js";
import { enumsFile, inputFile, outputFile, serviceFile, serviceSelectionFile, writeTo } from "./structures.js";

/** The generated files of the SDK, by path below the checkout. */
export function sdkFiles(): Map<string, string> {
  const files: readonly (readonly [name: string, text: string])[] = [
    ...definitions.map((each) => [`resources/${fileName(each.kind)}`, classFile(each)] as const),
    [
      "resources/index",
      indexFile(definitions, ({ kind, args }) => [kind, ...classTypes(kind, args).map((type) => `type ${type}`)]),
    ],
    ...lookedUp.map((each) => [`lookups/${fileName(each.kind)}`, lookupFile(each)] as const),
    ["lookups/index", indexFile(lookedUp)],
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

/** What others import from the files of kinds or lookups: all of it, or these names. */
function indexFile<D extends { readonly kind: string }>(
  kinds: readonly D[],
  names?: (definition: D) => string[],
): string {
  const lines = [...kinds]
    .sort((one, other) => (one.kind < other.kind ? -1 : 1))
    .map((each) => {
      const what = names === undefined ? "*" : `{ ${names(each).join(", ")} }`;
      return `export ${what} from "./${fileName(each.kind)}.js";\n`;
    });
  return header + lines.join("");
}
