import { type Change, changes } from "../schema/diff.js";
import type { Values } from "../schema/json.js";
import { creationOptions } from "./providerOptions.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** The differences between arguments and state. What the resource was created from no longer matters. */
export function changesOf(definition: Pick<ResourceDefinition, "body">, args: Values, state: Values): Change[] {
  const compared = Object.fromEntries(Object.entries(args).filter(([name]) => !creationOptions.includes(name)));
  // An omitted connection means the stack's own platform; unlike other omitted arguments, it is not left to the server.
  return changes(definition.body, { ...compared, connection: args.connection ?? null }, state);
}
