import type { Call, ResourceDefinition } from "../definition/kind.js";
import { LOST } from "../definition/names.js";
import { referenceName } from "../definition/references.js";
import { type Field, mapWithin, type ObjectField } from "../schema/field.js";
import {
  at,
  clean,
  isObject,
  mapMembers,
  omit,
  pick,
  sameJson,
  UNKNOWN,
  type Value,
  type Values,
} from "../schema/json.js";
import { type Change, differencesIn, PENDING_WRITES } from "../values/compare.js";
import {
  builtInName,
  deployableOf,
  isIgnoredBy,
  newRevision,
  nextRevision,
  suppliedVersions,
  versionRevisionIn,
} from "../values/revisions.js";
import { type AsSent, asSent, inputsSeenIn, withoutForeignSecrets, withRest } from "../values/stored.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { jsonIn, LOCATION, NORMALIZED, PREVIOUS, revisionOf } from "./hints.js";
import type { EngineRequest, FoundResource, ReadRequest, StoredResource } from "./request.js";

/** The arguments among inputs: those of the dynamic provider have hidden ones, too. */
export function argumentsIn({ args }: ResourceDefinition, inputs: Values): Values {
  return pick(inputs, Object.keys(args));
}

/** What the outputs in the state say, whichever provider has written them. */
export function storedIn({ args, outputs, remembered = [] }: ResourceDefinition, state: Values): StoredResource {
  const { [LOCATION]: location, [NORMALIZED]: normalized, [PREVIOUS]: previous } = state;
  const names = [...Object.keys(args), ...Object.keys(outputs), LOST, PENDING_WRITES, ...remembered];
  return {
    values: withoutEmptyOutputs(pick(state, names)),
    previous: jsonIn(previous),
    revision: revisionOf(state),
    location: typeof location === "string" ? location : undefined,
    normalized: jsonIn(normalized),
  };
}

/** What the program specified before, also what an update that failed may not have removed yet. */
export function specifiedBefore({ state, oldInputs }: Pick<EngineRequest, "state" | "oldInputs">): Values {
  return { ...oldInputs, ...state.previous };
}

/** Names of the arguments that supply the versions of a deployment. */
export function suppliedNames({ deployedAs }: ResourceDefinition): readonly string[] {
  return suppliedVersions(deployedAs?.versions).map(([, path]) => path.split(".")[0] as string);
}

/** The definition with these arguments as secrets, so that their values are hidden wherever it's used. */
export function withSecrets(definition: ResourceDefinition, names: readonly string[]): ResourceDefinition {
  if (names.length === 0) return definition;
  const args = mapMembers(definition.args, (field, name) =>
    names.includes(name) && field.secret !== true
      ? { ...field, secret: true, isMarked: { stated: field.secret ?? false } }
      : field,
  );
  return { ...definition, args, body: { ...definition.body, members: args } };
}

/** What is stored after a write with the program's arguments: all outputs with a value. */
export function storedAfterWrite(
  { body }: ResourceDefinition,
  { args, revision, normalized }: Pick<StoredResource, "revision" | "normalized"> & { readonly args: Values },
  state: Values,
): StoredResource {
  return { values: knownAfterChange(body, args, state), revision, normalized };
}

/**
 * The state after a write, with what it sent instead of what the platform stores: another write couldn't remove the difference either. It
 * sent the changed arguments, or all if none has changed. Reports each difference once.
 */
export function storedAsSent(
  { definition: { body }, log, label }: Pick<Call, "definition" | "log" | "label">,
  before: AsSent,
  { args, changed }: { readonly args: Values; readonly changed: readonly string[] },
  now: Values,
): AsSent {
  const known = asSent(body, before, now, args);
  const isSent = (name: string) => !body.members[name]?.local && (changed.length === 0 || changed.includes(name));
  const sent = pick(args, Object.keys(args).filter(isSent));
  const rest = differencesIn(body, sent, known.state);
  if (rest.length === 0) return known;
  const texts = rest.map(({ path, sides, text }) => {
    if (sides === undefined) return text;
    return `${path} ${sides.actual === sides.desired ? "in another form" : `as ${sides.actual} instead of ${sides.desired}`}`;
  });
  log.warn(
    `${label}: the platform stores ${texts.join(", ")}. It isn't sent again until it changes in your program or on the platform.`,
  );
  return withRest(body, known, sent);
}

