import { type Call, type Plan, type ResourceDefinition, saveOf, withImplied } from "../definition/kind.js";
import { withDefaultName } from "../definition/names.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { InvalidArgumentError, LookupFailedError, OwnersUnknownError } from "../errors/index.js";
import { newRun, type Run } from "../ownership/run.js";
import { nameInUrn } from "../ownership/stackOwners.js";
import { takeBack } from "../resource/adopt.js";
import { checkExisting, checkSubresources, readElsewhere, refusedByPlatform } from "../resource/check.js";
import { readOnSamePlatform, readOrGone, requireSamePlatform } from "../resource/existence.js";
import { planSeen, planUpdate, refuseOtherPlatform } from "../resource/plan.js";
import { isReadable } from "../resource/read.js";
import { kindsOf, verbsOf } from "../resource/subresources.js";
import { hasUnknown, isAbsent, mapMembers, omit, sameJson, UNKNOWN, type Values } from "../schema/json.js";
import { type Comparison, changesOf, compare } from "../values/compare.js";
import { newRevision } from "../values/revisions.js";
import { type AsSent, asSent, mergedInputs } from "../values/stored.js";
import { omitNulls, validate, wrongIds } from "../values/validate.js";
import {
  callOf,
  deployedAgain,
  guarded,
  noteParent,
  type PlatformFor,
  requireKnown,
  type Setup,
  seenAt,
  storing,
} from "./call.js";
import { withPending } from "./hints.js";
import { importResource, whyUnreadable } from "./lookups.js";
import {
  type CheckRequest,
  type DiffRequest,
  type EngineRequest,
  type FoundResource,
  noSecrets,
  type ReadRequest,
  type UpdateRequest,
  type WrittenResource,
} from "./request.js";
import {
  previewedOutputs,
  revisionAfter,
  specifiedBefore,
  storedAfterFailure,
  storedAfterRead,
  storedAfterWrite,
  storedAsSent,
} from "./state.js";

export interface Checked {
  /** With the resource's name if they don't set one, and without members for which `null` means the same as omitting them. */
  readonly args: Values;
  readonly problems: readonly string[];
}

/** A plan, and what it was made from. */
export interface PlannedUpdate {
  readonly plan: Plan;
  readonly comparison: Comparison;
}

/** Whether a resource can be created with these arguments or updated to them, by its definition, the settings and the platform. */
async function check(setup: Setup, request: CheckRequest): Promise<Checked> {
  const { definition, platformFor } = setup;
  const { urn, oldInputs, lookups = {}, pending = [] } = request;
  const isNew = oldInputs === undefined;
  const specified = omitNulls(definition.body, withPending(request.inputs, pending)) as Values;
  const chosen = withImplied(definition, specified);
  const args = urn === undefined ? chosen : (withDefaultName(definition.args, chosen, nameInUrn(urn)) as Values);
  const call = callOf(setup, args, request);
  // An adopted or saved resource may already have what its arguments omit: later checks read it.
  const isCreated = isNew && isAbsent(args.adoptId) && saveOf(definition, args) === undefined;
  const purpose = isAbsent(args.cloneFrom) ? (isCreated ? "create" : "update") : "clone";
  const issues = validate(call.definition, args, purpose);
  if (isCreated) issues.push(...wrongIds(definition.body, args, undefined));
  const { label } = call;
  const problems: Error[] = issues.map((issue) => new InvalidArgumentError(label, issue));
  problems.push(...readElsewhere(label, lookups, platformFor));
  const checking = { urn, oldInputs };
  try {
    if (args.connection !== UNKNOWN) {
      noteParent(call, args);
      if (urn !== undefined) call.run.ownership.declared(urn);
      problems.push(...(await refusedByPlatform(call, args, checking)));
      if (isNew && problems.length === 0) planSeen(call, urn ?? label, args, true);
      if (problems.length === 0) await guarded(call, "Checking", () => checkExisting(call, args, checking));
      else {
        const isValid = (name: string) => !issues.some(({ path }) => path === name || path.startsWith(`${name}.`));
        await guarded(call, "Checking", () => checkSubresources(call, args, oldInputs, isValid));
      }
    }
  } catch (error) {
    problems.unshift(error as Error);
  }
  // For pending arguments, the engine's own values are returned, since it accepts unknown ones only in previews.
  const checked = mapMembers(args, (value, name) => (pending.includes(name) ? request.inputs[name] : value));
  return { args: checked, problems: messagesOf(problems, call.redact) };
}

