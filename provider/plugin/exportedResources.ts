import type { StackResource } from "../claims/holders.js";
import { kindOfType } from "../definition/typeToken.js";
import { parseJson } from "../platform/parseJson.js";
import { isObject, type Value, type Values } from "../schema/json.js";

/**
 * This provider's resources in an exported state that hold something on a platform: not those that a program only reads, nor
 * those that are deleted already and still to be replaced.
 */
export function resourcesIn(text: string): readonly StackResource[] {
  return ownResources(text).map(({ urn, kind, id, outputs }) => ({ urn, kind, id, values: outputs }));
}

/** A resource of this provider that a program manages. Secret values are objects, encrypted or not. */
export interface ManagedResource {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** The same resources without those that wait for their deletion, since another one has taken their place in the program. */
export function managedResourcesIn(text: string): readonly ManagedResource[] {
  return ownResources(text).filter(({ isPendingDelete }) => !isPendingDelete);
}

function ownResources(text: string): readonly (ManagedResource & { readonly isPendingDelete: boolean })[] {
  const state = parseJson(text) as Value | undefined;
  const deployment = isObject(state) ? state.deployment : undefined;
  const resources = isObject(deployment) ? deployment.resources : undefined;
  // The engine omits the resources of a stack that has none.
  if (!isObject(deployment)) throw new Error("`pulumi stack export` printed no deployment");
  return (Array.isArray(resources) ? resources : []).flatMap((each) => {
    if (!isObject(each)) return [];
    const { urn, type, id, inputs, outputs, external, pendingReplacement } = each;
    const kind = typeof type === "string" ? kindOfType(type) : undefined;
    if (kind === undefined || typeof urn !== "string" || typeof id !== "string") return [];
    if (external === true || pendingReplacement === true) return [];
    const values = { inputs: isObject(inputs) ? inputs : {}, outputs: isObject(outputs) ? outputs : {} };
    return [{ urn, kind, id, ...values, isPendingDelete: each.delete === true }];
  });
}
