import { placeOptions } from "./optionNames.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** Whether changing this argument replaces the resource, regardless of what the API can update. */
export function forcesReplacement(definition: ResourceDefinition, arg: string): boolean {
  return isPlace(definition, arg) || definition.args[arg]?.replaces === true;
}

/** Whether the argument says where the resource is. A replacement in another place may have the same name. */
export function isPlace({ pathArgs }: ResourceDefinition, arg: string): boolean {
  return pathArgs.includes(arg) || placeOptions.includes(arg);
}
