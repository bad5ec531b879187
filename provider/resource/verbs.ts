import type { Call, ResourceDefinition, Verbs } from "../definition/kind.js";
import { create } from "./create.js";
import { deleteIfGranted } from "./delete.js";
import { plan } from "./plan.js";
import { read } from "./read.js";
import { withSubresources } from "./subresources.js";
import { update } from "./update.js";

/** The verbs of a kind: the defaults, with the overrides of its definition, extended by its subresources. */
export function verbsOf(definition: ResourceDefinition): Verbs {
  return withSubresources(definition, { ...defaultVerbs, ...definition.verbs });
}

export function kindsOf(definitionOf: (kind: string) => ResourceDefinition | undefined): Call["kindNamed"] {
  return (name) => {
    const definition = definitionOf(name);
    return definition && { definition, verbs: verbsOf(definition) };
  };
}

export const defaultVerbs: Verbs = {
  check: () => [],
  plan,
  create,
  compareForm: async (_scope, _args, state) => ({ state, differences: [] }),
  read,
  confirmGone: async () => {},
  update,
  delete: deleteIfGranted,
};
