import * as pulumi from "@pulumi/pulumi";
import type { GivenArgs } from "./given.js";
import { resourcesIn } from "./lookupDependencies.js";
import type { StoredOutput } from "./storedOutput.js";

/**
 * The names of the arguments that depend on a resource that isn't part of this run, which `--target` and `--exclude` choose. The
 * engine omits what is unknown in an update, so that a provider would miss it. Nothing if there are none, and in a preview.
 */
export async function pendingArguments(args: GivenArgs): Promise<string | undefined> {
  if (pulumi.runtime.isDryRun()) return undefined;
  const found = await Promise.all(
    Object.entries(args).map(async ([name, value]) => ((await isPending(value)) ? name : [])),
  );
  return found.flat().join(",") || undefined;
}

async function isPending(value: unknown): Promise<boolean> {
  if (value instanceof Promise) return isPending(await value);
  if (pulumi.Resource.isInstance(value)) return isLeftOut(value);
  if (pulumi.Output.isInstance(value)) {
    const output = value as StoredOutput;
    // What a resource that isn't part of the run would have returned may also be `undefined`, or a text made of it.
    return !(await output.isKnown) || some([...(await resourcesIn(output))], isLeftOut);
  }
  return typeof value === "object" && value !== null && some(Object.values(value), isPending);
}

/** Whether a resource has no ID in the end. Of some, only the URN is known. */
async function isLeftOut(resource: pulumi.Resource): Promise<boolean> {
  const id = pulumi.CustomResource.isInstance(resource)
    ? (resource.id as unknown as StoredOutput | undefined)
    : undefined;
  return id !== undefined && !(await id.isKnown);
}

async function some<T>(values: readonly T[], isMeant: (value: T) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(values.map(isMeant))).includes(true);
}
