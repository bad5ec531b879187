import { withoutEmptyOutputs } from "../definition/emptyOutputs.js";
import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { type Change, changes } from "../schema/diff.js";
import { givenMembers } from "../schema/givenMembers.js";
import { parseGiven } from "../schema/givenText.js";
import { clean, sameJson, type Values } from "../schema/json.js";
import {
  describeBoth,
  describeManaged,
  MANAGED,
  managedInputs,
  withoutUnmanagedSecrets,
} from "../schema/managedInputs.js";
import { resourceNameIn } from "../schema/resourceName.js";
import { newRevision, nextRevision, withRevision } from "../schema/revision.js";
import type { EngineInput } from "./engineInput.js";

/** What the state knows of a resource, without what describes it for the provider. */
export function stateOf({ values }: EngineInput): Values {
  return withoutEmptyOutputs(values);
}

/**
 * What the state keeps of a resource that was written: every output that has a value, and what describes them for later runs.
 *
 * @param given The arguments. Those that the program marks secret are secrets in its definition.
 * @param before What the state described until now, if not all of it may have been removed.
 */
export function storedAfterWrite(
  definition: ResourceDefinition,
  given: EngineInput,
  state: Values,
  revision: string | undefined,
  before?: string,
): Values {
  const now = describeManaged(given.definition.body, given.values);
  const managed = before === undefined ? now : describeBoth(given.definition.body, before, now);
  const shown = withoutUnmanagedSecrets(definition.body, parseGiven(definition.body, managed), clean(state) as Values);
  return { ...withoutEmptyOutputs(shown), ...resourceNameIn(given.values), [MANAGED]: withRevision(managed, revision) };
}

/** The revision after an update: the next deployment rolls out what it changes. */
export function revisionAfter(
  { args, deployedAs }: ResourceDefinition,
  before: string | undefined,
  changed: readonly Change[],
  random: () => number,
): string | undefined {
  const sent = changed.filter(({ arg }) => !args[arg]?.local);
  if (sent.length === 0) return before;
  const versions = Object.values(deployedAs?.versions ?? {}).filter((path) => path !== undefined);
  const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`);
  const setsVersion = sent.some(({ path }) =>
    versions.some((version) => isWithin(version, path) || isWithin(path, version)),
  );
  return setsVersion ? newRevision(random) : nextRevision(before, random);
}

/** What the state keeps of a resource that was read. */
export interface StoredRead {
  readonly props: Values;
  /** What a later diff knows of it: `state` itself if nothing has changed. */
  readonly known: Values;
  /** The inputs that a program would give; nothing if no program manages the resource. */
  readonly inputs?: Values;
}

/**
 * The same for a resource that was read, of which the state knew `state` before. What a program manages and somebody else has
 * changed, or an update whose response was lost, is not deployed yet: it takes a new revision.
 */
export function storedAfterRead(
  definition: ResourceDefinition,
  { managed, revision }: EngineInput,
  state: Values,
  now: Values,
  random: () => number,
): StoredRead {
  const { body } = definition;
  const known = sameJson(now, state) ? state : knownAfterChange(definition, state, now);
  if (managed === undefined) return { props: { ...known, [MANAGED]: null }, known };
  const inputs = { ...managedInputs(body, managed, known), ...resourceNameIn(state) };
  const isChanged = known !== state && isUndeployed(definition, managedInputs(body, managed, state), known);
  const revisionNow = isChanged ? nextRevision(revision, random) : revision;
  return { props: { ...known, [MANAGED]: withRevision(managed, revisionNow) }, known, inputs };
}

/** Whether a managed argument has another value now that only a deployment rolls out. A version that a deployment has set is. */
function isUndeployed({ body, args }: ResourceDefinition, before: Values, now: Values): boolean {
  return changes(body, before, now).some(({ arg }) => !args[arg]?.appliedByDeployment && !args[arg]?.local);
}

function knownAfterChange({ body }: ResourceDefinition, state: Values, now: Values): Values {
  const outs = withoutUnmanagedSecrets(body, givenMembers(body, state), clean(now) as Values);
  return { ...withoutEmptyOutputs(outs), ...resourceNameIn(state) };
}
