import { kindOfType } from "../definition/typeToken.js";
import type { StackResource } from "../platform/holders.js";
import { parseJson } from "../platform/parseJson.js";
import { isObject, type Value } from "../schema/json.js";

/**
 * This provider's resources in an exported state that hold something on a platform: not those that a program only reads, nor
 * those that are deleted already and still to be replaced.
 */
export function resourcesIn(text: string): readonly StackResource[] {
  const state = parseJson(text) as Value | undefined;
  const deployment = isObject(state) ? state.deployment : undefined;
  const resources = isObject(deployment) ? deployment.resources : undefined;
  // The engine omits the resources of a stack that has none.
  if (!isObject(deployment)) throw new Error("`pulumi stack export` printed no deployment");
  return (Array.isArray(resources) ? resources : []).flatMap((each) => {
    if (!isObject(each)) return [];
    const { urn, type, id, outputs, external, pendingReplacement } = each;
    const kind = typeof type === "string" ? kindOfType(type) : undefined;
    if (kind === undefined || typeof urn !== "string" || typeof id !== "string") return [];
    if (external === true || pendingReplacement === true) return [];
    return [{ urn, kind, id, values: isObject(outputs) ? outputs : {} }];
  });
}
