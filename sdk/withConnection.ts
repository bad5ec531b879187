import type * as pulumi from "@pulumi/pulumi";
import { kindOfType } from "../provider/definition/names.js";

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
    const given: unknown = props.connection;
    if (kindOfType(type) === undefined || (given !== undefined && given !== null)) return undefined;
    return { props: { ...props, connection }, opts };
  };
}