/** What is stored after a partial failure: also members without a value. */
export function storedAfterFailure(state: Values, stored: StoredResource): StoredResource {
  return { ...stored, values: { ...(clean(state) as Values), ...stored.values } };
}

/**
 * Outputs that no response has, for a provider that returns them to programs: `deployable` and references to built-in variables. The
 * definition has what the program marks as secret; `ignored` are the paths in `ignoreChanges`.
 */
export function derivedOutputs(
  definition: ResourceDefinition,
  id: string,
  { values, revision }: StoredResource,
  ignored: readonly string[] = [],
): Values {
  const { kind, args, nameArg = "name", deployedAs, builtIns } = definition;
  const named = builtIns?.names.map((name) => [name, builtInName(referenceName(definition) ?? kind, id, name)]) ?? [];
  const others = builtIns && { [builtIns.output]: id === UNKNOWN ? UNKNOWN : Object.fromEntries(named) };
  if (deployedAs === undefined) return { ...others };
  const selection = deployableOf<Value | undefined>(deployedAs.versions, {
    kind,
    id,
    name: args[nameArg]?.secret ? undefined : values[nameArg],
    at: (path) => at(values, path),
    revision,
    versionRevision: revision === UNKNOWN ? UNKNOWN : versionRevisionIn(revision),
    ignored,
  });
  const isUnknown = suppliedNames(definition).some((name) => values[name] === UNKNOWN);
  return { ...others, deployable: isUnknown ? UNKNOWN : (clean(selection) as Values) };
}

/** A resource before an update. */
interface Before {
  readonly state: Values;
  /** What the program specified. */
  readonly specified: Values;
  /** Names of the arguments that the update changes. */
  readonly changed: readonly string[];
}

/**
 * The outputs that a preview knows after a create or an update: what the program sets, what it has always left to the platform, and what
 * only changes with arguments that don't change. All others are unknown, also inside of objects.
 */
export function previewedOutputs({ args, outputs }: ResourceDefinition, specified: Values, before?: Before): Values {
  const known = Object.entries(args).map(([name, field]) => {
    const value = specified[name];
    if (value !== undefined && value !== null)
      return [name, withUnknown({ field, value: mapWithin(field, value, withUnknown) })] as const;
    if (field.local || value === null) return [name, value] as const;
    const isLeftAlone = before !== undefined && before.specified[name] === undefined;
    return [name, isLeftAlone ? before.state[name] : UNKNOWN] as const;
  });
  const isKnown = (field: Field, { changed }: Before) =>
    field.returned === "never" || field.changesWith?.every((arg) => !changed.includes(arg)) === true;
  const others = Object.entries(outputs).map(([name, field]) => {
    return [name, before !== undefined && isKnown(field, before) ? before.state[name] : UNKNOWN] as const;
  });
  return withoutEmptyOutputs(Object.fromEntries([...known, ...others]));
}

/** The value, in which members that the platform assigns are unknown. */
function withUnknown({ field, value }: { readonly field: Field; readonly value: Value }): Value {
  if (field.type !== "object" || !isObject(value)) return value;
  const { members, responseOnly, alternatives = [] } = field;
  const assigned = omit({ ...members, ...responseOnly }, alternatives.flat());
  return { ...mapMembers(assigned, () => UNKNOWN), ...value };
}

/** The revision after an update, which the next deployment rolls out. */
export function revisionAfter(
  { args, deployedAs }: ResourceDefinition,
  before: string | undefined,
  changed: readonly Change[],
  random: () => number,
): string | undefined {
  const sent = changed.filter(({ arg }) => !args[arg]?.local);
  if (sent.length === 0) return before;
  const supplied = suppliedVersions(deployedAs?.versions);
  const setsVersion = sent.some(({ path }) =>
    supplied.some(([, version]) => isIgnoredBy([path], version) || isIgnoredBy([version], path)),
  );
  return setsVersion ? newRevision(random) : nextRevision(before, random);
}

