import { isUniqueEverywhere } from "../claims/identity.js";
import type { Comparison } from "../definition/comparison.js";
import { placeOptions } from "../definition/optionNames.js";
import { forcesReplacement, isPlace } from "../definition/replacement.js";
import type { Plan, PlanScope, ResourceDefinition } from "../definition/resourceDefinition.js";
import { EditNotPossibleError, InvalidArgumentError, ReplacementNameTakenError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Field } from "../schema/field.js";
import { isAbsent, type Values } from "../schema/json.js";
import { hasUnknown, UNKNOWN } from "../schema/unknown.js";
import { wrongIds } from "../values/assignedIds.js";
import type { Change } from "../values/diff.js";
import type { Removal } from "../values/removal.js";
import { validate } from "../values/validate.js";
import { withRemovals } from "./updateContent.js";

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
