// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** Selects the platform of a lookup. */
export interface LookupPlace {
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection.
   */
  connection?: string | undefined;
}

/** Selects the platform of a resource that a program only reads. */
export interface StatePlace {
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}
