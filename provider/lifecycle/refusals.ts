import type { Scope } from "../definition/resourceDefinition.js";
import { CreateNotPossibleError, InvalidArgumentError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import { isAbsent, type Values } from "../schema/json.js";

/** Rejects a new resource if the endpoint set cannot create it. */
export function refusedForCreate({ definition, platform, label }: Scope, args: Values): Error[] {
  const isPossible = !isAbsent(args.adoptId) || isServed(definition.api.create, platform.endpoints);
  return isPossible ? [] : [new CreateNotPossibleError(label)];
}

/** Rejects arguments that a clone copies from its source and that no update can change. */
export function refusedForClone({ definition, platform, label }: Scope, args: Values): Error[] {
  if (!isServed(definition.api.clone, platform.endpoints)) {
    const expected = "must be omitted: the platform's endpoints cannot clone this kind; the extended endpoints may";
    return [new InvalidArgumentError(label, { path: "cloneFrom", expected })];
  }
  const isUpdatable = isServed(definition.api.update, platform.endpoints);
  return Object.entries(definition.args).flatMap(([name, field]) => {
    if (isAbsent(args[name]) || field.local || field.identifies || definition.pathArgs.includes(name)) return [];
    if (isUpdatable ? !field.replaces : field.appliedByDeployment) return [];
    const expected = "must be omitted: a clone takes it from its source, and it cannot be updated afterwards";
    return [new InvalidArgumentError(label, { path: name, expected })];
  });
}
