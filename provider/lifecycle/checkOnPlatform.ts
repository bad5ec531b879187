import { isKnownPlace, nameOf } from "../definition/identity.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { isAbsent, type Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { UNKNOWN } from "../schema/unknown.js";
import { previewAdoption, previewAdoptionByName } from "./adopt.js";
import { refusedAsClash, refuseNameOfForgotten } from "./clashes.js";
import { refusedAsUnsafe, refusedForClone, refusedForCreate } from "./refusals.js";
import { previewSave } from "./save.js";

/** What is known of the resource that is checked. */
interface Circumstances {
  /** Whether the state does not have it. */
  readonly creating: boolean;
  /** Which resource of the program it is. */
  readonly declared: unknown;
  /** The arguments before; empty for a new resource. */
  readonly before: Values;
}

/** Why the platform, as it is configured, does not accept the arguments. Sends nothing. */
export function refusedByPlatform(scope: Scope, args: Values, { creating, declared, before }: Circumstances): Error[] {
  const refusals = [
    ...tokenProblems(scope),
    ...scope.verbs.check(scope, args),
    ...refusedAsClash(scope, args, before, declared),
  ];
  if (!creating) return refusals;
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
export async function lookAhead(scope: Scope, args: Values, circumstances: Circumstances): Promise<void> {
  const { creating, declared, before } = circumstances;
  if (creating) await previewAdoptions(scope, args, declared);
  else await refuseNameOfForgotten(scope, args, before, declared);
}

/** Says what a new resource adopts or saves over, if something exists: nothing but a read shows what that changes. */
async function previewAdoptions(scope: Scope, args: Values, declared: unknown): Promise<void> {
  const { definition, platform } = scope;
  const { adoptId } = args;
  if (definition.api.save !== undefined) {
    await previewSave(scope, args);
    return;
  }
  if (adoptId === UNKNOWN || !isKnownPlace(definition, args)) return;
  if (typeof adoptId === "string") {
    await previewAdoption(scope, normalId(adoptId), args, declared);
    return;
  }
  const isNamed = nameOf(definition, args) !== undefined;
  if (platform.onExisting !== "adopt" || !isAbsent(args.cloneFrom) || !isNamed) return;
  await previewAdoptionByName(scope, args);
}
