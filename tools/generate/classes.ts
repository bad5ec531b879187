import { sourceOption } from "../../provider/definition/providerOptions.js";
import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import type { Field, Fields } from "../../provider/schema/view.js";
import { comment, header, resultComment, withArticle } from "./declaration.js";
import { argumentsOf, returnedArguments } from "./fields.js";
import { inputMembers } from "./inputs.js";
import { isAlways, outputType } from "./outputs.js";

/** Arguments of a clone: only its place and its source are required. */
function cloneArgs(definition: ResourceDefinition): Fields {
  const { pathArgs } = definition;
  const { adoptId: _, ...cloned } = argumentsOf(definition);
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
    ...Object.entries(returnedArguments(definition)).map(([name, field]) => [name, field, isAlways(field)] as const),
    ...Object.entries(outputs).map(([name, field]) => [name, field, field.required] as const),
  ];
  const properties = body
    .map(
      ([name, field, always]) =>
        `${resultComment(field, "  ")}  declare readonly ${name}: pulumi.Output<${outputType(field, "output.")}${always ? "" : " | undefined"}>;\n`,
    )
    .join("\n");
  const { cloneFrom, ...ownArgs } = argumentsOf(definition);
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
   * Creates ${withArticle(kind)} resource with the given unique name, arguments, and options.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   */
  constructor(name: string, args: ${given}, options?: pulumi.CustomResourceOptions) {
    super("${kind}", name, args, options);
  }

  /**
   * Gets an existing ${kind}'s state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform cannot read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * \`\`\`ts
   * const existing = ${kind}.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6"${pathArgs.length === 0 ? "" : `, { ${pathArgs.join(", ")} }`});
   * \`\`\`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, state: ${kind}State = {}, options: pulumi.CustomResourceOptions = {}): ${kind} {
    return new ${kind}(name, state as ${kind}Args, { ...options, id });
  }

  /** Returns true if the value is ${withArticle(kind)}, even one of another copy of this package. */
  static override isInstance(value: unknown): value is ${kind} {
    return PlatformResource.isKind("${kind}", value);
  }
}

${comment([`The arguments for creating ${withArticle(kind)} resource.`])}export interface ${kind}Args {
${argsText}${cloneText === "" ? "" : "  cloneFrom?: undefined;\n"}}
${cloneText === "" ? "" : `\n${comment([`The arguments for cloning ${withArticle(kind)}: omitted arguments have the values of the source.`])}export interface ${kind}CloneArgs {\n${cloneText}}\n`}
${comment([`Known arguments of an existing ${kind}, for {@link ${kind}.get}.`])}export interface ${kind}State {
${stateText}}
`;
}
