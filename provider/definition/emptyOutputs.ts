import { mapMembers, type Values } from "../schema/json.js";

/** A state without the outputs that have no value, as responses describe a resource. */
export function withoutEmptyOutputs(state: Values): Values {
  return mapMembers(state, (value) => value ?? undefined);
}
