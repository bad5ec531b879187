import { definitions } from "../../provider/resources/index.js";
import { classFile, classTypes } from "./classes.js";
import { fileName, header } from "./declaration.js";
import { lookupFile } from "./lookups.js";
import { nativeClassesFile, providerArgsFile } from "./native.js";
import { outlinesFile } from "./outlines.js";
import { enumsFile, inputFile, outputFile, serviceFile, serviceSelectionFile } from "./structures.js";

/** The generated files of the SDK, by path below the checkout. */
export function sdkFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const definition of definitions)
    files.set(`sdk/generated/resources/${fileName(definition.kind)}.ts`, classFile(definition));
  const listed = definitions.filter(({ api }) => api.list !== undefined);
  for (const definition of listed)
    files.set(`sdk/generated/lookups/${fileName(definition.kind)}.ts`, lookupFile(definition));
  files.set(
    "sdk/generated/lookups/index.ts",
    header +
      listed
        .map(({ kind }) => `export * from "./${fileName(kind)}.js";\n`)
        .sort()
        .join(""),
  );
  files.set("sdk/generated/native.ts", nativeClassesFile());
  files.set("sdk/generated/outlines.ts", outlinesFile());
  files.set("sdk/generated/providerArgs.ts", providerArgsFile());
  files.set("sdk/generated/types/enums.ts", enumsFile());
  files.set("sdk/generated/types/input.ts", inputFile());
  files.set("sdk/generated/types/output.ts", outputFile());
  files.set("sdk/generated/types/service.ts", serviceFile());
  files.set("sdk/generated/types/serviceSelection.ts", serviceSelectionFile());
  files.set(
    "sdk/generated/resources/index.ts",
    header +
      definitions
        .map(({ kind, args }) => ({ kind, types: classTypes(kind, args).map((type) => `type ${type}`) }))
        .sort((one, other) => (one.kind < other.kind ? -1 : 1))
        .map(({ kind, types }) => `export { ${[kind, ...types].join(", ")} } from "./${fileName(kind)}.js";\n`)
        .join(""),
  );
  return files;
}
