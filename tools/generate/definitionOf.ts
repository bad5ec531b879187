import { existsSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../provider/kinds/index.js";
import { fileName, header } from "./declaration.js";

const kinds = join(__dirname, "../../provider/kinds");

/** The function that loads the definition of one kind without those of the others. */
export function definitionOfFile(): readonly [path: string, text: string][] {
  const loaders = definitions.map(({ kind }) => {
    const name = fileName(kind);
    const module = JSON.stringify(`../kinds/${placeOf(name)}.js`);
    return `${kind}: () => (require(${module}) as typeof import(${module})).${name},`;
  });
  const text = `${header}import type { ResourceDefinition } from "../definition/kind.js";
import type { DefinitionOf, KindName } from "../kinds/index.js";

/** Where each definition is. A plugin only loads those of the kinds in its stack: loading all of them takes twice as long. */
const loaders = {
  ${loaders.join("\n  ")}
} satisfies { readonly [K in KindName]: () => DefinitionOf<K> };

/** The definition of one kind, without those of the others; nothing if there is no such kind. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return Object.hasOwn(loaders, kind) ? loaders[kind as KindName]() : undefined;
}
`;
  return [["provider/generated/definitionOf.ts", text]];
}

/** A definition is in a file with its name, which may be in a folder with its name. */
function placeOf(name: string): string {
  const file = [name, `${name}/${name}`].find((each) => existsSync(join(kinds, `${each}.ts`)));
  if (file !== undefined) return file;
  throw new Error(`The definition ${name} must be in provider/kinds/${name}.ts, or ${name}/${name}.ts.`);
}
