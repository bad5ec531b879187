import type * as pulumi from "@pulumi/pulumi";
import { changesOf } from "../definition/comparison.js";
import type { Log, Plan, ResourceDefinition } from "../definition/resourceDefinition.js";
import {
  jsonOutput,
  LOCATION,
  MANAGED,
  managedWith,
  NORMALIZED,
  PREVIOUS,
  PROVIDER,
  RESOURCE_NAME,
} from "../engine/hints.js";
import { definitionOf } from "../generated/definitionOf.js";
import type { PlatformFor } from "../lifecycle/call.js";
import { lifecycleOf } from "../lifecycle/lifecycle.js";
import type { StoredResource } from "../lifecycle/requests.js";
import { PartialFailure } from "../lifecycle/stored.js";
import type { StackConfiguration } from "../platform/configuration.js";
import type { Platform } from "../platform/platform.js";
import { type PluginContext, platformsOfPlugin } from "../plugin/platforms.js";
import type { StackState } from "../plugin/stackState.js";
import type { Field, ObjectField } from "../schema/field.js";
import { hasUnknown, mapMembers, sameJson, type Values } from "../schema/json.js";
import { withPending } from "../values/arguments.js";
import {
  type KnownSecrets,
  markSecrets,
  placesOf,
  repeatedSecrets,
  secretsApart,
  stillSecret,
  withIgnoredSecrets,
} from "../values/secrets.js";
import { inputsSeenIn } from "../values/specified.js";
import { type DynamicInput, dynamicInput, isNative, storedIn } from "./input.js";
import {
  type InterceptedRequest,
  interceptRequests,
  latestRequest,
  newMarkedSecrets,
  newRefreshes,
  type Refresh,
  requestOf,
} from "./interception.js";

/** A partial failure in the form of Pulumi's plugin: the engine stores `id` and `properties`, and shows `reasons`. */
export class InitFailure extends Error {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: readonly string[];

  constructor({ id, message, reasons, cause }: PartialFailure, properties: Values) {
    super(message, { cause });
    this.name = "InitFailure";
    this.id = id;
    this.properties = properties;
    this.reasons = reasons;
  }
}

interface Surroundings {
  readonly log: Log;
  /** Runs a call so that a shutdown waits for it, and the engine gets its messages before its result. */
  during?<T>(work: () => Promise<T>): Promise<T>;
  /** Reads what a stack has before the run changes it. */
  readonly noteStart?: StackState["noteStart"];
  readonly kinds?: typeof definitionOf;
  /** Ends the waits of a call that begins now. */
  readonly canceled?: (() => AbortSignal) | undefined;
  /** Marks secrets in the inputs and outputs for the engine. */
  readonly mark?: typeof markSecrets;
}

