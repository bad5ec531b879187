import type { StackResource } from "../claims/holders.js";
import { identityOf, isUniqueEverywhere } from "../claims/identity.js";
import { type Comparison, compare } from "../definition/comparison.js";
import { placeOptions } from "../definition/optionNames.js";
import { forcesReplacement, isPlace } from "../definition/reference.js";
import type { Plan, PlanScope, ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import {
  AdoptionError,
  EditNotPossibleError,
  InvalidArgumentError,
  ProviderGoneError,
  ReplacementNameTakenError,
} from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Field } from "../schema/field.js";
import { isAbsent, sameJson, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { hasUnknown, UNKNOWN } from "../schema/unknown.js";
import { wrongIds } from "../values/assignedIds.js";
import type { Change } from "../values/diff.js";
import type { Removal } from "../values/removal.js";
import { validate } from "../values/validate.js";
import { callOf, guarded, type Kind } from "./call.js";
import { refusedAsUnsafe } from "./check.js";
import { planSeen } from "./deployedAgain.js";
import { checkOrigin, isOrigin } from "./origin.js";
import { describeOwnedChanges, ownedTwice } from "./ownedChildren.js";
import { tellRemovals } from "./removalNotices.js";
import type { UpdateRequest } from "./requests.js";
import { givenBefore, previewUpdate, withRemovals } from "./update.js";

/** What becomes of a resource with these arguments: nothing, an update, a replacement or an error, decided before anything is sent. */
export function planResource(kind: Kind, request: UpdateRequest): Promise<Plan> {
  const { definition, verbs, told } = kind;
  const { id, args, argsBefore, stored } = request;
  const state = stored.values;
  const scope = callOf(kind, args, request, args.connection === UNKNOWN ? state : args);
  return guarded(scope, "Comparing", async () => {
    const { platform, label } = scope;
    if (request.isFromOtherDoor) await refuseOtherPlatform(scope, id);
    const comparison = compare(scope.definition, { id, state, args, ...givenBefore(scope.definition.body, request) });
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
      platform.deployments.planned(id, isReplaced ? undefined : describeOwnedChanges(scope.definition, state, args));
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

/** What an update does (nothing, an update, a replacement or an error), decided before anything changes. */
export function plan(
  { definition, platform, label }: PlanScope,
  { state, args, changes: found, removals: removed }: Comparison,
): Plan {
  const [wrongId] = wrongIds(definition.body, args, state);
  if (wrongId !== undefined) throw new InvalidArgumentError(label, wrongId);
  const isUpdatable = isServed(definition.api.update, platform.endpoints);
  const isReplaced = (arg: string) =>
    forcesReplacement(definition, arg) || (!isUpdatable && definition.args[arg]?.identifies === true);
  const replacing = found.filter(({ arg }) => isReplaced(arg));
  const unknownKeys = Object.keys(definition.args).filter(
    (arg) => args[arg] === UNKNOWN && forcesReplacement(definition, arg),
  );
  const replaces = [...new Set([...replacing.map(({ arg }) => arg), ...unknownKeys])];
  const texts = (list: readonly Change[]) => list.map(({ text }) => text);

  if (replaces.length > 0) {
    const { nameArg } = definition;
    const freesName = (arg: string) =>
      isUniqueEverywhere(definition) ? placeOptions.includes(arg) : isPlace(definition, arg);
    const isElsewhere = replaces.some(freesName) || args[nameArg ?? ""] === UNKNOWN;
    const isRenamed = found.some(({ arg }) => definition.args[arg]?.identifies);
    const needsName = nameArg !== undefined && !isElsewhere && !isRenamed;
    if (needsName && !isServed(definition.api.delete, platform.endpoints)) {
      // An unknown value may turn out to be the old one: the plan of the actual update decides.
      if (replacing.length === 0) return { changes: true };
      throw new ReplacementNameTakenError(label, nameArg, texts(replacing));
    }
    return { changes: true, replaces, ...(needsName ? { deleteBeforeReplace: true } : {}) };
  }

  const isApplied = (field: Field | undefined) => {
    if (field?.ownedAs !== undefined) return isServed(definition.owned?.api.update, platform.endpoints);
    return isUpdatable || field?.appliedByDeployment === true || field?.local === true;
  };
  const refused = found.filter(({ arg }) => !isApplied(definition.args[arg]));
  if (refused.length > 0) {
    throw new EditNotPossibleError(label, texts(refused), "the platform's endpoints cannot update this kind.", [
      "use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended",
      `change its \`${definition.nameArg ?? "name"}\`: a new resource is created, and the old one stays on the platform`,
      "undo the change, or make it in the platform's console and list the argument in `ignoreChanges`",
    ]);
  }
  refuseDefaults(definition, label, args, removed);
  if (hasUnknown(args)) return { changes: true };
  // An update without a change records what the program no longer manages: drift of it is then the platform's own.
  const isSame = found.length === 0 && removed.length === 0;
  // Without a decision here, the engine compares the inputs itself, shows each difference and honors replaceOnChanges.
  return isSame ? { changes: false } : {};
}

/** Refuses defaults of removed arguments that do not fit what the program gives, such as a maximum below its minimum. */
function refuseDefaults(
  definition: ResourceDefinition,
  label: string,
  args: Values,
  removed: readonly Removal[],
): void {
  const reset = removed.filter(({ outcome, target }) => outcome === "changes" && target !== undefined);
  if (reset.length === 0) return;
  // A clone has what it does not give from its source.
  const purpose = isAbsent(args.cloneFrom) ? "update" : "clone";
  const [issue] = validate(definition, withRemovals(args, reset), purpose);
  if (issue !== undefined) throw new InvalidArgumentError(label, issue);
}
