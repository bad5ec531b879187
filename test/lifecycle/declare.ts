import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import * as sdk from "pulumi-app-platform";
import type { Kind } from "../kinds/kindNames.js";
import type { Args } from "../kinds/testRecord.js";

/** The class of each kind. */
export const classes: Pick<typeof sdk, Kind> = sdk;

/** Declares a resource of a kind, as a program does. */
export function declare(kind: Kind, name: string, args: Args, options: CustomResourceOptions = {}): CustomResource {
  return new classes[kind](name, args as never, options);
}
