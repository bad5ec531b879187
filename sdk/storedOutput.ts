import type * as pulumi from "@pulumi/pulumi";

/** An output of the SDK, whose declarations lack the member that says whether its value is known. */
export type StoredOutput = pulumi.Output<unknown> & { readonly isKnown: Promise<boolean> };
