import type { Scope } from "../definition/resourceDefinition.js";
import { CreateNotPossibleError, InvalidArgumentError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import { isAbsent, type Values } from "../schema/json.js";

/** Refuses a new resource where the endpoint set has no call that creates one. */
export function refusedForCreate({ definition, platform, label }: Scope, args: Values): Error[] {
  const isPossible = !isAbsent(args.adoptId) || isServed(definition.api.create, platform.endpoints);
  return isPossible ? [] : [new CreateNotPossibleError(label)];
}

/** Arguments of a clone that its source decides and no edit can change. */
export function refusedForClone({ definition, platform, label }: Scope, args: Values): Error[] {
  if (!isServed(definition.api.clone, platform.endpoints)) {
    const found = "a source, but the platform's endpoints have no clone for this kind";
    return [
      new InvalidArgumentError(label, { path: "cloneFrom", found, allowed: "nothing, or the extended endpoints" }),
    ];
  }
  const isEditable = isServed(definition.api.update, platform.endpoints);
  return Object.entries(definition.args).flatMap(([name, field]) => {
    if (isAbsent(args[name]) || field.local || field.identifies || definition.pathArgs.includes(name)) return [];
    if (isEditable ? !field.replaces : field.appliedByDeployment) return [];
    const found = "a value for what the clone takes from its source";
    return [
      new InvalidArgumentError(label, {
        path: name,
        found,
        allowed: "nothing, since it cannot be edited afterwards",
      }),
    ];
  });
}
