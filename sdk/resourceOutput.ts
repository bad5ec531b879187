import type * as pulumi from "@pulumi/pulumi";

/** A resource as the outputs of another one contain it, which a program may pass on together with its ID. */
export interface ResourceOutput {
  readonly id: pulumi.Input<string>;
  /** Only resources have a URN. */
  readonly urn?: undefined;
}
