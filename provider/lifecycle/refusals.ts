import type { PlanScope, Scope } from "../definition/resourceDefinition.js";
import { CreateNotPossibleError, InvalidArgumentError, UnsafeCreateError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import { isAbsent, type Values } from "../schema/json.js";

/** Rejects a new resource if the endpoint set cannot create it. */
export function refusedForCreate({ definition, platform, label }: Scope, args: Values): Error[] {
  const isPossible = !isAbsent(args.adoptId) || isServed(definition.api.create, platform.endpoints);
  return isPossible ? [] : [new CreateNotPossibleError(label)];
}

/**
 * Rejects a new resource that a crash would lose, unless the settings accept that. While Pulumi skips checkpoints, a crash leaves
 * what was created in no state, and the next operation finds it by its name; what is saved in its place is saved again, and what
 * has no name holds nothing.
 */
export function refusedAsUnsafe({ definition, platform, log, label }: PlanScope, args: Values): Error[] {
  const { api, nameArg } = definition;
  const isCreated = api.save === undefined && isAbsent(args.adoptId) && isServed(api.create, platform.endpoints);
  const isLost = nameArg !== undefined && isCreated && !isServed(api.list, platform.endpoints);
  if (!platform.skipsCheckpoints || !isLost) return [];
  if (platform.onUnsafeCreate === "fail") return [new UnsafeCreateError(label, isServed(api.list, "extended"))];
  log.warn(
    `${label} is created while Pulumi skips checkpoints: a crash would leave it on the platform, unknown to the stack and with its name taken.`,
  );
  return [];
}

/** Rejects arguments that a clone copies from its source and that no update can change. */
export function refusedForClone({ definition, platform, label }: Scope, args: Values): Error[] {
  if (!isServed(definition.api.clone, platform.endpoints)) {
    const expected = "must be omitted: the platform's endpoints cannot clone this kind; the extended endpoints may";
    return [new InvalidArgumentError(label, { path: "cloneFrom", expected })];
  }
  const isUpdatable = isServed(definition.api.update, platform.endpoints);
  return Object.entries(definition.args).flatMap(([name, field]) => {
    if (isAbsent(args[name]) || field.local || field.ownedAs || field.identifies || definition.pathArgs.includes(name))
      return [];
    if (field.clonedAs !== undefined) return [];
    if (isUpdatable ? !field.replaces : field.appliedByDeployment) return [];
    const expected = "must be omitted: a clone takes it from its source, and it cannot be updated afterwards";
    return [new InvalidArgumentError(label, { path: name, expected })];
  });
}
