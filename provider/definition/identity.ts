import { fillPath, pathMembers } from "../platform/endpoint.js";
import type { Values } from "../schema/json.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** What a resource is on the platform: its id, or its place, where the platform knows it by that alone. */
export function identityOf({ api }: ResourceDefinition, id: string, values: Values): string {
  const members = api.delete === undefined ? ["id"] : pathMembers(api.delete);
  const isPlaced = !members.includes("id") && members.every((name) => typeof values[name] === "string");
  return api.delete !== undefined && isPlaced ? fillPath(api.delete, values) : id;
}

/** Whether another value of this argument needs a new resource, whatever the API can edit. */
export function forcesReplacement(definition: ResourceDefinition, arg: string): boolean {
  return isPlace(definition, arg) || definition.args[arg]?.replaces === true;
}

/** Whether the argument says where the resource is: elsewhere, a new one may have the same name. */
export function isPlace(definition: ResourceDefinition, arg: string): boolean {
  return definition.pathArgs.includes(arg) || definition.args[arg]?.place === true;
}
