import { z } from "zod";
import { definitions } from "../../provider/kinds/index.js";
import { settingNames, settings } from "../../provider/platform/settings.js";
import { classTypes, getText } from "./classes.js";
import { comment, header } from "./declaration.js";
import { exampleLines } from "./example.js";

/** The classes of the native provider: those of dynamic resources, with another type token. */
export function nativeClassesFile(): string {
  const classes = definitions.map(({ kind, description, example }) => {
    const about = comment([description, "", ...exampleLines(example)]);
    // Editors show the comment that it overrides.
    const get = getText(kind, "dynamic.").replace("static get", "static override get");
    return `${about}export class ${kind} extends dynamic.${kind} {
  /** @internal */
  protected static override readonly isNative: boolean = true;

${get}}
`;
  });
  const types = definitions.flatMap(({ kind, args }) => classTypes(kind, args)).sort();
  const text = `${header}import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../programArguments.js";
import * as dynamic from "./resources/index.js";

export type { ${types.join(", ")} } from "./resources/index.js";

${classes.join("\n")}`;
  return text.replaceAll('from "pulumi-app-platform"', 'from "pulumi-app-platform/native"');
}

/** The settings of the provider, each with its type in programs and what a schema says about it. */
export const providerSettings = settingNames.map((name) => {
  const setting = settings.shape[name];
  const { description = "", secret = false } = setting.meta() ?? {};
  const preset = setting instanceof z.ZodDefault ? (setting.def.defaultValue as string | number) : undefined;
  return {
    name,
    type: typeof preset === "number" ? "integer" : "string",
    description,
    preset,
    isSecret: secret === true,
  };
});

export const connectionsDescription =
  "Further platforms by name, each with settings of its own. Resources name theirs in `connection`.";

/** The arguments of an explicit provider. */
export function providerArgsFile(): string {
  const members = providerSettings.map(({ name, type, description, preset }) => {
    const facts = preset === undefined ? [] : ["", `Default: ${JSON.stringify(preset)}.`];
    const inTypeScript = type === "integer" ? "number" : "string";
    return `${comment([description, ...facts], "  ")}  ${name}?: pulumi.Input<${inTypeScript} | undefined> | undefined;\n`;
  });
  return `${header}import type * as pulumi from "@pulumi/pulumi";

/** The settings of a provider. Those that are omitted come from the environment. */
export interface ProviderArgs {
${members.join("")}${comment([connectionsDescription], "  ")}  connections?: pulumi.Input<Record<string, pulumi.Input<Record<string, pulumi.Input<string | number>>>> | undefined> | undefined;
}
`;
}
