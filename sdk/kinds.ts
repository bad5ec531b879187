import type { ResourceDefinition } from "../provider/definition/resourceDefinition.js";
import { definitions } from "../provider/resources/index.js";

/** The definition of a kind. */
export function definitionOf(kind: string): ResourceDefinition {
  const definition = definitions.find((each) => each.kind === kind);
  if (definition === undefined) throw new Error(`unknown kind ${kind}`);
  return definition;
}
