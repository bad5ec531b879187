import type * as pulumi from "@pulumi/pulumi";

/** A resource in an output of another one, which a program may pass on with its ID. */
export interface ResourceOutput {
  readonly id: pulumi.Input<string>;
  /** Only resources have a URN. */
  readonly urn?: undefined;
}
