import { copiedTexts } from "../definition/copied.js";
import { sourceOption } from "../definition/names.js";
import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { isAbsent, type Values } from "../schema/json.js";
import type { Marked } from "../values/secrets.js";
import { secretNames } from "./structs.js";

/** What is secret in the resources that this process has seen, for their clones: the engine tells only what the program marks. */
export function newSecretsOfRun() {
  const known = new Map<string, readonly string[]>();
  const keyOf = ({ kind }: ResourceDefinition, id: string) => `${kind} ${id}`;

  /** What is secret in a clone because its source has it; everything that may be, where this process has not seen the source. */
  const inherited = (definition: ResourceDefinition, args: Values): readonly string[] => {
    const { [sourceOption]: source } = args;
    if (isAbsent(source)) return [];
    // The check refuses what isn't a string.
    const ofSource = typeof source === "string" ? known.get(keyOf(definition, source)) : undefined;
    return copiedTexts(definition, args).filter((name) => ofSource === undefined || ofSource.includes(name));
  };

  return {
    /** Names of the arguments that are secret in a resource with these arguments, besides what always is. */
    in(definition: ResourceDefinition, given: Marked): readonly string[] {
      return [...new Set([...secretNames(definition.body, given), ...inherited(definition, given.values)])];
    },
    /** What is secret in a resource that the program manages. */
    remember(definition: ResourceDefinition, id: string, names: readonly string[]): void {
      known.set(keyOf(definition, id), names);
    },
  };
}
