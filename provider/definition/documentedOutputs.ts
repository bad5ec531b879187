import { isAbsent, type Value, type Values } from "../schema/json.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/**
 * A state with every documented output, `null` where the platform has nothing: a preview takes an output that the state does
 * not have for unknown, so whatever depends on it would show a change for ever.
 */
export function withAllOutputs({ args, outputs }: ResourceDefinition, state: Values): Values {
  const names = [...Object.keys(args), ...Object.keys(outputs)];
  const nothing = Object.fromEntries(names.map((name): [string, Value] => [name, null]));
  return { ...nothing, ...state };
}

/** A state without the outputs that have no value, as responses describe a resource. */
export function withoutEmptyOutputs(state: Values): Values {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => !isAbsent(value)));
}