/** Errors with the same code lead to its section only once. */
function messagesOf(errors: readonly Error[], redact: Call["redact"]): string[] {
  return errors.map((error, index) => {
    if (!(error instanceof AppPlatformError)) return redact(error.message);
    const isLast = !errors
      .slice(index + 1)
      .some((each) => each instanceof AppPlatformError && each.code === error.code);
    const shown = error.redacted(redact);
    return isLast ? shown.message : shown.brief;
  });
}

/** Decides what happens to a resource with these arguments. Sends no writes. */
async function diff(setup: Setup, request: DiffRequest): Promise<PlannedUpdate> {
  const { id, inputs: args, oldInputs = {}, isOfRefresh, isFromOtherProvider } = request;
  const { values: state } = request.state;
  if (isOfRefresh) return { plan: {}, comparison: compare(setup.definition, { id, state, args }) };
  const call = callOf(setup, args, request, args.connection === UNKNOWN ? state : args);
  return guarded(call, "Comparing", async () => {
    if (isFromOtherProvider) await refuseOtherPlatform(call, id);
    const comparison = compare(call.definition, { id, state, args, oldInputs: specifiedBefore(request) });
    const { definition, shown } = setup;
    const plan = await planUpdate(call, comparison, { oldInputs, definition, shown });
    // An update converts the state.
    return { plan: plan.hasWork === false && isFromOtherProvider ? { hasWork: true } : plan, comparison };
  });
}

const nothingSent = { state: {}, normalized: {} };

/** @throws InitFailure after a partial failure. */
function create(setup: Setup, request: EngineRequest): Promise<WrittenResource> {
  const { inputs: args, isPreview } = request;
  const call = callOf(setup, args, request);
  const { definition } = setup;
  const store = (state: Values, normalized?: Values) => {
    const revision = newRevision(call.platform.clock.random);
    return storedAfterWrite(definition, { args, revision, normalized }, state);
  };
  return guarded(
    call,
    "Creating",
    async () => {
      if (isPreview) return { id: "", stored: { values: previewedOutputs(definition, args), revision: UNKNOWN } };
      requireKnown(call, args);
      const isNew = isAbsent(args.adoptId) && saveOf(call.definition, args) === undefined;
      const created = (isNew ? await takeBack(call, args) : undefined) ?? (await call.verbs.create(call, args));
      await deployedAgain(call, created);
      const stored = storing(setup, call, created, () => {
        const { state, normalized } = storedAsSent(call, nothingSent, { args, changed: [] }, created.state);
        return store(state, normalized);
      });
      return { id: created.id, stored };
    },
    (state) => storedAfterFailure(state, store(state)),
  );
}

/** Nothing if it doesn't exist. */
function read(setup: Setup, request: ReadRequest): Promise<FoundResource | undefined> {
  const { definition } = setup;
  const { id, state: stored, isLookup, oldInputs } = request;
  const call = callOf(setup, stored.values, request);
  return guarded(call, "Reading", async () => {
    const unreadable = isLookup ? whyUnreadable(call) : undefined;
    if (unreadable !== undefined) throw new LookupFailedError(`${definition.kind}.get`, ...unreadable);
    const now = isLookup
      ? await call.verbs.read(call, id, stored.values)
      : await readOnSamePlatform(call, stored, () => readOrGone(call, id, stored.values));
    if (now !== undefined) {
      noteParent(call, now, id);
      const found = storedAfterRead(definition, request, now, call.platform.clock.random);
      const isManaged = oldInputs !== undefined || stored.revision !== undefined;
      return isManaged && isReadable(call) ? { ...found, stored: seenAt(call, found.stored) } : found;
    }
    if (isLookup) {
      const text = `there is no ${definition.kind} with id ${id}`;
      throw new LookupFailedError(`${definition.kind}.get`, text, "check the ID.");
    }
    await call.verbs.confirmGone(call, id, stored.values);
    return undefined;
  });
}

