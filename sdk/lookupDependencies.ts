import * as pulumi from "@pulumi/pulumi";
import * as runtimeDependsOn from "@pulumi/pulumi/runtime/dependsOn";

type Resources = readonly pulumi.Resource[];

/** What the Pulumi SDK itself uses for `dependsOn` but doesn't declare; a version without it waits for resources themselves only. */
const { gatherExplicitDependencies, getAllTransitivelyReferencedResources } = runtimeDependsOn as {
  readonly gatherExplicitDependencies?: (dependsOn: unknown) => Promise<Resources>;
  readonly getAllTransitivelyReferencedResources?: (
    resources: ReadonlySet<pulumi.Resource>,
    exclude: ReadonlySet<pulumi.Resource>,
  ) => Promise<Resources>;
};

/**
 * The IDs of all resources that a lookup waits for: those in `dependsOn`, the children of components among them, and those
 * that its arguments come from. At preview, they are unknown until all of these resources exist.
 */
export function awaitedIds(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): pulumi.Output<string[]> {
  return pulumi.output(awaitedResources(args, dependsOn).then((resources) => resources.flatMap(idOf)));
}

async function awaitedResources(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): Promise<Resources> {
  const direct = new Set([...(await resourcesIn(args)), ...((await gatherExplicitDependencies?.(dependsOn)) ?? [])]);
  return (await getAllTransitivelyReferencedResources?.(direct, new Set())) ?? [...direct];
}

/** The resources that an output comes from. */
export async function resourcesIn(output: pulumi.Output<unknown>): Promise<Iterable<pulumi.Resource>> {
  const { allResources } = output as { readonly allResources?: () => Promise<Iterable<pulumi.Resource>> };
  return (await allResources?.call(output)) ?? [];
}

/** Resources of which only the URN is known have no ID. */
function idOf(resource: pulumi.Resource): pulumi.Output<string>[] {
  const id = pulumi.CustomResource.isInstance(resource)
    ? (resource.id as pulumi.Output<string> | undefined)
    : undefined;
  return id === undefined ? [] : [id];
}
