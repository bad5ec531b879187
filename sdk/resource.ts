import * as pulumi from "@pulumi/pulumi";
import type { ResourceDefinition } from "../provider/definition/resourceDefinition.js";
import { MANAGED } from "../provider/schema/managedInputs.js";
import { SECRETS } from "../provider/schema/redact.js";
import { RESOURCE_NAME } from "../provider/schema/resourceName.js";
import { type Given, markedSecret, prepare } from "./arguments.js";
import { definitionOf } from "./kinds.js";
import { providerText, typeToken } from "./state.js";
import { warnOfPlainTextToken } from "./tokenWarning.js";

/**
 * Base class of all resources of this provider. It is a custom resource with a constant provider text, not a
 * `pulumi.dynamic.Resource`, which serializes code into the state and so costs space and time with every step.
 */
export abstract class PlatformResource extends pulumi.CustomResource {
  /** @internal */
  protected constructor(kind: string, name: string, args: object, options: pulumi.CustomResourceOptions | undefined) {
    const definition = definitionOf(kind);
    // A resource with an ID is only read: its arguments are the state that the program knows, and no default is filled in.
    const isRead = options?.id !== undefined;
    const given = args as Given;
    super(
      typeToken(kind),
      name,
      {
        ...unresolved(definition),
        ...(isRead ? given : { ...prepare(definition, name, given), ...hidden(definition, name, given) }),
        __provider: providerText(kind),
      },
      withSecretOutputs(definition, options),
    );
    warnOfPlainTextToken();
  }

  /** @internal */
  protected static isKind(kind: string, value: unknown): boolean {
    return (
      pulumi.CustomResource.isInstance(value) &&
      (value as unknown as { readonly __pulumiType?: string }).__pulumiType === typeToken(kind)
    );
  }
}

/** Inputs that the provider needs beside the arguments. They never cause an update by themselves. */
function hidden(definition: ResourceDefinition, name: string, args: Given): Record<string, unknown> {
  return {
    [SECRETS]: markedSecret(definition, args),
    ...(definition.nameArg === undefined ? { [RESOURCE_NAME]: name } : {}),
  };
}

/** Every output must be listed at registration, or Pulumi never resolves it. */
function unresolved(definition: ResourceDefinition): Record<string, undefined> {
  return Object.fromEntries(
    [...Object.keys(definition.args), ...Object.keys(definition.outputs), MANAGED].map((name) => [name, undefined]),
  );
}

function withSecretOutputs(
  definition: ResourceDefinition,
  options: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions {
  const secrets = Object.entries(definition.args).flatMap(([name, field]) => (field.secret === true ? [name] : []));
  if (secrets.length === 0) return options;
  return { ...options, additionalSecretOutputs: [...secrets, ...(options.additionalSecretOutputs ?? [])] };
}
