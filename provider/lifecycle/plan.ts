import type * as pulumi from "@pulumi/pulumi";
import { forcesReplacement, isPlace } from "../definition/identity.js";
import { subjectOf } from "../definition/label.js";
import type { ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import { EditNotPossibleError, InvalidArgumentError, ReplacementNameTakenError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Platform } from "../platform/platform.js";
import { type Change, changes } from "../schema/diff.js";
import { isAbsent, type Values } from "../schema/json.js";
import { hasUnknown, UNKNOWN } from "../schema/unknown.js";

/** What an update means: nothing, an edit, a new resource, or a refusal, decided before anything is touched. */
export function planOf(
  definition: ResourceDefinition,
  platform: Platform,
  id: string,
  olds: Values,
  args: Values,
): pulumi.dynamic.DiffResult {
  const subject = subjectOf(definition, args, id);
  const found = changes(definition.body, args, olds);
  const isEditable = isServed(definition.api.update, platform.endpoints);
  const isReplaced = (arg: string) =>
    forcesReplacement(definition, arg) || (!isEditable && definition.args[arg]?.identifies === true);
  const replacing = found.filter(({ arg }) => isReplaced(arg));
  const unknownKeys = Object.keys(definition.args).filter(
    (arg) => args[arg] === UNKNOWN && forcesReplacement(definition, arg),
  );
  const replaces = [...new Set([...replacing.map(({ arg }) => arg), ...unknownKeys])];
  const texts = (list: readonly Change[]) => list.map(({ text }) => text);

  if (replaces.length > 0) {
    const isElsewhere = replaces.some((arg) => isPlace(definition, arg)) || args.name === UNKNOWN;
    const isRenamed = found.some(({ arg }) => definition.args[arg]?.identifies);
    const needsName = definition.isNamed && !isElsewhere && !isRenamed;
    if (needsName && !isServed(definition.api.delete, platform.endpoints)) {
      // A value that is not known yet may turn out to be the old one: the plan of the update itself decides.
      if (replacing.length === 0) return { changes: true };
      throw new ReplacementNameTakenError(subject, texts(replacing));
    }
    return { changes: true, replaces, ...(needsName ? { deleteBeforeReplace: true } : {}) };
  }

  const fixed = found.filter(({ arg }) => definition.args[arg]?.fixed);
  if (fixed.length > 0) {
    throw new EditNotPossibleError(subject, texts(fixed), "the platform never changes these arguments.", [
      "undo the change",
      "name another resource, if that is what is meant",
    ]);
  }
  const refused = isEditable
    ? []
    : found.filter(({ arg }) => !definition.args[arg]?.appliedByDeployment && !definition.args[arg]?.local);
  if (refused.length > 0) {
    throw new EditNotPossibleError(subject, texts(refused), "the platform's endpoints have no edit for this kind.", [
      "use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended",
      "give it a new `name`: a new resource is made, and the old one stays on the platform",
      "undo the change, or leave it to the platform's console and list the argument in ignoreChanges",
    ]);
  }
  if (hasUnknown(args)) return { changes: true };
  // With no verdict of ours the engine compares the inputs itself, shows each difference and honours replaceOnChanges.
  return found.length === 0 ? { changes: false } : {};
}

/** Arguments of a clone that its source decides and no edit can change. */
export function refusedForClone({ definition, platform, subject }: Scope, args: Values): Error[] {
  if (!isServed(definition.api.clone, platform.endpoints)) {
    const found = "a source, but the platform's endpoints have no clone for this kind";
    return [
      new InvalidArgumentError(subject, { path: "cloneFrom", found, allowed: "nothing, or the extended endpoints" }),
    ];
  }
  const isEditable = isServed(definition.api.update, platform.endpoints);
  return Object.entries(definition.args).flatMap(([name, field]) => {
    if (isAbsent(args[name]) || field.local || field.identifies || definition.pathArgs.includes(name)) return [];
    if (isEditable ? !field.replaces : field.appliedByDeployment) return [];
    const found = "a value for what the clone takes from its source";
    return [
      new InvalidArgumentError(subject, {
        path: name,
        found,
        allowed: "nothing, since it cannot be edited afterwards",
      }),
    ];
  });
}
