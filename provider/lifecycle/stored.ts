import { referenceName } from "../definition/reference.js";
import type { Created, ResourceDefinition } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { IncompleteError } from "../errors/resource.js";
import type { ObjectField } from "../schema/field.js";
import {
  at,
  clean,
  isObject,
  mapMembers,
  sameJson,
  shortened,
  UNKNOWN,
  type Value,
  type Values,
} from "../schema/json.js";
import { type Change, differencesIn } from "../values/diff.js";
import { type GivenMembers, givenInputs, givenMembers, union, withoutSecretsNotGiven } from "../values/given.js";
import {
  builtInName,
  deployableOf,
  isIgnoredBy,
  newRevision,
  nextRevision,
  suppliedVersions,
} from "../values/serviceSelection.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import type { FoundResource, StoredResource } from "./requests.js";

interface WrittenState {
  /** The fields of the arguments. Those that the program marks as secret are secret in it. */
  readonly body: ObjectField;
  readonly args: Values;
  readonly revision: string | undefined;
  /** What the program gave before, if not all of it may have been removed. */
  readonly givenBefore?: GivenMembers;
}

/** What is stored of a resource that was written: every output that has a value, and which arguments the program gives. */
export function storedAfterWrite(
  definition: ResourceDefinition,
  { body, args, revision, givenBefore }: WrittenState,
  state: Values,
): StoredResource {
  const now = givenMembers(body, args);
  const given = givenBefore === undefined ? now : (union(givenBefore, now) as GivenMembers);
  const shown = withoutSecretsNotGiven(definition.body, given, clean(state) as Values);
  return { values: withoutEmptyOutputs(shown), given, revision };
}

/** What is stored after a partial failure: everything that it contains, including members without a value. */
export function keptAfterFailure(state: Values, stored: StoredResource): StoredResource {
  return { ...stored, values: { ...state, ...stored.values } };
}

/**
 * The outputs of a resource that no response has, for a door that hands them to programs: `deployable` of a service, and
 * `credentials`.
 *
 * @param definition With what the program marks as secret.
 * @param ignored Paths of the arguments that the program leaves to others.
 */
