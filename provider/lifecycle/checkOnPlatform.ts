import { refusedAsClash, refuseNameOfForgotten } from "../claims/clashes.js";
import { isKnownPlace, nameOf } from "../claims/identity.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { isAbsent, type Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { UNKNOWN } from "../schema/unknown.js";
import { previewAdoption, previewAdoptionByName } from "./adopt.js";
import { refusedAsUnsafe, refusedForClone, refusedForCreate } from "./refusals.js";
import type { CheckRequest } from "./requests.js";
import { previewSave } from "./save.js";

/** Why the platform, as it is configured, does not accept the arguments. Sends nothing. */
export function refusedByPlatform(scope: Scope, args: Values, request: CheckRequest): Error[] {
  const refusals = [
    ...tokenProblems(scope),
    ...scope.verbs.check(scope, args),
    ...refusedAsClash(scope, args, request),
  ];
  if (!request.isNew) return refusals;
  const asNew = isAbsent(args.cloneFrom) ? refusedForCreate(scope, args) : refusedForClone(scope, args);
  return [...refusals, ...asNew, ...refusedAsUnsafe(scope, args)];
}

/** A token that is known to be of no use is refused even if nothing is to be sent. */
function tokenProblems({ platform }: Scope): Error[] {
  try {
    platform.client.requireToken();
    return [];
  } catch (error) {
    return [error as Error];
  }
}

/** Throws if what the platform or the stack's state has does not allow the arguments. Only this reads either at preview. */
export async function lookAhead(scope: Scope, args: Values, request: CheckRequest): Promise<void> {
  if (request.isNew) await previewAdoptions(scope, args, request.urn);
  else await refuseNameOfForgotten(scope, args, request);
}

/** Says what a new resource adopts or saves over, if something exists: nothing but a read shows what that changes. */
async function previewAdoptions(scope: Scope, args: Values, urn: string | undefined): Promise<void> {
  const { definition, platform } = scope;
  const { adoptId } = args;
  if (definition.api.save !== undefined) {
    await previewSave(scope, args);
    return;
  }
  if (adoptId === UNKNOWN || !isKnownPlace(definition, args)) return;
  if (typeof adoptId === "string") {
    await previewAdoption(scope, normalId(adoptId), args, urn);
    return;
  }
  const isNamed = nameOf(definition, args) !== undefined;
  if (platform.onExisting !== "adopt" || !isAbsent(args.cloneFrom) || !isNamed) return;
  await previewAdoptionByName(scope, args);
}
