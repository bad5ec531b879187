import type { ResourceDefinition, Scope, Verbs } from "../definition/resourceDefinition.js";
import { defaultVerbs } from "./defaultVerbs.js";
import { withLinkedOutputs } from "./linkedOutputs.js";
import { withOwnedChildren } from "./ownedChildren.js";

/** What a kind can do: the defaults, with the overrides of its definition, with what its resources own, and with linked outputs. */
export function verbsOf(definition: ResourceDefinition): Verbs {
  const own = { ...defaultVerbs, ...definition.verbs };
  return withLinkedOutputs(definition, withOwnedChildren(definition, own));
}

/** The kinds of a stack's resources by their names, from their definitions. */
export function kindsOf(
  definitionOf: (kind: string) => ResourceDefinition | undefined,
): NonNullable<Scope["kindNamed"]> {
  return (name) => {
    const definition = definitionOf(name);
    return definition && { definition, verbs: verbsOf(definition) };
  };
}