export function derivedOutputs(
  definition: ResourceDefinition,
  id: string,
  { values, revision }: StoredResource,
  ignored: readonly string[] = [],
): Values {
  const { kind, args, nameArg = "name", deployedAs, builtIns = [] } = definition;
  const named = builtIns.map((name) => [name, builtInName(referenceName(definition) ?? kind, id, name)]);
  const credentials = id === UNKNOWN ? UNKNOWN : Object.fromEntries(named);
  const others = builtIns.length === 0 ? {} : { credentials };
  if (deployedAs === undefined) return others;
  const selection = deployableOf<Value | undefined>(deployedAs.versions, {
    kind,
    id,
    name: args[nameArg]?.secret ? undefined : values[nameArg],
    at: (path) => at(values, path),
    byRevision: (derive) => (revision === UNKNOWN ? UNKNOWN : derive(revision)),
    isIgnored: (path) => isIgnoredBy(ignored, path),
  });
  return { ...others, deployable: clean(selection) as Values };
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
  const versions = suppliedVersions(deployedAs?.versions).map(([, path]) => path);
  const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`);
  const setsVersion = sent.some(({ path }) =>
    versions.some((version) => isWithin(version, path) || isWithin(path, version)),
  );
  return setsVersion ? newRevision(random) : nextRevision(before, random);
}

/**
 * What is stored of a resource that was read. What a program manages and somebody else has changed, or an update whose response was
 * lost, is not deployed yet: it takes a new revision.
 */
export function storedAfterRead(
  definition: ResourceDefinition,
  stored: StoredResource,
  now: Values,
  random: () => number,
): FoundResource {
  const { values: state, given, revision } = stored;
  const { body } = definition;
  const values = sameJson(now, state) ? state : knownAfterChange(definition, state, now);
  if (given === undefined) return { stored: { ...stored, values }, args: undefined };
  const isChanged = values !== state && isUndeployed(definition, givenInputs(body, given, state), values);
  return {
    stored: { values, given, revision: isChanged ? nextRevision(revision, random) : revision },
    args: givenInputs(body, given, values),
  };
}

/** Whether a managed argument has a new value that still has to be deployed. A version that a deployment has set is deployed already. */
function isUndeployed({ body, args }: ResourceDefinition, before: Values, now: Values): boolean {
  return differencesIn(body, before, now).some(({ arg }) => args[arg]?.onUpdate !== "deploy" && !args[arg]?.local);
}

function knownAfterChange({ body }: ResourceDefinition, state: Values, now: Values): Values {
  return withoutEmptyOutputs(withoutSecretsNotGiven(body, givenMembers(body, state), clean(now) as Values));
}

/** Maximum length of a text in a failure, in characters: a longer one would not reach the engine, and nor would the resource. */
const maxLength = 64 * 1024;

/** A failure after the platform did its part: a door keeps the resource in the state, so that nothing is orphaned. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly state: Values;
  /** What is stored of the resource, as soon as that is known. */
  readonly stored: StoredResource | undefined;
  readonly reasons: readonly string[];
  private readonly label: string;
  private readonly step: string | undefined;

  /** @param step What failed after the create, in words; omitted if `cause` itself says what became of an act. */
  constructor(
    label: string,
    { id, state }: Created,
    step: string | undefined,
    cause: unknown,
    stored?: StoredResource,
  ) {
    super(shortened(cause instanceof Error ? cause.message : String(cause), maxLength), { cause });
    this.name = "PartialFailure";
    this.id = id;
    this.state = state;
    this.stored = stored;
    const reason = step === undefined ? this.message : new IncompleteError(label, id, step, cause).message;
    this.reasons = [shortened(reason, maxLength)];
    this.label = label;
    this.step = step;
  }

  /** The same failure with what is stored of the resource, and without the secrets in its texts. */
  keeping(stored: StoredResource, hide: (text: string) => string): PartialFailure {
    const cause = this.cause instanceof AppPlatformError ? this.cause.redacted(hide) : hide(this.message);
    return new PartialFailure(hide(this.label), { id: this.id, state: this.state }, this.step, cause, stored);
  }
}

/**
 * Maximum size of what is kept after a partial failure, in bytes. gRPC passes it on as a header in base64, and the engine takes
 * headers of 16 MiB in all.
 */
const maxBytes = 8 * 1024 * 1024;

/** Maximum number of bytes of a value in Pulumi's protocol besides its text: those of a value that is marked as secret. */
const overhead = 160;

/**
 * What is kept of a resource, without its longest values if all of them don't fit: the next update writes these again. The names of
 * members stay, such as those of variables: an update deletes what the program no longer names.
 */
export function fitting(stored: StoredResource): StoredResource {
  const { values, given } = stored;
  const sizes = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    bytes: sizeOf(name) + sizeOf(value) + sizeOf(given?.[name] as Value | undefined),
  }));
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const shorter = new Map<string, Value | undefined>();
  for (const { name, value, bytes } of sizes.sort((one, other) => other.bytes - one.bytes)) {
    if (total <= maxBytes) break;
    const names = isObject(value) ? mapMembers(value, () => null) : undefined;
    const isShort = sizeOf(names) < bytes / 2;
    shorter.set(name, isShort ? names : undefined);
    total -= isShort ? bytes - sizeOf(names) : bytes;
  }
  if (shorter.size === 0) return stored;
  // For these, only the fact that they are set is kept.
  const members = Object.entries(given ?? {}).map(([name, inner]) => [name, shorter.has(name) ? true : inner]);
  return {
    ...stored,
    values: mapMembers(values, (value, name) => (shorter.has(name) ? shorter.get(name) : value)),
    given: given && (Object.fromEntries(members) as GivenMembers),
  };
}

/** At most as much as a value takes in Pulumi's protocol. */
function sizeOf(value: Value | undefined): number {
  if (typeof value === "string") return overhead + Buffer.byteLength(value);
  const inside = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
  return (inside as Value[]).reduce<number>((sum, each) => sum + sizeOf(each), overhead);
}
