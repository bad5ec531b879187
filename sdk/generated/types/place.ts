// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** On which platform a lookup looks. */
export interface LookupPlace {
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection.
   */
  connection?: string | undefined;
}

/** On which platform a resource is that a program only reads. */
export interface StatePlace {
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}
