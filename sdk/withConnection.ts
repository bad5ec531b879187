import * as pulumi from "@pulumi/pulumi";
import { kindOfType } from "../provider/definition/typeToken.js";

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
  return async ({ type, props, opts }) => {
    const given: unknown = props.connection;
    if (kindOfType(type) === undefined || (given !== undefined && given !== null)) return undefined;
    const kept = await Promise.all(
      Object.entries(props).map(async ([name, value]) => [name, await asSecret(value)] as const),
    );
    return { props: { ...Object.fromEntries(kept), connection }, opts };
  };
}

/**
 * A secret in the form that the engine reads. In an inline program, the Pulumi SDK passes what a transform returns to the
 * engine without its secrets: they would be in the state in plain text.
 */
async function asSecret(value: unknown): Promise<unknown> {
  if (!pulumi.Output.isInstance(value) || !(await pulumi.isSecret(value))) return value;
  return { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value: pulumi.unsecret(value) };
}
