import type { ResourceDefinition, Verbs } from "../definition/resourceDefinition.js";
import { defaultVerbs } from "./defaultVerbs.js";
import { withOwnedChildren } from "./ownedChildren.js";

/** What a kind can do: the defaults, with the overrides of its definition, and with what its resources own. */
export function verbsOf(definition: ResourceDefinition): Verbs {
  return withOwnedChildren(definition, { ...defaultVerbs, ...definition.verbs });
}