/** @throws InitFailure after a partial failure. */
function update(setup: Setup, request: UpdateRequest): Promise<WrittenResource> {
  const { definition } = setup;
  const { id, inputs: args, state: stored, isPreview, isFromOtherProvider } = request;
  const state = stored.values;
  const call = callOf(setup, args, request);
  const oldInputs = specifiedBefore(request);
  const comparison = compare(call.definition, { id, state, args, oldInputs });
  const { changes, removals } = comparison;
  const { body } = call.definition;
  const known = { state, normalized: stored.normalized ?? {} };
  const store = ({ state: values, normalized }: AsSent, specified = args) => {
    const revision = revisionAfter(definition, stored.revision, changes, call.platform.clock.random);
    return storedAfterWrite(definition, { args: specified, revision, normalized }, values);
  };
  return guarded(
    call,
    "Updating",
    async () => {
      if (isPreview) {
        const pending = Object.keys(args).filter((name) => hasUnknown(args[name]));
        const changed = [...changes, ...removals].map(({ arg }) => arg).concat(pending);
        const values = previewedOutputs(definition, args, { state, specified: oldInputs, changed });
        return { id, stored: { values, revision: UNKNOWN } };
      }
      // Such an update only converts the state.
      if (isFromOtherProvider && changesOf(definition, args, state).length === 0) return { id, stored };
      requireKnown(call, args);
      await requireSamePlatform(call, id, stored);
      const updated = await call.verbs.update(call, comparison);
      await deployedAgain(call, { id, state: updated });
      // Responses never contain options of the provider.
      const options = removals.flatMap(({ arg, path }) => (arg === path && definition.args[arg]?.local ? [arg] : []));
      const now = omit(updated, options);
      const changed = changes.map(({ arg }) => arg);
      return {
        id,
        stored: storing(setup, call, { id, state: now }, () =>
          store(storedAsSent(call, known, { args, changed }, now)),
        ),
      };
    },
    // Some arguments may not be removed yet.
    (values) => {
      const previous = mergedInputs(definition.body, oldInputs, args) as Values;
      const preserved = storedAfterFailure(values, store(asSent(body, known, values, args), previous));
      return sameJson(previous, args) ? preserved : { ...preserved, previous };
    },
  );
}

function deleteResource(setup: Setup, request: EngineRequest): Promise<void> {
  const { id, state } = request;
  const call = callOf(setup, state.values, request);
  return guarded(call, "Deleting", async () => {
    await requireSamePlatform(call, id, state);
    for (const group of await droppedDeletes(setup, call, request)) {
      await Promise.all(group.map((its) => deleteResource(its.setup, its.request)));
    }
    await call.verbs.delete(call, id, state.values);
    await deployedAgain(call, { id, state: state.values });
  });
}

/** A delete that the engine omitted. */
interface DroppedDelete {
  readonly setup: Setup;
  readonly request: EngineRequest;
}

/**
 * Deletes of what Pulumi has removed from the state without a call to the provider, since it has the option `deletedWith`: the platform
 * deletes only some of it with this resource. What refers to others is in an earlier group.
 */
async function droppedDeletes(
  setup: Setup,
  { run, urn, label }: Call,
  request: EngineRequest,
): Promise<readonly (readonly DroppedDelete[])[]> {
  let left = await run.owners.droppedWith(urn).catch(OwnersUnknownError.orOwn(label, request.id));
  // The state no longer has it.
  const itsRun = { ...run, owners: { ...run.owners, allOwners: run.owners.matching } };
  const groups: DroppedDelete[][] = [];
  while (left.length > 0) {
    const needed = new Set(left.flatMap(({ refersTo = [] }) => refersTo));
    const next = left.filter((each) => !needed.has(each.urn));
    groups.push(
      next.flatMap(({ urn: own, kind, id, values }) => {
        const found = setup.kindNamed(kind);
        const { log, seconds, signal } = request;
        const of = { urn: own, resourceName: nameInUrn(own), id, state: { values, revision: undefined } };
        const its: EngineRequest = { log, seconds, signal, ...of, inputs: {}, secrets: noSecrets };
        return found === undefined ? [] : [{ setup: { ...setup, ...found, run: itsRun }, request: its }];
      }),
    );
    left = left.filter(({ urn: each }) => needed.has(each));
  }
  return groups;
}

const handlers = { check, diff, create, read, update, import: importResource, delete: deleteResource };

/** What the provider does for each call of the engine about resources of one kind. */
export type Handlers = {
  readonly [Name in keyof typeof handlers]: (
    request: Parameters<(typeof handlers)[Name]>[1],
  ) => ReturnType<(typeof handlers)[Name]>;
};

interface Surroundings {
  /** Definitions of the other kinds in the stack; omitted outside of one. */
  readonly definitionOf?: (kind: string) => ResourceDefinition | undefined;
  /** The run that other kinds and connections share; one of its own if omitted. */
  readonly run?: Run | undefined;
}

export function handlersOf(
  definition: ResourceDefinition,
  platformFor: PlatformFor,
  { definitionOf = () => undefined, run = newRun() }: Surroundings = {},
): Handlers {
  const kindNamed = kindsOf(definitionOf);
  const setup: Setup = { definition, verbs: verbsOf(definition), platformFor, run, kindNamed, shown: new Set() };
  const begin = (handler: (its: Setup, request: never) => unknown) => (request: never) => handler(setup, request);
  return mapMembers(handlers, begin) as Handlers;
}
