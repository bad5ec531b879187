import { callsOf, type ResourceDefinition } from "../../provider/definition/kind.js";
import { kindNamedBy, referenceName, refersTo } from "../../provider/definition/references.js";
import { deployable } from "../../provider/generated/deployable.js";
import { definitions } from "../../provider/kinds/index.js";
import { fieldsWithin } from "../../provider/schema/field.js";
import { header, referencesPath } from "./declaration.js";

/** The services that formats of strings may refer to. `schema/formats.ts` can't ask the definitions, which it is part of. */
export function referencesFile(): readonly [path: string, text: string] {
  const namesOf = (isMeant: (definition: ResourceDefinition) => boolean) =>
    JSON.stringify(deployable.filter(isMeant).map(referenceName));
  const text = `${header}/** Services that have addresses (\`linked\`), and those that have variables (\`owned\`), by the names of references. */
export const exposedServices: readonly string[] = ${namesOf(({ linked }) => linked.some(({ noun }) => noun === "addresses"))};
export const servicesWithVariables: readonly string[] = ${namesOf(({ owned }) => owned !== undefined)};
`;
  return [referencesPath, text];
}

/** Which kinds can be inside a resource: a kind that is listed by its place is inside that place. */
export function contentsFile(): readonly [path: string, text: string][] {
  const contents: Record<string, [kind: string, place: string][]> = {};
  for (const definition of definitions) {
    if (definition.api.list === undefined) continue;
    for (const parent of definition.pathArgs) {
      for (const name of parentsNamedBy(definition, parent))
        contents[name] = [...(contents[name] ?? []), [definition.kind, parent]];
    }
  }
  const kinds = Object.keys(contents).map((name) => [
    name,
    definitions.find((each) => referenceName(each) === name)?.kind,
  ]);
  const users = Object.fromEntries(
    definitions.flatMap(({ kind }) => {
      const naming = kindsUsing(kind);
      return naming.length === 0 ? [] : [[kind, naming]];
    }),
  );
  const text = `${header}/** The kinds that can be inside a resource, each with the argument by which it names that resource. By the names of references. */
export const contents: Readonly<Record<string, readonly (readonly [kind: string, place: string])[]>> = ${JSON.stringify(contents)};

/** The kinds that contain others, by the names of references. */
export const kindOfParent: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(kinds))};

/** The kinds that may use a resource: those with its ID in their arguments. */
export const usedBy: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(users)};
`;
  return [["provider/generated/contents.ts", text]];
}

/** The kinds whose arguments may have the ID of a resource of a kind. */
export function kindsUsing(kind: string): readonly string[] {
  return definitions
    .filter(({ body }) => fieldsWithin(body).some(({ field }) => kindNamedBy(field) === kind))
    .map((each) => each.kind);
}

/** The kinds that an argument can name, as references name them: `environmentId` is that of an environment. */
function parentsNamedBy({ args }: ResourceDefinition, parent: string): readonly string[] {
  const field = args[parent];
  const referred = field === undefined ? [] : refersTo(field);
  if (referred.length > 0) return referred;
  const name = parent.replace(/Id$/, "");
  return definitions.some((each) => referenceName(each) === name) ? [name] : [];
}

/** The paths of all kinds but those whose paths are arguments. */
export function pathsFile(): readonly [path: string, text: string] {
  const paths = definitions.flatMap((definition) => {
    const { kind, concrete } = definition;
    const own = concrete === undefined ? Object.values(callsOf(definition)).map(({ path }) => path) : [];
    return [...new Set(own)].map((path) => [kind, path]);
  });
  const text = `${header}/** Every path that a kind calls. */
export const pathsOfKinds: readonly (readonly [kind: string, path: string])[] = ${JSON.stringify(paths)};
`;
  return ["provider/generated/pathsOfKinds.ts", text];
}
