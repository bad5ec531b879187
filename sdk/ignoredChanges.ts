import type * as pulumi from "@pulumi/pulumi";
import { isIgnoredBy } from "../provider/values/serviceSelection.js";

/** The paths in the resource option `ignoreChanges`, for the resources that this program declares. */
const ignored = new WeakMap<object, readonly string[]>();

/** Remembers `ignoreChanges`, for the triggers that select the resource. */
export function rememberIgnored(resource: object, { ignoreChanges }: pulumi.CustomResourceOptions): void {
  if (ignoreChanges !== undefined) ignored.set(resource, ignoreChanges);
}

/** Whether a change of the argument at a dotted path is ignored. */
export function isIgnored(resource: object, path: string): boolean {
  return isIgnoredBy(ignored.get(resource) ?? [], path);
}
