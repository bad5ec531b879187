import type { Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** Kind and name of a resource, for messages. */
export function subjectOf(definition: ResourceDefinition, values: Values, id?: string): string {
  const { kind, pathArgs } = definition;
  if (typeof values.name === "string" && values.name !== UNKNOWN && !definition.args.name?.secret)
    return `${kind} "${values.name.trim()}"`;
  const [parent = ""] = pathArgs.slice(-1);
  const place = values[parent];
  if (typeof place === "string" && place !== UNKNOWN && definition.args.name === undefined)
    return `${kind} (${parent} ${place})`;
  return id === undefined ? kind : `${kind} with id ${id}`;
}
