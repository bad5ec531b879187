import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { deployable } from "../../provider/generated/deployable.js";
import { definitions } from "../../provider/kinds/index.js";
import { lookups } from "../../provider/lookups.js";
import type { EnumField, Field, ObjectField } from "../../provider/schema/field.js";
import { argumentComment, comment, fileName, header, pulumiImport } from "./declaration.js";
import { typesBelow } from "./fields.js";
import { classImports, inputDeclaration, inputMembers, inputType, outputImport } from "./inputs.js";
import { outputDeclaration } from "./outputs.js";

const allArguments = definitions.map(({ args }) => args);
const allResults = [
  ...definitions.map(({ args, outputs, derived }) => ({ ...args, ...outputs, ...derived })),
  ...lookups.map(({ outputs }) => outputs),
];

function byName<T extends { readonly name: string }>(types: Map<string, T>): T[] {
  return [...types.values()].sort((one, other) => one.name.localeCompare(other.name));
}

export function enumsFile(): string {
  const enums = byName(typesBelow<EnumField>("enum", allResults, "result")).map(
    ({ name, description, values }) =>
      `${comment([description])}export const ${name} = { ${values.map((value) => `${/^\w+$/.test(value) ? value : JSON.stringify(value)}: "${value}"`).join(", ")} } as const;\n\n` +
      `${comment([description])}export type ${name} = (typeof ${name})[keyof typeof ${name}];\n\n`,
  );
  return header + enums.join("");
}

export function inputFile(): string {
  const objects = byName(typesBelow<ObjectField>("object", allArguments, "argument")).map(inputDeclaration);
  const text = objects.join("");
  return `${header}${pulumiImport}${outputImport(text)}${classImports(text, "../resources")}import type * as enums from "./enums.js";\n\n${text}`;
}

export function outputFile(): string {
  const objects = byName(typesBelow<ObjectField>("object", allResults, "result")).map(outputDeclaration);
  return `${header}import type * as enums from "./enums.js";\n\n${objects.join("")}`;
}

export function serviceFile(): string {
  const kinds = deployable.map(({ kind }) => kind);
  const imports = kinds.map((kind) => `import type { ${kind} } from "../resources/${fileName(kind)}.js";\n`).sort();
  // One type for all kinds: a union with a type for each kind would refuse an array of services of several kinds.
  const versions = [...new Set(deployable.flatMap(({ deployedAs }) => Object.keys(deployedAs?.versions ?? {})))].map(
    (version) => {
      const used = deployable.filter(({ deployedAs }) => version in (deployedAs?.versions ?? {}));
      const about = comment([`Version to deploy: for ${used.map(({ kind }) => kind).join(", ")}.`], "  ");
      return `${about}  ${version}?: pulumi.Input<${versionType(used[0]?.kind ?? "", version)} | undefined> | undefined;\n`;
    },
  );
  return (
    `${header}${pulumiImport}${imports.join("")}import type * as enums from "./enums.js";\nimport type { ServiceSelection } from "./serviceSelection.js";\n\n` +
    `${comment(["A resource that a deployment can select."])}export type DeployableService = ${kinds.join(" | ")};\n\n` +
    `${comment(["A service with the version to deploy. A version that its kind doesn't have is refused at preview."])}export interface VersionedServiceArgs {\n  /** The service, as a resource or as its output \`deployable\`. */\n  service: pulumi.Input<DeployableService | ServiceSelection>;\n${versions.join("")}}\n\n` +
    `${comment(["A service to deploy: a resource, its output `deployable`, or either with the version to deploy."])}export type ServiceArgs = DeployableService | ServiceSelection | VersionedServiceArgs;\n\n`
  );
}

/** A file of its own, since classes and the selections of them would import each other. */
export function serviceSelectionFile(): string {
  const about = comment(["A service as a deployment selects it: the output `deployable` of a resource."]);
  return `${header}${about}export interface ServiceSelection {\n  /** Kind of the service, for example \`Container\`. */\n  kind: string;\n  /** ID of the service on the platform. */\n  id: string;\n  [version: string]: string | undefined;\n}\n`;
}

/** Which platform an existing resource is on: the same for all kinds. */
export function writeTo(): string {
  const [{ args }] = definitions as [ResourceDefinition];
  const fields = { connection: args.connection as Field };
  const plain = Object.entries(fields).map(
    ([name, field]) => `${argumentComment(field, "  ")}  ${name}?: ${inputType(field, "")} | undefined;\n`,
  );
  return (
    `${header}${pulumiImport}\n` +
    `${comment(["Selects the platform of a lookup."])}export interface LookupPlace {\n${plain.join("")}}\n\n` +
    `${comment(["Selects the platform of a resource that a program only reads."])}export interface StatePlace {\n${inputMembers(fields, "", "  ")}}\n`
  );
}

/** Type of a version that a service can be deployed with, from the array that selects it by ID. */
function versionType(kind: string, version: string): string {
  const list = deployable.find((each) => each.kind === kind)?.deployedAs?.list ?? "";
  for (const { args } of definitions) {
    const field = args[list];
    const member = field?.type === "array" && field.item.type === "object" ? field.item.members[version] : undefined;
    if (member !== undefined) return inputType(member, "");
  }
  throw new Error(`no deployment selects ${kind} with ${version}`);
}
