import { deployable } from "../../provider/resources/deployable.js";
import { definitions } from "../../provider/resources/index.js";
import type { EnumField, Field, ObjectField } from "../../provider/schema/field.js";
import { comment, fileName, header, pulumiImport } from "./declaration.js";
import { inputDeclaration, inputType } from "./inputs.js";
import { outputDeclaration } from "./outputs.js";

/** All objects and choices of a kind of field, by name; two of one name must be the same. */
function named<F extends ObjectField | EnumField>(type: F["type"], form: "request" | "answer"): Map<string, F> {
  const found = new Map<string, F>();
  const visit = (field: Field): void => {
    if (field.type === "array") visit(field.item);
    if (field.type === "record") visit(field.value);
    if (field.type === type) {
      const known = found.get((field as F).name);
      if (known !== undefined && signature(known) !== signature(field as F)) {
        throw new Error(`two different ${type}s are called ${(field as F).name}`);
      }
      found.set((field as F).name, field as F);
    }
    if (field.type === "object") {
      for (const member of Object.values(
        form === "answer" ? { ...field.members, ...field.responseOnly } : field.members,
      ))
        visit(member);
    }
  };
  for (const { args, outputs } of definitions) {
    for (const field of Object.values(form === "answer" ? { ...args, ...outputs } : args)) visit(field);
  }
  return new Map([...found].sort(([one], [other]) => one.localeCompare(other)));
}

function signature(field: ObjectField | EnumField): string {
  return field.type === "enum"
    ? field.values.join()
    : [...Object.keys(field.members), ...Object.keys(field.responseOnly ?? {})].join();
}

export function enumsFile(): string {
  const enums = [...named<EnumField>("enum", "answer").values()].map(
    ({ name, description, values }) =>
      `${comment([description])}export const ${name} = { ${values.map((value) => `${value}: "${value}"`).join(", ")} } as const;\n\n` +
      `${comment([description])}export type ${name} = (typeof ${name})[keyof typeof ${name}];\n\n`,
  );
  return header + enums.join("");
}

export function inputFile(): string {
  const objects = [...named<ObjectField>("object", "request").values()].map((object) => inputDeclaration(object, ""));
  return `${header}${pulumiImport}import type * as enums from "./enums.js";\n\n${objects.join("")}`;
}

export function outputFile(): string {
  const objects = [...named<ObjectField>("object", "answer").values()].map(outputDeclaration);
  return `${header}import type * as enums from "./enums.js";\n\n${objects.join("")}`;
}

export function serviceFile(): string {
  const kinds = deployable.map(({ kind }) => kind);
  const imports = kinds.map((kind) => `import type { ${kind} } from "../resources/${fileName(kind)}.js";\n`).sort();
  const allVersions = [...new Set(deployable.flatMap(({ deployedAs }) => Object.keys(deployedAs?.versions ?? {})))];
  const variants = deployable.map(({ kind, deployedAs }) => {
    const versions = Object.keys(deployedAs?.versions ?? {}).map(
      (version) => `${version}?: pulumi.Input<${versionType(kind, version)}> | undefined;`,
    );
    const others = allVersions
      .filter((version) => !(version in (deployedAs?.versions ?? {})))
      .map((version) => `${version}?: undefined;`);
    return `  | ${kind}\n  | { service: ${kind}; ${[...versions, ...others].join(" ")} }`;
  });
  return (
    `${header}${pulumiImport}${imports.join("")}import type * as enums from "./enums.js";\n\n` +
    `${comment(["A service to deploy: a resource, or one with the version to deploy."])}export type ServiceArgs =\n${variants.join("\n")};\n\n` +
    `${comment(["A service that a deployment selects, as the engine carries it."])}export interface ServiceSelection {\n  kind: string;\n  id: string;\n  [version: string]: string | undefined;\n}\n`
  );
}

/** Type of a version that a service can be deployed with, from the list that selects it by id. */
function versionType(kind: string, version: string): string {
  const list = deployable.find((each) => each.kind === kind)?.deployedAs?.list ?? "";
  for (const { args } of definitions) {
    const field = args[list];
    const member = field?.type === "array" && field.item.type === "object" ? field.item.members[version] : undefined;
    if (member !== undefined) return inputType(member, "");
  }
  throw new Error(`no deployment selects ${kind} with ${version}`);
}
