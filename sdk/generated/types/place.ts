// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** On which platform a lookup looks. */
export interface LookupPlace {
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: string | undefined;
}

/** On which platform a resource is that a program only reads. */
export interface StatePlace {
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}
