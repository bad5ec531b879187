import type { ResourceDefinition } from "../definition/kind.js";
import { kinds } from "../generated/kinds.js";

/** Name of a kind: `Application`, `Container`, … */
export type KindName = (typeof kinds)[number]["kind"];

/** The definition of a kind, with its argument types. */
export type DefinitionOf<K extends KindName> = Extract<(typeof kinds)[number], { readonly kind: K }>;

export const definitions: readonly ResourceDefinition[] = kinds;
