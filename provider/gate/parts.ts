/**
 * What a stack can have in two ways: as a resource of its own, or as a part of another resource whose arguments name it. Neither of
 * the two may take away what the other one still has.
 */
import type { StackResource } from "../claims/holders.js";
import { identityKey } from "../claims/identity.js";
import { keysNamed } from "../definition/parts.js";
import type { Scope } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";

/** Whether a resource of the state names this one in its arguments, as its own. */
export function namesIt(
  { definition, kindNamed }: Pick<Scope, "definition" | "kindNamed">,
  values: Values,
): (resource: StackResource) => boolean {
  const key = identityKey(definition, values);
  return (each) => {
    const owner = kindNamed?.(each.kind)?.definition;
    const { owned } = owner ?? {};
    if (key === undefined || owner === undefined || owned?.kind !== definition.kind) return false;
    return keysNamed(owner, each.values).some((name) => owned.asResource(each.id, name) === key);
  };
}
