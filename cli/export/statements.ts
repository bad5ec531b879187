import type { StringField } from "../../provider/schema/field.js";
import type { Declared } from "./addresses.js";
import {
  type Code,
  commentText,
  hasText,
  literal,
  type Member,
  object,
  printed,
  type Reference,
  type ReferenceFormat,
  reference,
  referencesIn,
  secretCall,
  stringLiteral,
} from "./code.js";
import type { Declaration, Program } from "./program.js";
import type { UsedSecret } from "./secrets.js";

/** A name of a service that Pulumi can have as the name of a resource. */
export function resourceName({ name, logicalName = name, variable }: Declared): string {
  return /[\p{C}\p{Zl}\p{Zp}]|::/u.test(logicalName) ? variable : logicalName;
}

/** How a program writes what all its resources have. */
interface Style {
  readonly format: ReferenceFormat;
  /** Spaces before each line. */
  readonly indent?: string;
  /** What is before `new`: `const web = `. */
  readonly before: string;
  /** Text of the resource's name, and whether it is the name of the service. */
  readonly name: { readonly text: string; readonly isName: boolean };
  readonly adoptId: Code;
  /** Text of the resource options. */
  readonly options?: string;
  readonly connection: boolean;
}

export function resourceStatement({ service, args }: Declaration, style: Style): string {
  const { format: referenceFormat, indent = "", before, name, options } = style;
  const { name: nameArg } = service.definition.args;
  const isParent = ([member]: Member) => {
    const { inPath, format } = service.definition.args[member] as StringField;
    return inPath === true && format === "guid";
  };
  const members: Member[] = [
    ...args.filter(isParent),
    ...(style.connection ? [["connection", reference({ of: "constant", variable: "connection" })] as Member] : []),
    ...(nameArg === undefined || (name.isName && nameArg.whenOmitted?.isResourceName)
      ? []
      : [["name", literal(service.name)] as Member]),
    ...("adoptId" in service.definition.args ? [["adoptId", style.adoptId] as Member] : []),
    ...args.filter((member) => !isParent(member)),
  ];
  const text = [
    name.text,
    printed(object(members), referenceFormat, indent),
    ...(options === undefined ? [] : [options]),
  ];
  return `${indent}${before}new ${service.definition.kind}(${text.join(", ")});\n`;
}

/** A constant of the module, with the name of what it identifies. */
export function constant(name: string, value: string, label?: string): string {
  const text = label === undefined ? "" : commentText(label);
  return `const ${name} = ${stringLiteral(value)};${text ? ` // ${text}` : ""}\n`;
}

export function importStatement(names: readonly string[], from: string): string {
  return `import { ${[...new Set(names)].sort().join(", ")} } from "${from}";\n`;
}

export const pulumiImport = 'import * as pulumi from "@pulumi/pulumi";\n';
export const packageName = "pulumi-app-platform";

/** The classes of these resources. */
export function classesOf(declarations: readonly Declaration[]): string[] {
  return declarations.map(({ service }) => service.definition.kind);
}

/** Whether the arguments need `pulumi.interpolate`. */
export function interpolates(declarations: readonly Declaration[]): boolean {
  return declarations.some(({ args }) => hasText(object(args)));
}

/** The names of what the arguments refer to. */
export function variablesIn({ args, adoptId }: Declaration, of: Reference["of"]): string[] {
  return [...referencesIn(object(args)), ...referencesIn(adoptId)].flatMap((to) => (to.of === of ? [to.variable] : []));
}

/** The comment that begins the program. */
export function headComment({ heading: [first, ...others] }: Program): string {
  const lines = [first, "`adoptId` is used only once: after the first `pulumi up`, you can remove it.", ...others];
  return lines.map((line) => `// ${line}\n`).join("");
}

/** The comment above a secret that several resources have, since its name is that of the first. */
export function usersComment({ usedBy }: UsedSecret, indent = ""): string {
  return usedBy.length < 2 ? "" : `${indent}// Used by ${commentText(usedBy.join(", "))}\n`;
}

/** Secrets from the stack configuration, each as a constant. */
export function secretConstants({ secrets }: Program, before = ""): string {
  const lines = secrets.map(
    (secret) => `${usersComment(secret)}${before}const ${secret.key} = ${secretCall(secret.key)};\n`,
  );
  return lines.length === 0 ? "" : `const config = new pulumi.Config();\n${lines.join("")}`;
}

/** The format of references in a module with a constant for everything. */
export const moduleFormat: ReferenceFormat = (to) => {
  if (to.of === "service") return to.output === undefined ? to.variable : `${to.variable}.${to.output}`;
  return to.of === "secret" && to.isReadable ? `pulumi.unsecret(${to.variable})` : to.variable;
};
