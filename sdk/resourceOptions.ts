import type * as pulumi from "@pulumi/pulumi";
import { kindOfType } from "../provider/definition/names.js";
import { ImportNotPossibleError } from "../provider/errors/plan.js";
import type { Outline } from "./outline.js";
import { programError, warnOnce } from "./program.js";

/** What to use instead of an option that has no effect here. */
export const withoutEffect = {
  provider:
    "to choose a platform, set the argument `connection`, or pass `transforms: [withConnection(…)]` to a component",
  providers:
    "to choose a platform, set the argument `connection`, or pass `transforms: [withConnection(…)]` to a component",
  version: "the installed version of the npm package pulumi-app-platform is used",
  pluginDownloadURL: "the provider is part of the npm package pulumi-app-platform, and nothing is downloaded",
} as const;

/**
 * The options without those that have no effect on our resources, each of which is named in a warning. Only what a program
 * passes to this resource counts: a component's providers are meant for its children of other packages.
 *
 * @throws pulumi.RunError if the option `import` is set.
 */
export function supportedOptions(
  outline: Outline,
  name: string,
  options: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions {
  if (options.import) throw programError(refusedImport(outline, name, options.import));
  const supported: Record<string, unknown> = { ...options };
  for (const [option, instead] of Object.entries(withoutEffect)) {
    if (supported[option] === undefined) continue;
    warnWithout(option, instead);
    delete supported[option];
  }
  return supported;
}

/** The same for the options of a lookup. */
export function warnOfLookupOptions(options: pulumi.InvokeOptions = {}): void {
  const specified = options as Readonly<Record<string, unknown>>;
  for (const [option, instead] of Object.entries(withoutEffect)) {
    if (specified[option] !== undefined) warnWithout(option, instead);
  }
}

function warnWithout(option: string, instead: string): void {
  warnOnce(`The option \`${option}\` has no effect on resources and lookups of pulumi-app-platform: ${instead}.`);
}

function refusedImport(outline: Outline, name: string, id: pulumi.ID): ImportNotPossibleError {
  const { kind, args, pathArgs } = outline;
  const parent = pathArgs.map((each) => `\`${each}\``).join(" and ");
  const todo =
    "adoptId" in args
      ? `remove \`import\` and set the argument \`adoptId: "${id}"\`; the preview shows what adopting it changes.`
      : `remove \`import\`: the first \`pulumi up\` adopts what exists at ${parent}, and updates it to the arguments.`;
  const what = `${kind} "${name}" can't have the resource option \`import\`: Pulumi can't import dynamic resources.`;
  return new ImportNotPossibleError(what, todo);
}

/**
 * A transform that gives resources of this package a `connection`, unless they have one. As the option `transforms` of a
 * component, it applies to all children of the component; registered for the stack, to all resources of the stack. If
 * several apply, the innermost wins.
 *
 * @param connection The name of a connection.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { withConnection } from "pulumi-app-platform";
 *
 * new pulumi.ComponentResource("acme:index:Shop", "shop", {}, { transforms: [withConnection("staging")] });
 * pulumi.runtime.registerResourceTransform(withConnection("staging"));
 * ```
 */
export function withConnection(connection: pulumi.Input<string>): pulumi.ResourceTransform {
  return ({ type, props, opts }) => {
    const specified: unknown = props.connection;
    if (kindOfType(type) === undefined || (specified !== undefined && specified !== null)) return undefined;
    return { props: { ...props, connection }, opts };
  };
}
