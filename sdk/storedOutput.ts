import type * as pulumi from "@pulumi/pulumi";

/** An output as the SDK makes it. Its declarations don't have what tells that the value is known. */
export type StoredOutput = pulumi.Output<unknown> & { readonly isKnown: Promise<boolean> };