/**
 * What is stored after a read. If a managed argument has drifted, or an update was interrupted or its response lost, the change isn't
 * deployed yet: a service gets a new revision, and a cluster that is deployed after each change no longer counts as deployed. Without old
 * inputs, all arguments count as managed; a resource that no program manages has no revision.
 */
export function storedAfterRead(
  definition: ResourceDefinition,
  { state: stored, oldInputs, isLookup }: Pick<ReadRequest, "state" | "oldInputs" | "isLookup">,
  found: Values,
  random: () => number,
): FoundResource {
  const { values: state, revision, previous } = stored;
  const { body } = definition;
  const { state: now, normalized } = asSent(body, { state, normalized: stored.normalized ?? {} }, found);
  const values = sameJson(now, state) ? state : knownAfterChange(body, state, now);
  if (isLookup) return { stored: { ...stored, values }, args: undefined };
  const seenIn = (outputs: Values) => oldInputs && (inputsSeenIn(body, [oldInputs], outputs) as Values);
  if (values === state) return { stored, args: seenIn(state) };
  const isManaged = isUndeployed(definition, seenIn(state) ?? state, values);
  const subresources = isUndeployed(definition, state, values) ? (definition.subresources ?? []) : [];
  const due = subresources.reduce((known, { undeployed }) => undeployed?.(known, isManaged) ?? known, values);
  const next = isManaged && revision !== undefined ? nextRevision(revision, random) : revision;
  return { stored: { values: due, previous, revision: next, normalized }, args: seenIn(due) };
}

/** Whether an argument has changed and isn't deployed yet. A version that a deployment has set is. */
function isUndeployed({ body, args }: ResourceDefinition, before: Values, now: Values): boolean {
  return differencesIn(body, before, now).some(({ arg }) => args[arg]?.onUpdate !== "deploy" && !args[arg]?.local);
}

function knownAfterChange(body: ObjectField, before: Values, now: Values): Values {
  return withoutEmptyOutputs(withoutForeignSecrets(body, before, clean(now)) as Values);
}

/**
 * Maximum size of what is stored after a partial failure, in bytes: gRPC sends it as a header in Base64, and the engine accepts headers
 * of 16 MiB in total.
 */
const maxBytes = 8 * 1024 * 1024;

/** Maximum overhead of a value in Pulumi's protocol, in bytes: that of a value that is marked as secret. */
const overhead = 160;

/**
 * What is stored of a resource, without its longest values if it's too large: the next update writes these again. The names of their
 * members, such as variables, are kept, so that an update can delete those that the program no longer sets.
 */
export function fitting(stored: StoredResource): StoredResource {
  const { values, previous, normalized } = stored;
  const sizes = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    bytes: sizeOf(name) + sizeOf(value) + sizeOf(previous?.[name]),
  }));
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, sizeOf(normalized));
  // Values that aren't known to be normalized are sent again.
  if (total > maxBytes && normalized !== undefined) return fitting({ ...stored, normalized: undefined });
  const shorter = new Map<string, Value | undefined>();
  for (const { name, value, bytes } of sizes.sort((one, other) => other.bytes - one.bytes)) {
    if (total <= maxBytes) break;
    const names = isObject(value) ? mapMembers(value, () => null) : undefined;
    const isShort = sizeOf(names) < bytes / 2;
    shorter.set(name, isShort ? names : undefined);
    total -= bytes - (isShort ? sizeOf(names) : 0);
  }
  if (shorter.size === 0) return stored;
  return {
    ...stored,
    values: mapMembers(values, (value, name) => (shorter.has(name) ? shorter.get(name) : value)),
    // Of a value that is cut, only the fact that it was specified is stored.
    previous: previous && mapMembers(previous, (value, name) => (shorter.has(name) ? null : value)),
  };
}

/** Upper limit of a value's size in Pulumi's protocol. */
function sizeOf(value: Value | undefined): number {
  if (typeof value === "string") return overhead + Buffer.byteLength(value);
  const inside = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
  return (inside as Value[]).reduce<number>((sum, each) => sum + sizeOf(each), overhead);
}
