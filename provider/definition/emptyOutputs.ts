import { isAbsent, type Values } from "../schema/json.js";

/** A state without the outputs that have no value, as responses describe a resource. */
export function withoutEmptyOutputs(state: Values): Values {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => !isAbsent(value)));
}

/** The outputs that a state has as `null`, as earlier versions wrote those without a value. */
export function emptyOutputs(state: Values): Values {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value === null));
}
