import { type Change, changes } from "../schema/diff.js";
import type { Values } from "../schema/json.js";
import { creationOptions } from "./providerOptions.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** What the arguments ask to change. What a resource was created from no longer matters. */
export function changesOf(definition: Pick<ResourceDefinition, "body">, args: Values, state: Values): Change[] {
  const compared = Object.fromEntries(Object.entries(args).filter(([name]) => !creationOptions.includes(name)));
  // Without a connection the resource belongs on the stack's own platform: that is no choice of the server's.
  return changes(definition.body, { ...compared, connection: args.connection ?? null }, state);
}
