import type { Values } from "./json.js";

/**
 * Input property that holds the Pulumi name of a resource whose kind has no name of its own, for messages: Pulumi passes neither
 * name nor URN to a provider.
 */
export const RESOURCE_NAME = "__resourceName";

/** This property alone, if it is there. */
export function resourceNameIn({ [RESOURCE_NAME]: name }: Values): Values {
  return typeof name === "string" ? { [RESOURCE_NAME]: name } : {};
}
