import type { StackResource } from "../claims/holders.js";
import { identityOf } from "../claims/identity.js";
import { type Comparison, compare } from "../definition/comparison.js";
import type { Plan, Scope } from "../definition/resourceDefinition.js";
import { AdoptionError, ProviderGoneError } from "../errors/index.js";
import { sameJson } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { UNKNOWN } from "../schema/unknown.js";
import { callOf, guarded, type Kind } from "./call.js";
import { planSeen } from "./deployedAgain.js";
import { previewUpdate } from "./fullUpdate.js";
import { givenBefore } from "./givenBefore.js";
import { checkOrigin, isOrigin } from "./origin.js";
import { describeOwnedChanges, ownedTwice } from "./ownedChildren.js";
import { refusedAsUnsafe } from "./refusals.js";
import { tellRemovals } from "./removalNotices.js";
import type { UpdateRequest } from "./requests.js";

/** What becomes of a resource with these arguments: nothing, an update, a replacement or an error, decided before anything is sent. */
export function planResource(kind: Kind, request: UpdateRequest): Promise<Plan> {
  const { definition, verbs, told } = kind;
  const { id, args, argsBefore, stored } = request;
  const state = stored.values;
  const call = callOf(kind, args, request, args.connection === UNKNOWN ? state : args);
  return guarded(call, "Comparing", async () => {
    const scope = call.scope(id);
    const { platform, label } = scope;
    if (request.isFromOtherDoor) await refuseOtherPlatform(scope, id);
    const comparison = compare(call.definition, { id, state, args, ...givenBefore(call.definition.body, request) });
    const planned = withRest(await verbs.plan(scope, comparison), comparison, { args, argsBefore });
    const twice = planned.replaces === undefined ? ownedTwice(scope, id, args, state) : undefined;
    if (twice !== undefined) throw twice;
    const isReplaced = planned.replaces !== undefined;
    if (!isReplaced) tellRemovals(scope, told, comparison);
    checkOrigin(scope, { id, args, planned }, argsBefore ?? state);
    if (planned.changes !== false && !isReplaced) previewUpdate(scope, comparison);
    const [refusal] = isReplaced ? refusedAsUnsafe(scope, args) : [];
    if (refusal !== undefined) throw refusal;
    const isSeen = ({ arg }: { readonly arg: string }) => arg !== "description";
    planSeen(scope, id, args, isReplaced || [...comparison.changes, ...comparison.removals].some(isSeen));
    if (definition.owned !== undefined) {
      platform.deployments.planned(id, isReplaced ? undefined : describeOwnedChanges(call.definition, state, args));
    }
    const { holdings } = platform;
    const known = { ...state, id };
    const identity = identityOf(definition, id, known);
    const leaves = planned.deleteBeforeReplace ? "replaced" : "moves";
    const adopter = holdings.planned(identity, scope, isReplaced ? leaves : { stays: known });
    if (adopter !== undefined) {
      throw new AdoptionError(adopter, id, `${label} of this stack already manages it.`, [], ["declare it once"]);
    }
    // The new one is the old one, seen through another connection: whichever step comes first, nothing is deleted.
    if (isReplaced && isOrigin(definition, { id, args, planned })) holdings.adoptionPlanned(identity, scope);
    return planned;
  });
}

/** Refuses what an explicit provider of the other door has on another platform. */
async function refuseOtherPlatform({ definition, platform, urn }: Scope, id: string): Promise<void> {
  const isIt = (each: StackResource) => each.kind === definition.kind && isSameId(each.id, id);
  const held = await platform.holders.matching(urn, isIt).catch(() => []);
  const [provider] = held.flatMap((each) => each.provider ?? []);
  if (provider !== undefined && provider.address !== platform.address)
    throw new ProviderGoneError(provider.name, provider.address, platform.address);
}

/**
 * The plan, with the decision of an engine that compares the arguments with those before. They are the same after a create or an update
 * that failed halfway, and a refresh, which makes the engine forget the failure: what still differs is then to be sent.
 */
function withRest(
  planned: Plan,
  { changes }: Comparison,
  { args, argsBefore }: Pick<UpdateRequest, "args" | "argsBefore">,
): Plan {
  if (planned.changes !== undefined || argsBefore === undefined || changes.length === 0) return planned;
  return sameJson(args, argsBefore) ? { ...planned, changes: true } : planned;
}