/** The lifecycle of a kind for Pulumi's dynamic providers. */
export function resourceProviderOf(
  definition: ResourceDefinition,
  platformFor: PlatformFor,
  {
    log,
    during = (work) => work(),
    canceled,
    kinds = definitionOf,
    noteStart = async () => [],
    mark = (_body, _names, values) => values,
  }: Surroundings,
): pulumi.dynamic.ResourceProvider<Values, Values> {
  interceptRequests();
  const { body } = definition;
  const lifecycle = lifecycleOf(definition, platformFor, kinds);
  const checked = newMarkedSecrets();
  const refreshes = newRefreshes();
  const inputOf = (given: Values) => ({ ...checked.recall(dynamicInput(given)), log, signal: canceled?.() });
  const storedOf = (given: Values) => storedIn(dynamicInput(given));
  const marked = ({ secrets }: DynamicInput, values: Values) =>
    mark(body, [...secrets, ...repeatedSecrets(body, secrets, values), NORMALIZED, PREVIOUS], values);
  const outsOf = (input: DynamicInput, stored: StoredResource, before?: KnownSecrets) => {
    const still = before === undefined ? [] : stillSecret(before, stored.values);
    const written = { ...input, secrets: [...new Set([...input.secrets, ...still])] };
    return marked(written, inState({ ...written, isManaged: true }, stored));
  };

  /** Stores the resource after a partial failure. */
  const keeping = <T>(input: DynamicInput, before: KnownSecrets | undefined, work: () => Promise<T>): Promise<T> =>
    during(work).catch((error) => {
      if (!(error instanceof PartialFailure) || error.stored === undefined) throw error;
      throw new InitFailure(error, { ...outsOf(input, error.stored, before), [PROVIDER]: input.text ?? null });
    });
  const secretsBefore = (olds: Values): KnownSecrets => {
    const { secrets: names, values } = dynamicInput(olds);
    return { names, values };
  };

  /** A call before which the run has deleted nothing. Requests aren't delayed, since simultaneous ones share lists. */
  const beforeDeletes = <T>(urn: string | undefined, work: () => Promise<T>): Promise<T> =>
    during(async () => {
      const noting = noteStart(urn);
      const result = await work();
      await noting;
      return result;
    });

  return {
    check: (olds, news) =>
      beforeDeletes(dynamicInput(news).urn, async () => {
        const input = { ...dynamicInput(news), log, signal: canceled?.() };
        const { values: oldInputs } = dynamicInput(olds);
        refreshes.checked(oldInputs);
        const isNew = Object.keys(olds).every((name) => name === PROVIDER);
        const given = argumentsOf(body, input, isNew ? undefined : oldInputs);
        const { args, problems } = await lifecycle.check({ ...input, args: given, oldInputs, isNew });
        checked.remember(args, input);
        // The hints about secrets aren't an input, since the engine would show them as a difference.
        const inputs = marked(input, { ...args, ...nameIn(input) });
        return { inputs, failures: problems.map((reason) => ({ property: "", reason })) };
      }),

    diff(id, olds, news) {
      const request = latestRequest();
      // The first read of a refresh has no URN, but the diff that follows has.
      return beforeDeletes(request?.urn, async () => {
        const input = { ...inputOf(news), urn: request?.urn };
        const stored = storedOf(olds);
        const refresh = refreshes.take(id, stored.values);
        const refreshed = refresh && planOfRefresh(definition, refresh, stored.values, input.values);
        if (refreshed !== undefined) return refreshed;
        const oldInputs = oldInputsOf(request);
        const kept = withIgnored(body, input.values, stored.values, { oldInputs, ignored: request?.ignored });
        const args = withPending(kept, input.pending);
        const secrets = [...input.secrets, ...secretsBefore(olds).names];
        const isFromOtherDoor = isNative(olds);
        const { plan } = await lifecycle.plan({ ...input, secrets, id, args, oldInputs, stored, isFromOtherDoor });
        // The engine sees unknown values itself, and only then honors replaceOnChanges. In a selection of services, only revisions are.
        const isUnknown = Object.keys(args).some((name) => hasUnknown(args[name]) && !isSelection(body.members[name]));
        if (plan.replaces === undefined && isUnknown) return {};
        return diffResult(plan.hasWork === false && isFromOtherDoor ? { hasWork: true } : plan);
      });
    },

    create(inputs) {
      const input = { ...inputOf(inputs), ...limitsOf(requestOf(inputs)) };
      return keeping(input, undefined, async () => {
        const { id, stored } = await lifecycle.create({ ...input, args: withPending(input.values, input.pending) });
        return { id, outs: outsOf(input, stored) };
      });
    },

    read: (id, props = {}) =>
      beforeDeletes(requestOf(props)?.urn, async () => {
        const request = requestOf(props);
        const input = { ...inputOf(props), ...limitsOf(request) };
        const stored = storedIn(input);
        // A resource of the state has the property, also one that no program manages.
        const isLookup = !(MANAGED in props);
        const oldInputs = input.isManaged && request !== undefined ? oldInputsOf(request) : undefined;
        const found = await lifecycle.read({ ...input, id, stored, isLookup, oldInputs });
        if (found === undefined) return { id: "", props: {} };
        // The engine marks in the result of a read what is secret in the state.
        const outs = inState(input, found.stored);
        const { values: outputs } = found.stored;
        if (!isLookup) refreshes.read({ id, before: stored.values, outputs, inputs: found.args });
        // Without inputs in the result, the engine keeps its own.
        if (found.args === undefined || outputs === stored.values) return { id, props: outs };
        return { id, props: outs, inputs: { ...found.args, ...nameIn(input) } };
      }),

    update(id, olds, news) {
      const noted = latestRequest();
      const input = { ...inputOf(news), ...limitsOf(noted) };
      const before = secretsBefore(olds);
      const stored = storedOf(olds);
      const oldInputs = oldInputsOf(noted);
      const kept = withIgnored(body, input.values, stored.values, { oldInputs, ignored: noted?.ignored });
      const secrets = [...input.secrets, ...before.names];
      const request = { ...input, secrets, id, args: withPending(kept, input.pending), oldInputs, stored };
      const isMoved = isNative(olds) && changesOf(definition, input.values, stored.values).length === 0;
      return keeping(input, before, async () => ({
        outs: outsOf(input, isMoved ? stored : await lifecycle.update(request), before),
      }));
    },

    delete: (id, props) =>
      during(() => {
        const input = { ...inputOf(props), ...limitsOf(latestRequest()) };
        return lifecycle.delete({ ...input, id, stored: storedIn(input) });
      }),
  };
}

