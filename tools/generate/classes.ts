import { sourceOption } from "../../provider/definition/providerOptions.js";
import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import type { Field, Fields } from "../../provider/schema/field.js";
import { comment, fieldComment, header } from "./declaration.js";
import { inputMembers } from "./inputs.js";
import { isAlways, outputType } from "./outputs.js";

/** Arguments of a clone: only where it goes and what it is made from must be given. */
function cloneArgs({ args, pathArgs }: ResourceDefinition): Fields {
  const { adoptId: _, ...cloned } = args;
  return Object.fromEntries(
    Object.entries(cloned).map(([name, field]) => [
      name,
      { ...field, required: pathArgs.includes(name) || name === sourceOption },
    ]),
  );
}

export function classFile(definition: ResourceDefinition): string {
  const { kind, args, outputs, pathArgs } = definition;
  const body = [
    ...Object.entries(args).map(([name, field]) => [name, field, isAlways(field)] as const),
    ...Object.entries(outputs).map(([name, field]) => [name, field, field.required] as const),
  ];
  const properties = body
    .map(
      ([name, field, always]) =>
        `${fieldComment(field, "  ")}  declare readonly ${name}: pulumi.Output<${outputType(field, "output.")}${always ? "" : " | undefined"}>;\n`,
    )
    .join("\n");
  const { cloneFrom, ...ownArgs } = args;
  const argsText = inputMembers(ownArgs, "input.", "  ");
  const cloneText = cloneFrom === undefined ? "" : inputMembers(cloneArgs(definition), "input.", "  ", kind);
  const given = cloneText === "" ? `${kind}Args` : `${kind}Args | ${kind}CloneArgs`;
  const stateText = inputMembers(
    Object.fromEntries(pathArgs.map((name) => [name, { ...(args[name] as Field), required: false }])),
    "input.",
    "  ",
  );
  const text = `${properties}${argsText}`;
  const imports = [
    'import type * as pulumi from "@pulumi/pulumi";\n',
    'import { PlatformResource } from "../../resource.js";\n',
    ...(text.includes("enums.") ? ['import type * as enums from "../types/enums.js";\n'] : []),
    ...(text.includes("input.") ? ['import type * as input from "../types/input.js";\n'] : []),
    ...(text.includes("output.") ? ['import type * as output from "../types/output.js";\n'] : []),
    ...(text.includes("ServiceArgs")
      ? ['import type { ServiceArgs, ServiceSelection } from "../types/service.js";\n']
      : []),
  ];
  const about = [definition.description, "", "@example", "```ts", ...definition.example.split("\n"), "```"];
  return `${header}${imports.join("")}
${comment(about)}export class ${kind} extends PlatformResource {
${properties}
  /**
   * Declares the resource.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param args Arguments.
   * @param options Pulumi's own options.
   */
  constructor(name: string, args: ${given}, options?: pulumi.CustomResourceOptions) {
    super("${kind}", name, args, options);
  }

  /**
   * Reads one that exists, without managing it.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param id Identifier on the platform.
   * @param state What is known of it; needed where the platform can only list this kind.
   * @param options Pulumi's own options.
   * @example
   * \`\`\`ts
   * const existing = ${kind}.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6"${pathArgs.length === 0 ? "" : `, { ${pathArgs.join(", ")} }`});
   * \`\`\`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, state: ${kind}State = {}, options: pulumi.CustomResourceOptions = {}): ${kind} {
    return new ${kind}(name, state as ${kind}Args, { ...options, id });
  }

  /** Whether the value is a ${kind}, also one of another copy of this package. */
  static override isInstance(value: unknown): value is ${kind} {
    return PlatformResource.isKind("${kind}", value);
  }
}

${comment([`Arguments of {@link ${kind}}.`])}export interface ${kind}Args {
${argsText}${cloneText === "" ? "" : "  cloneFrom?: undefined;\n"}}
${cloneText === "" ? "" : `\n${comment([`Arguments of a {@link ${kind}} that is cloned from another one: what is left out, the clone takes from its source.`])}export interface ${kind}CloneArgs {\n${cloneText}}\n`}
${comment([`What a program may know of a ${kind} that it only reads.`])}export interface ${kind}State {
${stateText}}
`;
}