/** The resource and the time limit of a call. */
function limitsOf({ urn, seconds }: Partial<InterceptedRequest> = {}) {
  return { urn, seconds };
}

function oldInputsOf({ oldInputs = {} }: Partial<InterceptedRequest> = {}): Values {
  return dynamicInput(oldInputs).values;
}

/**
 * The arguments, with those in `ignoreChanges` as the state has them. The engine takes them from the old inputs, which a read that isn't
 * noted leaves as they were.
 */
function withIgnored(
  body: ObjectField,
  args: Values,
  state: Values,
  { oldInputs, ignored = [] }: { readonly oldInputs: Values; readonly ignored: readonly string[] | undefined },
): Values {
  if (ignored.length === 0) return args;
  const names = ignored.flatMap((path) => (path === "*" ? Object.keys(args) : path.split(/[.[]/, 1)));
  const isIgnored = (name: string) => names.includes(name) && sameJson(args[name], oldInputs[name]);
  const seen = inputsSeenIn(
    body,
    mapMembers(args, (value, name) => (isIgnored(name) ? value : undefined)),
    state,
  );
  return { ...args, ...seen };
}

function isSelection(field: Field | undefined): boolean {
  return (field?.type === "array" ? field.item : field)?.type === "service";
}

/** The arguments as the state has them: secret entries in the argument for secrets, and those in `ignoreChanges` as before. */
function argumentsOf(body: ObjectField, { values, hints }: DynamicInput, before: Values | undefined): Values {
  const marked = { values, secrets: placesOf(body, values, hints.secretEntries) };
  const kept = before === undefined ? marked : withIgnoredSecrets(body, marked, hints.ignored, before);
  return secretsApart(body, kept).values;
}

/** What the state has of a resource: its values, and what describes them for later runs. */
function inState(input: DynamicInput, { values, previous, revision, location, normalized }: StoredResource): Values {
  return {
    ...values,
    ...nameIn(input),
    ...(location === undefined ? {} : { [LOCATION]: location }),
    ...jsonOutput(NORMALIZED, normalized),
    ...jsonOutput(PREVIOUS, previous),
    [MANAGED]: input.isManaged ? managedWith(revision, input.secrets) : null,
  };
}

function nameIn({ resourceName }: DynamicInput): Values {
  return resourceName === undefined ? {} : { [RESOURCE_NAME]: resourceName };
}

/** The diff of a refresh; nothing if an update must be planned. */
function planOfRefresh(
  definition: ResourceDefinition,
  { before, outputs, inputs }: Refresh,
  state: Values,
  args: Values,
): pulumi.dynamic.DiffResult | undefined {
  const isUnchanged = outputs === before;
  // The usual case, without comparing each argument.
  if (isUnchanged && inputs !== undefined && sameJson(args, inputs)) return { changes: false };
  if (changesOf(definition, args, before).length > 0) return undefined;
  return isUnchanged || changesOf(definition, args, state).length === 0 ? { changes: false } : {};
}

function diffResult({ replaces, hasWork: changes, ...rest }: Plan): pulumi.dynamic.DiffResult {
  const others = { ...rest, ...(changes !== undefined && { changes }) };
  return replaces === undefined ? others : { ...others, replaces: [...replaces] };
}

export type ProcessContext = PluginContext &
  Pick<Required<Surroundings>, "during"> &
  Pick<Surroundings, "canceled" | "noteStart">;

/** The dynamic providers of a plugin process, by kind; nothing for an unknown kind. */
export function newProviders(context: ProcessContext): (kind: string) => pulumi.dynamic.ResourceProvider | undefined {
  const { log, during, canceled, noteStart = async () => [] } = context;
  const platforms = platformsOfPlugin(context);
  return (kind) => {
    const definition = definitionOf(kind);
    if (definition === undefined) return undefined;
    let stack: StackConfiguration = () => undefined;
    /** By connection. Cached, since settings don't change while the plugin runs, and reading them takes as long as a request. */
    let held = new Map<string | undefined, Platform>();
    const platformOfConnection = (connection: string | undefined) => {
      const platform = held.get(connection) ?? platforms.of(stack, connection);
      held.set(connection, platform);
      return platform;
    };
    return {
      ...resourceProviderOf(definition, platformOfConnection, {
        ...{ log, during, canceled, noteStart, mark: markSecrets },
      }),
      // Must not fail, since Pulumi has cached the provider by now. The next call reports invalid settings.
      async configure({ config }: pulumi.dynamic.ConfigureRequest) {
        stack = (key) => config.get(key);
        held = new Map();
      },
    };
  };
}
